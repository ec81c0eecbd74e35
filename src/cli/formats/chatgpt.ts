import { invalid } from "../../error.ts";
import { isObject, shown, type JsonObject, type JsonValue } from "../../json.ts";
import { messageLines, titled } from "./exported-message.ts";
import { objectsIn, textOf, times, type Entry, type Format } from "./format.ts";

/*
 * conversations.json of a ChatGPT export:
 *
 *     [{conversation_id | id, title, create_time, current_node,
 *       mapping: {NODE: {parent, children, message: {author: {role}, content: {content_type, parts}, create_time, recipient, channel, metadata}}}}]
 *
 * What is shown ends at `current_node`; other leaves are of turns that were edited or asked for again.
 */
export const chatgpt: Format = {
  item: "conversation",
  isOf: ({ mapping }) => isObject(mapping),
  reader: (user) => (conversation) => {
    const session = textOf("conversation_id", conversation["conversation_id"] ?? conversation["id"]);
    const startedAt = conversation["create_time"];
    const metadata = titled(conversation["title"]);
    const { shown, left } = branchOf(conversation);
    const read = ([node, message]: [string, JsonObject]): Entry[] => {
      const { role, text, entries } = wordsOf(message);
      const atMs = timeOf(message["create_time"]) ?? timeOf(startedAt);
      const said = { name: `${session}/${node}`, session, text, metadata, ...(atMs !== undefined && { atMs }) };
      return role === undefined ? entries : [...messageLines("chatgpt", user, { ...said, role }), ...entries];
    };
    return [...shown.flatMap(read), ...times(left, "branches")];
  },
};

/** Of the messages, those from the first to the current one; how many of the others somebody said. */
function branchOf({ mapping, current_node: current }: JsonObject): { shown: [string, JsonObject][]; left: number } {
  if (!isObject(mapping)) throw invalid("mapping", "must be a JSON object");
  const nodes = Object.entries(mapping);
  const branch = new Map<string, JsonObject>();
  let at = nodes.length === 0 ? undefined : (current ?? "");
  let field = "current_node";
  while (at !== undefined && !branch.has(String(at))) {
    const [id, node] = nodeOf(mapping, at, field);
    branch.set(id, node);
    at = node["parent"] ?? undefined;
    field = `mapping[${shown(id)}].parent`;
  }
  const others = nodes.flatMap(([id, node]) => (branch.has(id) || !isObject(node) ? [] : (node["message"] ?? [])));
  return {
    shown: [...branch]
      .toReversed()
      .flatMap(([id, { message }]): [string, JsonObject][] => (isObject(message) ? [[id, message]] : [])),
    left: objectsIn(others).filter((message) => wordsOf(message).text !== "").length,
  };
}

/** Errors: invalid_argument where it is not there, for then all that was said before it would be missing. */
function nodeOf(mapping: JsonObject, id: JsonValue, field: string): [string, JsonObject] {
  const node = typeof id === "string" && Object.hasOwn(mapping, id) ? mapping[id] : undefined;
  if (typeof id === "string" && isObject(node)) return [id, node];
  throw invalid(field, `must name a node of the mapping, but is ${shown(id)}`);
}

type Words = { role?: "user" | "assistant"; text: string; entries: Entry[] };

const shownTypes: readonly unknown[] = ["text", "multimodal_text"];
const contextTypes: readonly unknown[] = ["user_editable_context", "model_editable_context"];
const thoughtTypes: readonly unknown[] = ["thoughts", "reasoning_recap"];

function wordsOf({ author, content, metadata, recipient, channel }: JsonObject): Words {
  const role = isObject(author) ? author["role"] : undefined;
  const type = isObject(content) ? content["content_type"] : undefined;
  const parts = isObject(content) && Array.isArray(content["parts"]) ? content["parts"] : [];
  const text = parts.flatMap(textIn).join("\n\n").replaceAll(citations, "").trim();
  const marks = isObject(metadata) ? metadata : {};
  const isHidden = marks["is_visually_hidden_from_conversation"] === true || marks["is_user_system_message"] === true;
  if (thoughtTypes.includes(type) || channel === "analysis") return { text: "", entries: ["thoughts"] };
  if (isHidden || contextTypes.includes(type)) return { text: "", entries: ["contexts"] };
  if (role === "tool") return { text: "", entries: ["tools"] };
  if (role !== "user" && role !== "assistant") return { text: "", entries: text === "" ? [] : ["contexts"] };
  const isForTool = role === "assistant" && typeof recipient === "string" && recipient !== "all";
  if (isForTool || !shownTypes.includes(type)) return { text: "", entries: ["tools"] };
  const shownFiles = parts.filter((part) => isObject(part) && textIn(part).length === 0).length;
  return { role, text, entries: times(Math.max(shownFiles, objectsIn(marks["attachments"]).length), "files") };
}

/** What was said aloud is there as text too. */
function textIn(part: JsonValue): string[] {
  if (typeof part === "string") return [part];
  const isSpoken = isObject(part) && part["content_type"] === "audio_transcription";
  return isSpoken && typeof part["text"] === "string" ? [part["text"]] : [];
}

/** Where a source is cited, between characters of no script. */
const citations = /\ue200(?:file)?cite\ue202[^\ue201]*\ue201/gu;

/** From seconds. */
function timeOf(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" && value > 0 && value < lastS ? Math.round(value * 1000) : undefined;
}

const lastS = Date.parse("9999-12-31") / 1000;
