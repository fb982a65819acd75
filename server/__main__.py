"""`python -m server` is `meldcam`."""

import sys

from server.cli import main

sys.exit(main())
