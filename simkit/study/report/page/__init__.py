"""A page that stands alone: an answer as HTML or Markdown, for a browser, a printer, or a forum."""
