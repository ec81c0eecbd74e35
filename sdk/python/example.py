"""Writes, searches, streams a chat, and reads an error and the limits. CAIRN_URL and CAIRN_KEY say where and as whom."""

import json
import os
from datetime import datetime, timezone

import grpc

from connection import connect
from errors import metadata_of, violations_of
from cairn.gateway.v1 import gateway_pb2, gateway_pb2_grpc
from cairn.memory.v1 import memory_pb2, memory_pb2_grpc

CONTENT = "Ana keeps bees on her roof in Lisbon."

with connect(os.environ.get("CAIRN_URL", "http://127.0.0.1:7070"), os.environ.get("CAIRN_KEY", "")) as channel:
    memory = memory_pb2_grpc.MemoryServiceStub(channel)
    gateway = gateway_pb2_grpc.GatewayServiceStub(channel)

    message = memory_pb2.AddMessageRequest(role="user", content=CONTENT, session_id="example")
    print("wrote", memory.AddMessage(message, timeout=60).id)

    for found in memory.Search(memory_pb2.SearchRequest(query="Who keeps bees?", limit=1), timeout=60).results:
        print("found", found.content)

    # The built-in model needs no provider: it answers with the request that it would have sent.
    body = {
        "model": os.environ.get("CAIRN_MODEL", "cairn/inspect"),
        "stream": True,
        "messages": [{"role": "user", "content": "Who keeps bees?"}],
    }
    chunks, text = 0, ""
    request = gateway_pb2.StreamChatCompletionRequest(body=json.dumps(body))
    for answer in gateway.StreamChatCompletion(request, timeout=60):
        for choice in json.loads(answer.data)["choices"]:
            text += choice["delta"].get("content") or ""
        chunks += 1
    print(f"streamed {chunks} chunks, {len(text)} characters")

    try:
        message.role = "robot"
        memory.AddMessage(message, timeout=60)
    except grpc.RpcError as error:
        print(f"refused {error.code().name.lower()}: {error.details()}")
        for field, reason in violations_of(error):
            print(f"  field {field}: {reason}")
        print("  request", metadata_of(error)["x-request-id"])

    _, call = memory.ListSessions.with_call(memory_pb2.ListSessionsRequest(), timeout=60)
    metadata = metadata_of(call)
    reset = datetime.fromtimestamp(int(metadata["x-ratelimit-reset"]), timezone.utc).isoformat()
    print(f"limits: {metadata['x-ratelimit-remaining']} requests left until {reset}")
