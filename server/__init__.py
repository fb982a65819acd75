"""What people see: the command line, the page and the small service behind it."""
