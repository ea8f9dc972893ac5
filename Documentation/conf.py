# SPDX-License-Identifier: GPL-2.0-only
"""The book: what Sphinx needs to know. `make htmldocs` builds it."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "sphinx"))

project = "warpcrypt"
author = "the warpcrypt authors"
copyright = "GPL-2.0-only"
# From the Makefile: VERSION is the one place.
release = version = os.environ.get("WARPCRYPT_VERSION", "unknown")

extensions = ["links_by_name"]
exclude_patterns = ["sphinx"]
# Words such as X25519 and --backend are not to be made pretty.
smartquotes = False
highlight_language = "none"

html_theme = "sphinx_rtd_theme"
html_static_path = ["sphinx/static"]
html_css_files = ["book.css"]
html_copy_source = False
html_show_copyright = False
# The same sources make the same pages, whenever and wherever.
html_last_updated_fmt = None
