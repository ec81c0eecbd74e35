import { isObject, type JsonObject, type JsonValue } from "../../../src/json.ts";
import type { Heard } from "./reply.ts";
import { withoutNull } from "./without-null.ts";

type Call = { id: string; type: string; function: { name: string; arguments: string } } & JsonObject;

/** Members of a delta whose pieces are one text. */
const texts = ["content", "refusal", "reasoning_content"];

/**
 * Puts `chat.completion.chunk`s together, as strictly as a client could: all have one head, the role comes first and
 * once, each call begins with its id and name, no text is empty, one finish is last, then the usage, then `[DONE]`.
 */
export function hearChunkStream(wire: string): Heard {
  const events = dataOf(wire);
  const failed = events.find((event) => isObject(event["error"]));
  const done = wire.endsWith("data: [DONE]\n\n");
  if (failed) {
    if (failed !== events.at(-1) || done) throw new Error("something follows the error");
    return { events, answer: {}, error: failed["error"] as JsonObject };
  }
  if (!done) throw new Error(`the stream does not end in [DONE]: ...${wire.slice(-100)}`);
  return { events, answer: completionOf(events), error: undefined };
}

function dataOf(wire: string): JsonObject[] {
  const lines = wire.split("\n\n").filter((line) => line !== "" && !line.startsWith(":"));
  for (const line of lines) if (!/^data: .+$/su.test(line)) throw new Error(`no line of data: ${line}`);
  return lines.filter((line) => line !== "data: [DONE]").map((line): JsonObject => JSON.parse(line.slice(6)));
}

function completionOf(chunks: JsonObject[]): JsonObject {
  const message: JsonObject = {};
  const calls: Call[] = [];
  let finish: JsonValue = null;
  let usage: JsonValue = null;
  const heads = new Set(chunks.map(({ id, object, created, model }) => JSON.stringify([id, object, created, model])));
  if (heads.size !== 1) throw new Error(`the chunks have more heads than one: ${[...heads].join(" ")}`);
  for (const [i, { choices, usage: counted }] of chunks.entries()) {
    const [choice] = choices as JsonObject[];
    if (isObject(counted)) {
      if (choice !== undefined || finish === null)
        throw new Error("usage stands in a chunk of its own, behind the finish");
      usage = counted;
    }
    if (choice === undefined) continue;
    if (finish !== null) throw new Error("a choice stands behind the finish");
    const { role, tool_calls: pieces, function_call: called, ...delta } = choice["delta"] as JsonObject;
    if ((role === "assistant") !== (i === 0)) throw new Error("the role stands first and once");
    addTexts(message, delta);
    for (const piece of (pieces ?? []) as JsonObject[]) addCall(calls, piece);
    if (isObject(called)) addFunctionCall(message, called);
    finish = choice["finish_reason"]!;
  }
  if (calls.length > 0) message["tool_calls"] = calls;
  return withoutNull({ role: "assistant", ...message, finish_reason: finish, usage });
}

function addTexts(message: JsonObject, delta: JsonObject): void {
  for (const [name, value] of Object.entries(delta)) {
    if (value === null) continue;
    if (!texts.includes(name)) message[name] = value;
    else if (value === "") throw new Error(`${name} is empty`);
    else message[name] = `${(message[name] as string | undefined) ?? ""}${value as string}`;
  }
}

/** The one call that there was before tools: its name first. */
function addFunctionCall(message: JsonObject, { name, arguments: json }: JsonObject): void {
  const open = message["function_call"];
  if ((name === undefined) !== isObject(open)) throw new Error("a function's call begins with its name, once");
  message["function_call"] = isObject(open)
    ? { ...open, arguments: `${String(open["arguments"])}${String(json)}` }
    : { name: name!, arguments: json! };
}

function addCall(calls: Call[], { index, function: called, ...members }: JsonObject): void {
  const { name, arguments: json } = called as { name?: string; arguments: string };
  if (name !== undefined) {
    if (index !== calls.length) throw new Error(`a call begins at ${String(index)} behind ${calls.length} others`);
    calls.push({ ...members, function: { name, arguments: json } } as Call);
    return;
  }
  if (index !== calls.length - 1) throw new Error(`arguments of the call ${String(index)} come late`);
  calls.at(-1)!.function.arguments += json;
}
