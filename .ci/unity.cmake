# The program of a QBF solver in a few translation units: most of the time goes into the headers that each source would read.
# Included by the solvers' own projects, see run.
cmake_language(DEFER CALL set_target_properties ${PROJECT_NAME}_exe PROPERTIES UNITY_BUILD ON)
cmake_language(DEFER CALL set_source_files_properties rareqs.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
