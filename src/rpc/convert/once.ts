import { createHash } from "node:crypto";
import { toBinary, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { invalid } from "../../error.ts";
import type { Once } from "../../memory/once.ts";
import { rpcName } from "../access.ts";
import { callOf } from "../caller.ts";

const form = /^(?=.*\S)[\x20-\x7e]{1,200}$/u;

/** The write's idempotency key, if its client sent one in the header `Idempotency-Key`. */
export function onceOf<Desc extends DescMessage>(
  context: HandlerContext,
  desc: Desc,
  request: MessageShape<Desc>,
): Once | undefined {
  const key = callOf(context.values).header("idempotency-key");
  if (key === undefined) return undefined;
  if (!form.test(key)) {
    throw invalid("Idempotency-Key", `must be 1 to 200 printable ASCII characters, but is a text of ${key.length}`);
  }
  const requestHash = createHash("sha256").update(toBinary(desc, request)).digest("hex");
  return { key, operation: rpcName(context.method), requestHash };
}
