import { appendParts, insertion, textPart } from "../../wire/content.ts";
import type { Edit } from "../../wire/patch.ts";
import type { SpannedBody } from "../dialect.ts";

/** The system's text has a member of its own: all messages are of the conversation. */
export function leadingSystem(): number {
  return 0;
}

/** After the last block of `system`, and so after its cache breakpoints; the member is made where it is missing. */
export function insertSystem({ bytes, members }: SpannedBody, texts: readonly string[]): Edit[] {
  const system = members.get("system");
  if (system) return appendParts(bytes, system, texts);
  return [insertion(bytes.indexOf("{") + 1, `"system":[${texts.map(textPart).join(",")}],`)];
}
