"""Runs ../vectors.json against the server at CAIRN_URL, one vector behind the other. See docs/sdks.md."""

import importlib
import json
import os
import pathlib
import sys
import time
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf import json_format, message_factory

from connection import connect
from errors import metadata_of, violations_of
from match import Names, at, difference, filled

ALWAYS = ["x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"]
PATIENCE_S = 20
PAUSE_S = 0.1
TIMEOUT_S = 30


@dataclass
class Outcome:
    """What became of a call: an answer as JSON, or an error."""

    headers: dict[str, str]
    answer: Any = None
    error: grpc.RpcError | None = None


def to_json(message) -> Any:
    return json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def call(vector: dict, request: Any) -> Outcome:
    service, name = vector["rpc"].split("/")
    package, service_name = service.rsplit(".", 1)
    # cairn.memory.v1 is generated as cairn/memory/v1/memory_pb2.py.
    module = f"{package}.{package.split('.')[1]}_pb2"
    method = importlib.import_module(module).DESCRIPTOR.services_by_name[service_name].methods_by_name[name]
    message = json_format.ParseDict(request, message_factory.GetMessageClass(method.input_type)())
    key = os.environ.get(f"CAIRN_KEY_{vector.get('key', 'own').upper()}", "")
    options = {"metadata": list(vector.get("send", {}).items()), "timeout": TIMEOUT_S}
    with connect(os.environ["CAIRN_URL"], key) as channel:
        stub = getattr(importlib.import_module(f"{module}_grpc"), f"{service_name}Stub")(channel)
        try:
            if method.server_streaming:
                stream = getattr(stub, name)(message, **options)
                return Outcome(answer={"messages": [to_json(each) for each in stream]}, headers=metadata_of(stream))
            answer, done = getattr(stub, name).with_call(message, **options)
            return Outcome(answer=to_json(answer), headers=metadata_of(done))
        except grpc.RpcError as error:
            return Outcome(error=error, headers=metadata_of(error))


def fault(vector: dict, outcome: Outcome, names: Names) -> str | None:
    """Why an outcome is not the one that the vector wants."""
    found = error_fault(vector["error"], outcome) if "error" in vector else answer_fault(vector, outcome, names)
    missing = [name for name in vector.get("headers", ALWAYS) if not outcome.headers.get(name)]
    return found or (f"no header {missing[0]}" if missing else None)


def answer_fault(vector: dict, outcome: Outcome, names: Names) -> str | None:
    if outcome.error is not None:
        return f"refused: {outcome.error.code()}: {outcome.error.details()}"
    return difference(vector["expect"], outcome.answer, names)


def error_fault(expected: dict, outcome: Outcome) -> str | None:
    if outcome.error is None:
        return f"expected {expected}, got {outcome.answer}"
    code, message = outcome.error.code().name.lower(), outcome.error.details()
    if code != expected["code"] or expected.get("message", "") not in message:
        return f"expected {expected}, got {code}: {message}"
    fields = [field for field, _ in violations_of(outcome.error)]
    if "field" in expected and expected["field"] not in fields:
        return f"expected field {expected['field']}, got {fields}"
    return None


def run(vector: dict, names: Names) -> str | None:
    request = filled(vector["request"], names)
    deadline = time.monotonic() + (PATIENCE_S if vector.get("eventually") else 0)
    while True:
        outcome = call(vector, request)
        found = fault(vector, outcome, names)
        if found is None:
            names.update({name: at(outcome.answer, path) for name, path in vector.get("capture", {}).items()})
            return None
        if time.monotonic() >= deadline:
            return found
        time.sleep(PAUSE_S)


def attempt(vector: dict, names: Names) -> str | None:
    try:
        return run(vector, names)
    except (KeyError, IndexError, json_format.Error) as error:
        return repr(error)


def main() -> int:
    vectors = json.loads((pathlib.Path(__file__).parent.parent / "vectors.json").read_text(encoding="utf-8"))["vectors"]
    names: Names = {}
    failed = 0
    for vector in vectors:
        found = attempt(vector, names)
        if found is not None:
            failed += 1
            print(f"FAILED {vector['name']}: {found}")
    print(f"{len(vectors) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
