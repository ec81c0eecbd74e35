import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A fenced block of a page in docs behind a comment `<!-- snippet: id -->`. */
export type Snippet = { language: string; text: string };

/** What the page says, by its ids. */
export function readSnippets(name = "gateway.md"): Map<string, Snippet> {
  const page = readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");
  const marked = page.matchAll(/^<!-- snippet: (\S+) -->\n\n```(\w+)\n(.*?)^```$/gmsu);
  return new Map([...marked].map(([, id, language, text]) => [id!, { language: language!, text: text! }]));
}
