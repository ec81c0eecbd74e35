import type { JsonObject } from "../../json.ts";
import { timeOf } from "../lines/line-member.ts";
import { messageLines, titled } from "./exported-message.ts";
import { listOf, objectsIn, textOf, times, type Entry, type Format, type LeftOut } from "./format.ts";

/*
 * conversations.json of a Claude.ai export:
 *
 *     [{uuid, name, current_leaf_message_uuid?,
 *       chat_messages: [{uuid, parent_message_uuid?, sender, text, content: [{type, text}], created_at, attachments, files}]}]
 *
 * `text` is all of a message in old exports; in new ones it tells of tools too, and `content` has what was said by itself,
 * unless that is in a block of another kind.
 */
export const claude: Format = {
  item: "conversation",
  isOf: (item) => Array.isArray(item["chat_messages"]),
  reader: (user) => (conversation) => {
    const session = textOf("uuid", conversation["uuid"]);
    const metadata = titled(conversation["name"]);
    const messages = listOf("chat_messages", conversation["chat_messages"]);
    const shown = branchOf(messages, conversation["current_leaf_message_uuid"]);
    const read = (message: JsonObject, at: number): Entry[] => {
      if (!shown.has(message)) return ["branches"];
      const { sender, attachments, files } = message;
      if (sender !== "human" && sender !== "assistant") return ["contexts"];
      const name = `${session}/${textOf(`chat_messages[${at}].uuid`, message["uuid"])}`;
      const atMs = timeOf(`chat_messages[${at}].created_at`, message["created_at"]);
      const { text, left } = wordsOf(message);
      const said = { name, session, role: sender === "human" ? "user" : sender, text, atMs, metadata } as const;
      const filesLeft = times(objectsIn(attachments).length + objectsIn(files).length, "files");
      return [...messageLines("claude", user, said), ...left, ...filesLeft];
    };
    return messages.flatMap(read);
  },
};

/** What the first message of a branch follows. */
const root = /^0{8}-0{4}-/;

/** What leads to the current message, or to the last; one that follows nothing that is here stands behind the one above. */
function branchOf(messages: readonly JsonObject[], current: unknown): Set<JsonObject> {
  const known = new Map(messages.map((message, at) => [message["uuid"], at]));
  const branch = new Set<JsonObject>();
  let at = known.get(current as string) ?? messages.length - 1; // no other than a text names one
  for (let message = messages[at]; message !== undefined && !branch.has(message); message = messages[at]) {
    branch.add(message);
    const { parent_message_uuid: parent } = message;
    at = typeof parent === "string" && root.test(parent) ? -1 : (known.get(parent) ?? at - 1);
  }
  return branch;
}

function wordsOf({ content, text }: JsonObject): { text: string; left: LeftOut[] } {
  const blocks = objectsIn(content);
  const left = blocks.flatMap(leftIn);
  const said = blocks
    .flatMap((block) => (block["type"] === "text" && typeof block["text"] === "string" ? [block["text"]] : []))
    .join("\n\n");
  const isOfProgram = left.length > 0 && left.every((kind) => kind === "tools" || kind === "thoughts");
  const isElsewhere = said.trim() === "" && !isOfProgram && typeof text === "string";
  return { text: (isElsewhere ? text.replaceAll(notShown, "") : said).trim(), left };
}

/** What `text` has in the place of a block that the app's export does not show. */
const notShown = /```\s*This block is not supported on your current device yet\.\s*```/gu;

function leftIn({ type }: JsonObject): LeftOut[] {
  switch (type) {
    case "text":
      return [];
    case "tool_use":
    case "tool_result":
      return ["tools"];
    case "thinking":
    case "redacted_thinking":
      return ["thoughts"];
    case "image":
    case "document":
      return ["files"];
    default:
      return ["others"];
  }
}
