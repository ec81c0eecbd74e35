import { invalid } from "../../../../error.ts";
import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { Turn } from "../../../chat/request.ts";
import { OpenCalls } from "../../request/open-calls.ts";
import { readArray, readObject, readOneOf } from "../../request/read-member.ts";
import { parseContent } from "./parse-parts.ts";
import { isResult, resultsFirst } from "./results-first.ts";

const readRole = readOneOf("user", "assistant", "system");

/**
 * The messages as turns. The results of one turn's calls are made the first parts of the turn after it, wherever they
 * stand in the user's messages there. `foreign` learns what no other dialect can say.
 */
export function parseMessages(value: JsonValue | undefined, foreign: JsonObject): Turn[] {
  const messages = readArray(value, "messages");
  if (messages.length === 0) throw invalid("messages", "must have at least one message, got an empty array");
  const turns: Turn[] = [];
  const calls = new OpenCalls();
  for (const [i, message] of messages.entries()) {
    const path = `messages[${i}]`;
    const said = readObject(message, path);
    const role = readRole(said["role"], `${path}.role`);
    const before = turns.at(-1);
    // Of a role's messages in a row the provider makes one turn: the last of them may hold what is still missing.
    if (role !== "user" && role !== before?.role) calls.mustBeAnswered(path);
    const parts = parseContent(said["content"], `${path}.content`, role, calls, foreign);
    if (before?.role === "user" && parts.some(isResult)) for (const part of parts) before.parts.push(part);
    else turns.push({ role, parts });
  }
  if (turns.at(-1)?.role === "user") calls.mustBeAnswered("the end of messages");
  // Once, at the end: a turn may be made of thousands of messages.
  return turns.map((turn) => ({ ...turn, parts: resultsFirst(turn.parts) }));
}
