import { createHash } from "node:crypto";
import { getOption, toBinary, type DescMethod, type Message } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { http } from "../../../gen/google/api/annotations_pb.ts";
import { invalid } from "../../error.ts";
import type { Once } from "../../memory/once.ts";
import { rpcName } from "../access.ts";
import { callOf } from "../caller.ts";

const form = /^(?=.*\S)[\x20-\x7e]{1,200}$/u;

/** The write's idempotency key, if its client sent one in the header `Idempotency-Key`. */
export function onceOf(context: HandlerContext, request: Message): Once | undefined {
  const key = callOf(context.values).header("idempotency-key");
  if (key === undefined) return undefined;
  if (!form.test(key)) {
    throw invalid("Idempotency-Key", `must be 1 to 200 printable ASCII characters, but is a text of ${key.length}`);
  }
  const requestHash = sha256(toBinary(context.method.input, request));
  return { key, operation: operationOf(context.method, request), requestHash };
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
  return `${rpcName(method)}#${sha256(JSON.stringify(values))}`;
}

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
