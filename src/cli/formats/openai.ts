import { hash } from "node:crypto";
import { hasTools, systemTextOf, textsOf } from "../../gateway/memory/clients/client-request.ts";
import { replyText, userReader } from "../../gateway/memory/clients/clients.ts";
import { isObject, type JsonObject } from "../../json.ts";
import { messageLines } from "./exported-message.ts";
import { listOf, objectsIn, speakerOf, times, type Entry, type Format } from "./format.ts";

/*
 * Conversations as they are sent to models, and as these are trained on them:
 *
 *     {"messages": [{"role", "content", "tool_calls"?}], "tools"?}
 *
 * Nothing names one of them, so it is named by what it says: one that has grown is another.
 */
export const openai: Format = {
  item: "conversation",
  isOf: ({ messages }) => objectsIn(messages).some(({ role }) => role !== undefined),
  reader: (user) => (conversation) => {
    const messages = listOf("messages", conversation["messages"]).map(inChatParts);
    const session = `openai-${hash("sha256", JSON.stringify(conversation["messages"])).slice(0, 32)}`;
    const saidBy = userReader(systemTextOf({ ...conversation, messages }), messages, hasTools(conversation));
    const read = (message: JsonObject, at: number): Entry[] => {
      const { content, tool_calls: calls } = message;
      const role = speakerOf(`messages[${at}].role`, message["role"]);
      const named = { name: `${session}/${at}`, session };
      const files = objectsIn(content).filter(({ type }) => type !== "text").length;
      switch (role) {
        case "user": {
          const { text, origin } = saidBy(message);
          const isProgram = text === "" && textsOf(content).join("") !== "";
          const said = { ...named, role, text, ...(origin === "agent" && { origin }) };
          return [
            ...messageLines("openai", user, said),
            ...times(files, "files"),
            ...times(Number(isProgram), "programs"),
          ];
        }
        case "assistant": {
          const text = replyText(textsOf(content).join("\n\n"));
          return [
            ...messageLines("openai", user, { ...named, role, text }),
            ...times(objectsIn(calls).length, "tools"),
          ];
        }
        default:
          return [role];
      }
    };
    return messages.flatMap(read);
  },
};

/** A message whose parts of text are those of Chat Completions: OpenAI's Responses API calls them otherwise, and both have refusals. */
function inChatParts({ content, refusal, ...rest }: JsonObject): JsonObject {
  if (!Array.isArray(content)) return { ...rest, content: content ?? refusal ?? null };
  const parts = content.map((part) => {
    if (!isObject(part) || !textTypes.includes(part["type"])) return part;
    return { type: "text", text: part["text"] ?? part["refusal"] ?? "" };
  });
  return { ...rest, content: parts };
}

const textTypes: readonly unknown[] = ["input_text", "output_text", "refusal"];
