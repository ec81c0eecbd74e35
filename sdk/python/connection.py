"""Connects to a server; every call carries the key."""

import pathlib
import sys
from urllib.parse import urlsplit

import grpc

# The generated modules import each other by their packages, from this folder.
sys.path.insert(0, str(pathlib.Path(__file__).parent / "gen"))


# A model's answer may be longer than the 4 MiB that gRPC reads by default.
ANSWER_BYTES_MAX = 64 * 2**20


class _Authorize(grpc.UnaryUnaryClientInterceptor, grpc.UnaryStreamClientInterceptor):
    def __init__(self, key: str):
        self._key = key

    def _call(self, proceed, details, request):
        metadata = [*(details.metadata or []), *([("authorization", f"Bearer {self._key}")] if self._key else [])]
        return proceed(details._replace(metadata=metadata), request)

    intercept_unary_unary = _call
    intercept_unary_stream = _call


def connect(url: str, key: str) -> grpc.Channel:
    """A channel to `http://host:port` in the clear, or to `https://host:port`."""
    address = urlsplit(url)
    options = [("grpc.max_receive_message_length", ANSWER_BYTES_MAX)]
    if address.scheme == "https":
        channel = grpc.secure_channel(address.netloc, grpc.ssl_channel_credentials(), options)
    else:
        channel = grpc.insecure_channel(address.netloc, options)
    return grpc.intercept_channel(channel, _Authorize(key))
