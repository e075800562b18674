"""``python -m memsql``: the command line."""

from memsql.cli import main

if __name__ == "__main__":
    main()
