"""Reports on the results of campaigns: tables, charts, one HTML page, and files of results compared.

    rows of result files → runs → statistics → tables → terminal, CSV, LaTeX, HTML
                                             → series → charts → SVG, PNG, PDF

`charts`, `figure_files` and `html_page` know nothing of campaigns: other reports use them, too.
"""
