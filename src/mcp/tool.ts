import type { JsonObject } from "@bufbuild/protobuf";
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
