"""Lets ``python -m inexreport`` run the command line."""

from inexreport.cli import main

if __name__ == "__main__":
    main()
