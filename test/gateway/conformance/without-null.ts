import type { JsonObject } from "../../../src/json.ts";

/** The members that are not `null`: both dialects say nothing by leaving out, or by `null`. */
export function withoutNull(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
