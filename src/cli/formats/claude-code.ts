import { textsOf } from "../../gateway/memory/clients/client-request.ts";
import { replyText, userReader } from "../../gateway/memory/clients/clients.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json.ts";
import { timeOf } from "../lines/line-member.ts";
import { messageLines } from "./exported-message.ts";
import { objectsIn, textOf, times, type Format, type LeftOut } from "./format.ts";

/*
 * A transcript of Claude Code, ~/.claude/projects/PROJECT/SESSION.jsonl:
 *
 *     {"type": "user" | "assistant", uuid, sessionId, timestamp, cwd, message: {role, content, model?},
 *      isMeta?, isSidechain?, isCompactSummary?, isVisibleInTranscriptOnly?, isApiErrorMessage?, origin?: {kind}}
 *     {"type": "attachment", uuid, ..., attachment: {type: "queued_command", commandMode: "prompt", prompt, origin?: {kind}}}
 *
 * The second form is what the user sends while it works. Other lines are its own. A session that was resumed in another
 * file has the same lines there, with the same uuids.
 */
export const claudeCode: Format = {
  item: "line",
  isOf: (item) => typeof item["type"] === "string" && marks.some((mark) => item[mark] !== undefined),
  reader: (user) => {
    const calls: OpenCalls = new Map();
    return (line) => {
      const message = messageOf(line);
      if (message === undefined) return [];
      if (isOfProgram(line, message)) return ["programs"];
      const { text, origin } = message["role"] === "user" ? saidIn(message, calls) : replyIn(message, calls);
      const left = objectsIn(message["content"]).flatMap(leftIn);
      const isPut = text === "" && textsOf(message["content"]).join("") !== "";
      const said = {
        name: textOf("uuid", line["uuid"]),
        session: textOf("sessionId", line["sessionId"]),
        role: message["role"] === "user" ? "user" : "assistant",
        text,
        atMs: timeOf("timestamp", line["timestamp"]),
        ...(line["cwd"] !== undefined && { metadata: { cwd: line["cwd"] } }),
        ...(origin === "agent" && { origin }),
      } as const;
      return [...messageLines("claude-code", user, said), ...left, ...times(Number(isPut), "programs")];
    };
  },
};

/** Which lines of a transcript have, of whatever type. */
const marks = ["sessionId", "leafUuid", "snapshot"];

/** By which the gateway knows what Claude Code's tools give. */
const system = "You are Claude Code, Anthropic's official CLI for Claude.";

/** The names of tools that were called, and have not answered, by the ids of the calls. */
type OpenCalls = Map<JsonValue | undefined, JsonValue>;

type Said = { text: string; origin?: "user" | "agent" };

/** Of a line in which somebody speaks. */
function messageOf({ type, message, attachment }: JsonObject): JsonObject | undefined {
  if (type === "user" || type === "assistant") return isObject(message) ? { ...message, role: type } : undefined;
  const isQueued = type === "attachment" && isObject(attachment) && attachment["type"] === "queued_command";
  return isQueued ? { role: "user", content: attachment["prompt"] ?? "" } : undefined;
}

/** Whether nobody but Claude Code, or an agent of its own, says it. */
function isOfProgram(line: JsonObject, { model }: JsonObject): boolean {
  const { attachment } = line;
  const flags = ["isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage"];
  const isFlagged = (each: JsonObject) => flags.some((flag) => each[flag] === true) || isOfOthers(each["origin"]);
  const isQueued = isObject(attachment) && (isFlagged(attachment) || attachment["commandMode"] !== "prompt");
  return isFlagged(line) || isQueued || model === "<synthetic>";
}

function isOfOthers(origin: JsonValue | undefined): boolean {
  return isObject(origin) && origin["kind"] !== "human";
}

/** With what the user answers to a tool that asked, or says of a call that they refuse. */
function saidIn(message: JsonObject, calls: OpenCalls): Said {
  const called = objectsIn(message["content"]).flatMap(({ tool_use_id: id }) => {
    const name = calls.get(id);
    calls.delete(id);
    return id === undefined || name === undefined ? [] : [{ type: "tool_use", id, name }];
  });
  return userReader(system, [{ role: "assistant", content: called }, message], true)(message);
}

function replyIn({ content }: JsonObject, calls: OpenCalls): Said {
  for (const { type, id, name = "" } of objectsIn(content)) if (type === "tool_use") calls.set(id, name);
  return { text: replyText(textsOf(content).join("\n\n")) };
}

const leftTypes: Readonly<Record<string, LeftOut>> = {
  document: "files",
  image: "files",
  redacted_thinking: "thoughts",
  thinking: "thoughts",
  tool_result: "tools",
  tool_use: "tools",
};

function leftIn({ type }: JsonObject): LeftOut[] {
  const kind = leftTypes[String(type)];
  return kind === undefined ? [] : [kind];
}
