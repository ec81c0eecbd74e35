import { invalid } from "../../error.ts";
import type { JsonObject } from "../../json.ts";
import { chatgpt } from "./chatgpt.ts";
import { claudeCode } from "./claude-code.ts";
import { claude } from "./claude.ts";
import type { Format } from "./format.ts";
import { mem0 } from "./mem0.ts";
import { formatNames, type FormatName } from "./names.ts";
import { openai } from "./openai.ts";

const types: readonly unknown[] = ["message", "pattern", "outcome", "directive"];

/** The lines of docs/import.md. */
const cairn: Format = {
  item: "line",
  isOf: ({ type }) => types.includes(type),
  reader: () => (item) => [item],
};

export const formats: Readonly<Record<FormatName, Format>> = {
  cairn,
  chatgpt,
  claude,
  "claude-code": claudeCode,
  mem0,
  openai,
};

/** What a file is, by its first item. Errors: invalid_argument where it is nothing that is known. */
export function formatOf(first: JsonObject): FormatName {
  const name = formatNames.find((each) => formats[each].isOf(first));
  if (name !== undefined) return name;
  throw invalid(
    "format",
    `must be one of ${formatNames.join(", ")}, but the file is in none that is known by its beginning; --format names one`,
  );
}
