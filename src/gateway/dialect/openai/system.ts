import type { JsonObject } from "../../../json.ts";
import { insertion } from "../../wire/content.ts";
import type { Edit } from "../../wire/patch.ts";
import { membersAt } from "../../wire/spans.ts";
import type { SpannedBody } from "../dialect.ts";

/** The system's messages before all others: OpenAI's own name them `developer`. */
export function leadingSystem(messages: readonly JsonObject[]): number {
  const first = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  return first < 0 ? messages.length : first;
}

/** After the last of the leading system messages; before all others where there is none. */
export function insertSystem({ bytes, messages, leading }: SpannedBody, texts: readonly string[]): Edit[] {
  if (leading === 0) {
    return [insertion(messages[0]!.start, `${texts.map((text) => systemOf("system", text)).join(",")},`)];
  }
  const last = messages[leading - 1]!;
  const role = membersAt(bytes, last.start).get("role")!;
  const said: unknown = JSON.parse(bytes.toString("utf8", role.start, role.end));
  return [insertion(last.end, texts.map((text) => `,${systemOf(String(said), text)}`).join(""))];
}

function systemOf(role: string, text: string): string {
  return `{"role":${JSON.stringify(role)},"content":${JSON.stringify(text)}}`;
}
