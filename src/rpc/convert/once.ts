import { hash } from "node:crypto";
import { getOption, toBinary, type DescMessage, type DescMethod, type Message } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { http } from "../../../gen/google/api/annotations_pb.ts";
import { invalid } from "../../error.ts";
import { isObject, isShort, shown, type JsonValue } from "../../json.ts";
import type { Once } from "../../memory/once.ts";
import { rpcName } from "../access.ts";
import { callOf } from "../caller.ts";

const form = /^(?=.*\S)[\x20-\x7e]{1,200}$/u;

/** The write's idempotency key, if its client sent one in the header `Idempotency-Key`. */
export function onceOf(context: HandlerContext, request: Message): Once | undefined {
  const key = callOf(context.values).header("idempotency-key");
  if (key === undefined) return undefined;
  if (!form.test(key)) {
    throw invalid(
      "Idempotency-Key",
      `must be 1 to 200 printable ASCII characters, but ${isShort(key) ? `is ${shown(key)}` : `has ${key.length}`}`,
    );
  }
  const { input } = context.method;
  const requestHash = hash("sha256", toBinary(input, inOrder(input, request)));
  return { key, operation: operationOf(context.method, request), requestHash };
}

/** The same message with the members of its objects by name: Go's clients send them in another order each time. */
function inOrder(desc: DescMessage, message: Message): Message {
  const ordered = { ...message };
  for (const { message: inner, localName } of desc.fields) {
    const value: unknown = Reflect.get(message, localName);
    if (inner === undefined || value === undefined) continue;
    const isJson = inner.typeName === "google.protobuf.Struct"; // an object, in memory
    const order = (each: unknown) => (isJson ? byName(each as JsonValue) : inOrder(inner, each as Message));
    Reflect.set(ordered, localName, Array.isArray(value) ? value.map(order) : order(value));
  }
  return ordered;
}

function byName(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(byName);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, byName(value[name]!)]));
}

/**
 * The RPC, and what its path would name: a key that was used for one message is free for another. As a hash, since
 * sessions and users have names.
 */
function operationOf(method: DescMethod, request: Message): string {
  const { pattern } = getOption(method, http);
  const path = typeof pattern.value === "string" ? pattern.value : "";
  const names = Array.from(path.matchAll(/\{(\w+)/gu), ([, name]) => name);
  if (names.length === 0) return rpcName(method);
  const fields = method.input.fields.filter((field) => names.includes(field.name));
  const values: unknown[] = fields.map((field) => Reflect.get(request, field.localName));
  return `${rpcName(method)}#${hash("sha256", JSON.stringify(values))}`;
}
