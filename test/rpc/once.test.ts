import {
  create,
  type JsonObject,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
} from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { onceOf } from "../../src/rpc/convert/once.ts";
import { contextOf, fakeCall } from "./support.ts";

const { addMessage, editMessage, deleteSession } = MemoryService.method;

function once<I extends DescMessage>(
  method: DescMethodUnary<I>,
  init: MessageInitShape<I>,
  key: string | undefined = "k",
) {
  const call = fakeCall(key === undefined ? {} : { "idempotency-key": key });
  return onceOf(contextOf(method, call), create(method.input, init));
}

test("without a key a write is as often as it is asked", () => {
  expect(onceOf(contextOf(addMessage, fakeCall()), create(addMessage.input))).toBeUndefined();
});

test("a key holds for its method, whatever the body says", () => {
  const [one, other] = [once(addMessage, { content: "a" })!, once(addMessage, { content: "b" })!];
  expect(one.operation).toBe("cairn.memory.v1.MemoryService/AddMessage");
  expect(other.operation).toBe(one.operation);
  expect(other.requestHash).not.toBe(one.requestHash);
});

test("the order of an object's members makes no other request", () => {
  const { addMessages } = MemoryService.method;
  const hash = (metadata: JsonObject) => once(addMessages, { messages: [{ content: "a", metadata }] })!.requestHash;
  const one = hash({ a: 1, b: [{ c: "x", d: null }] });
  expect(hash({ b: [{ d: null, c: "x" }], a: 1 })).toBe(one);
  expect(hash({ b: [{ d: null, c: "y" }], a: 1 })).not.toBe(one);
  expect(once(addMessages, { messages: [{ content: "a" }] })!.requestHash).not.toBe(one);
});

test("a key holds for what the path names, and does not show it", () => {
  const operation = (id: string, content: string) => once(editMessage, { id, content })!.operation;
  expect(operation("msg_a", "x")).toMatch(/^cairn\.memory\.v1\.MemoryService\/EditMessage#[0-9a-f]{64}$/u);
  expect(operation("msg_a", "y")).toBe(operation("msg_a", "x"));
  expect(operation("msg_b", "x")).not.toBe(operation("msg_a", "x"));
  expect(once(deleteSession, { sessionId: "with Ana" })!.operation).not.toContain("Ana");
});

test.each([
  ["", 'is ""'],
  [" ", 'is " "'],
  ["x".repeat(201), "has 201"],
  ["\u00e9", 'is "\u00e9"'],
])("refuses the key %j", (key, given) => {
  const message = `Idempotency-Key: must be 1 to 200 printable ASCII characters, but ${given}`;
  expect(() => once(addMessage, {}, key)).toThrow(message);
});
