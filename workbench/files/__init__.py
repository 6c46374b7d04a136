"""Files of the person: read with a limit; written several at once, all or none."""

from workbench.files.list_folder import MOST_BYTES, MOST_FILES, files_in
from workbench.files.names import file_stem
from workbench.files.read_file import read_bytes
from workbench.files.staging_folder import finish_interrupted_write
from workbench.files.write_files import check_writable, write_all

__all__ = [
    "MOST_BYTES",
    "MOST_FILES",
    "check_writable",
    "file_stem",
    "files_in",
    "finish_interrupted_write",
    "read_bytes",
    "write_all",
]
