"""Files of results: each appears whole or not at all."""

import os
import sys


def failure(path, text):
    return OSError(None, text, path)


def prepare(folder):
    """Makes the folder if needed; refuses one that cannot be written to."""
    try:
        os.mkdir(folder)
    except FileExistsError:
        pass
    except OSError as error:
        raise failure(folder, f"the folder cannot be made: {error.strerror}") from None
    if not os.path.isdir(folder):
        raise failure(folder, "--output wants a folder, and this is not one")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise failure(folder, "no file can be made in this folder")


def write(path, content, stream=None):
    """Writes text or bytes to the file, or a text to a stream (standard output) for the name -."""
    content = content.encode() if isinstance(content, str) else content
    if path == "-":
        stream = stream or sys.stdout
        stream.flush()
        stream.buffer.write(content)
        stream.flush()
        return
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name}.{os.getpid()}")
    try:
        with open(temporary, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except OSError as error:
        if os.path.lexists(temporary):
            os.unlink(temporary)
        raise failure(path, f"cannot be written: {error.strerror}") from None
