"""Licences of the tools that are run: every tool of the package states one, and where it was read."""

from zermelo.preprocess import PREPROCESSORS, preprocessor
from zermelo.solvers import SOLVERS
from zermelo.solvers.licence import PACKAGE_LICENCES, UNKNOWN_LICENCE


def test_every_tool_of_the_package_states_its_licence_and_where_it_was_read():
    licences = [each.licence for each in SOLVERS.own.values()]
    licences += [each.licence for each in PREPROCESSORS.own.values() if each.name != "none"]
    assert all(each.terms != UNKNOWN_LICENCE.terms and each.source for each in licences)
    assert set(PACKAGE_LICENCES) == {"pyqbf", "python-sat"}


def test_bloqqer_is_said_to_be_for_research_only():
    assert "research only" in str(preprocessor("bloqqer").licence)
