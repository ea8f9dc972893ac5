#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""check-signatures.py KEYS SIGNATURES MESSAGES: as check-signatures.c, by ctypes."""

import ctypes
import os
import sys


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("backend", ctypes.c_char_p), ("threads", ctypes.c_uint),
                ("memory", ctypes.c_size_t), ("keys", ctypes.c_uint), ("gpu", ctypes.c_uint),
                ("gpus", ctypes.c_char_p), ("deadline_ms", ctypes.c_uint), ("open_ms", ctypes.c_uint),
                ("waiting", ctypes.c_size_t)]


class Signatures(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("scheme", ctypes.c_int), ("flags", ctypes.c_uint),
                ("count", ctypes.c_size_t), ("keys", ctypes.c_char_p), ("signatures", ctypes.c_char_p),
                ("messages", ctypes.c_void_p), ("hashes", ctypes.c_void_p), ("status", ctypes.c_char_p),
                ("packed", ctypes.c_char_p), ("packed_len", ctypes.c_size_t), ("packed_stride", ctypes.c_size_t)]


ED25519 = 1


class Engine:
    def __init__(self, backend=None):
        self.library = ctypes.CDLL("libwarpcrypt.so.0")
        self.library.warpcrypt_error.restype = ctypes.c_char_p
        self.library.warpcrypt_close.argtypes = [ctypes.c_void_p]
        self.library.warpcrypt_run_signatures.argtypes = [ctypes.c_void_p, ctypes.POINTER(Signatures)]
        self.engine = ctypes.c_void_p()
        # What is left out is 0, the default.
        options = Options(size=ctypes.sizeof(Options), backend=backend.encode() if backend else None)
        self.must(self.library.warpcrypt_open(ctypes.byref(self.engine), ctypes.byref(options)))

    def must(self, result):
        if result:
            raise OSError(-result, self.library.warpcrypt_error().decode())

    def invalid(self, keys, signatures, messages):
        """The numbers of the signatures that are not valid. All three are bytes."""
        count = len(keys) // 32
        if not count or len(keys) % 32 or len(signatures) != 64 * count or len(messages) % count:
            raise ValueError("these are not as many keys, signatures and messages of one length")
        # 2: not checked
        status = ctypes.create_string_buffer(b"\2" * count, count)
        self.must(self.library.warpcrypt_run_signatures(self.engine, ctypes.byref(Signatures(
            size=ctypes.sizeof(Signatures), scheme=ED25519, count=count, keys=keys, signatures=signatures,
            status=ctypes.cast(status, ctypes.c_char_p), packed=messages, packed_len=len(messages) // count))))
        return [number for number, value in enumerate(status.raw) if value]

    def close(self):
        self.library.warpcrypt_close(self.engine)


def read(name):
    with open(name, "rb") as file:
        return file.read()


def main(arguments):
    if len(arguments) != 3:
        print("usage: check-signatures.py KEYS SIGNATURES MESSAGES", file=sys.stderr)
        return 2
    try:
        files = [read(name) for name in arguments]
        engine = Engine(os.environ.get("BACKEND"))
        numbers = engine.invalid(*files)
        engine.close()
        for number in numbers:
            print(number)
        sys.stdout.flush()
    except (OSError, ValueError) as error:
        print(f"check-signatures.py: {error}", file=sys.stderr)
        return 2
    return 1 if numbers else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
