"""The places that show reports: notebook outputs, pages, magics and the command line."""
