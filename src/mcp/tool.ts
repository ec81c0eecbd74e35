import type { JsonObject } from "@bufbuild/protobuf";
import { Violations } from "../rest/transcode/json/violations.ts";
import type { Asker } from "./asker.ts";
import type { Schema } from "./schema.ts";

/** Something that a model can do with memory. */
export type Tool = {
  name: string;
  /** What it does and when to use it, for a model. */
  description: string;
  input: Schema;
  output: Schema;
  annotations: { readOnlyHint?: true; destructiveHint?: boolean; idempotentHint?: true };
  /** Does it with arguments whose names were checked, none of them null, no optional one "", and answers as `output` says. Errors: those of its RPCs. */
  run(args: JsonObject, asker: Asker): Promise<JsonObject>;
};

/** It changes nothing that anybody would miss: receipts aside. */
export const reads = { readOnlyHint: true } as const;
/** It adds, and takes nothing away. */
export const adds = { destructiveHint: false } as const;

/**
 * Refuses what the tool does not take: an RPC may have members that are not for a model to say, such as whose memory it
 * is. Errors: invalid_argument.
 */
export function checkNames(args: JsonObject, { properties }: Schema): void {
  const violations = new Violations();
  for (const name of Object.keys(args)) {
    if (Object.hasOwn(properties, name)) continue;
    violations.add(name.slice(0, 60), `unknown member; allowed: ${Object.keys(properties).join(", ")}`);
  }
  violations.throwIfAny();
}
