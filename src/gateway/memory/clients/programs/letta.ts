import { isObject } from "../../../../json.ts";
import { tryParse } from "../../../chat/exact-json.ts";
import { nothingSaid, saidByAgent, saidByUser, type Client, type Said } from "../client.ts";

const head = /^\s*\{\s*"type": ?"(?:user_message|system_alert|heartbeat|login|function_response)",/u;

/**
 * Letta (`letta/system.py`): each message of the user's is JSON, and so is what it tells the agent by itself, as the user:
 * that it may go on, that somebody has come, what was left out.
 */
export const letta: Client = {
  saidIn: (text) => (head.test(text) ? saidIn(tryParse(text), text) : undefined),
};

function saidIn(json: ReturnType<typeof tryParse>, text: string): Said {
  if (!isObject(json)) return saidByAgent(text);
  const { type, message } = json;
  if (type !== "user_message") return nothingSaid;
  return typeof message === "string" ? saidByUser(message) : saidByAgent(text);
}
