"""Reads what an error says beside its code and its message."""

import grpc
from grpc_status import rpc_status

import connection  # noqa: F401  (it makes the generated modules known)
from buf.validate import validate_pb2


def violations_of(error: grpc.RpcError) -> list[tuple[str, str]]:
    """The members that were refused, such as `messages[1].role`, each with the reason."""
    status = rpc_status.from_call(error)
    found = []
    for detail in status.details if status else []:
        violations = validate_pb2.Violations()
        if detail.Unpack(violations):
            found += [(_path(each.field), each.message) for each in violations.violations]
    return found


def metadata_of(call: grpc.Call) -> dict[str, str]:
    """What came with an answer or an error: headers, or trailers where the server sent nothing else."""
    return {name: value for name, value in [*(call.initial_metadata() or []), *(call.trailing_metadata() or [])]}


def _path(field: validate_pb2.FieldPath) -> str:
    return ".".join(
        f"{each.field_name}[{each.index}]" if each.HasField("index") else each.field_name for each in field.elements
    )
