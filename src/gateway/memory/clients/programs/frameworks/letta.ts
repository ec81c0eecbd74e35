import { isObject, type JsonValue } from "../../../../../json.ts";
import { tryParseBounded } from "../../../../chat/exact-json.ts";
import { nothingSaid, saidByAgent, saidByUser, type Client, type Said } from "../../client.ts";

const head = /^\s*\{\s*"type": ?"(?:user_message|system_alert|heartbeat|login|function_response)",/u;
/** One of these stands in each: people write JSON of such types, too. */
const marks = ['"time":', "[This is an automated system message hidden from the user]"];

/**
 * Letta (`letta/system.py`): each message of the user's is JSON, and so is what it tells the agent by itself, as the user:
 * that it may go on, that somebody has come, what was left out.
 */
export const letta: Client = {
  saidIn: (text) => (isFramed(text) ? saidIn(tryParseBounded(text), text) : undefined),
};

function isFramed(text: string): boolean {
  return head.test(text) && marks.some((mark) => text.includes(mark));
}

function saidIn(json: JsonValue | undefined, text: string): Said {
  if (!isObject(json)) return saidByAgent(text);
  const { type, message } = json;
  if (type !== "user_message") return nothingSaid;
  return typeof message === "string" ? saidByUser(message) : saidByAgent(text);
}
