import { hash } from "node:crypto";
import { invalid } from "../../error.ts";
import { hasTools, systemTextOf, textsOf } from "../../gateway/memory/clients/client-request.ts";
import { replyText, userReader } from "../../gateway/memory/clients/clients.ts";
import { shown, type JsonObject } from "../../json.ts";
import { messageLines } from "./exported-message.ts";
import { listOf, objectsIn, times, type Entry, type Format } from "./format.ts";

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
    const messages = listOf("messages", conversation["messages"]);
    const session = `openai-${hash("sha256", JSON.stringify(conversation["messages"])).slice(0, 32)}`;
    const saidBy = userReader(systemTextOf(conversation), messages, hasTools(conversation));
    const read = (message: JsonObject, at: number): Entry[] => {
      const { role, content, tool_calls: calls } = message;
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
        case "system":
        case "developer":
          return ["contexts"];
        case "tool":
        case "function":
          return ["tools"];
        default:
          throw invalid(`messages[${at}].role`, `must be one of ${roles.join(", ")}, but is ${shown(role)}`);
      }
    };
    return messages.flatMap(read);
  },
};

const roles = ["user", "assistant", "system", "developer", "tool", "function"];
