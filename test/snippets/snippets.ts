import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A fenced block of docs/gateway.md behind a comment `<!-- snippet: id -->`. */
export type Snippet = { language: string; text: string };

/** What the page says, by its ids. */
export function readSnippets(): Map<string, Snippet> {
  const page = readFileSync(join(import.meta.dirname, "../../docs/gateway.md"), "utf8");
  const marked = page.matchAll(/^<!-- snippet: (\S+) -->\n\n```(\w+)\n(.*?)^```$/gmsu);
  return new Map([...marked].map(([, id, language, text]) => [id!, { language: language!, text: text! }]));
}
