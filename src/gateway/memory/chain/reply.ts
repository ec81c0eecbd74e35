import { hash } from "node:crypto";
import { isObject, type JsonObject, type JsonValue } from "../../../json.ts";
import type { Answer } from "../../chat/answer.ts";
import { squeeze } from "./texts.ts";

/**
 * An assistant's reply, known again when its client sends it back: clients keep it as text or as parts, in one message or
 * more, leave thoughts out, trim. So it is what was said, without white space, and the names of the tools that were called.
 */
export function fingerprintOfMessages(messages: readonly JsonObject[]): string {
  return fingerprint(messages.map(saidIn));
}

/**
 * The same for an answer on its way to the client, which continues what the caller let the assistant begin with.
 * `undefined` where it says nothing.
 */
export function fingerprintOfAnswer(answer: Answer, beginning: readonly JsonObject[] = []): string | undefined {
  const said = saidBy(answer);
  const called = answer.parts.flatMap((part) => (part.kind === "tool_use" ? [part.name] : []));
  if (said.length === 0 && called.length === 0) return undefined;
  return fingerprint([...beginning.map(saidIn), { said, called }]);
}

/**
 * What the reply to a turn, by the place of its last message, may be known by, as its client sends it back: the
 * assistant's first message after it, or all of them. Empty where there is none, `undefined` where its words are not
 * sent back.
 */
export function repliesAfter(messages: readonly JsonObject[], turn: number): string[] | undefined {
  let end = turn + 1;
  while (messages[end]?.["role"] === "assistant") end++;
  const replies = messages.slice(turn + 1, end);
  if (replies.some(isReference)) return undefined;
  const known = replies.length > 1 ? [replies.slice(0, 1), replies] : [replies];
  return replies.length === 0 ? [] : known.map(fingerprintOfMessages);
}

/** What was spoken is sent back by its id: OpenAI knows the words. */
function isReference(message: JsonObject): boolean {
  return isObject(message["audio"]) && saidIn(message).said.join("") === "";
}

/** The words of an assistant's messages as they are, to be gone on from. */
export function wordsOf(messages: readonly JsonObject[]): string {
  return messages.flatMap((message) => saidIn(message).said).join("");
}

/**
 * An answer of a model that may say again the last of what the caller let it begin with: with those words, whole, and
 * what stands before them. One that ends while it says them again has said nothing else.
 */
export function withRepeated(
  answer: Answer,
  beginning: readonly JsonObject[],
): { answer: Answer; beginning: readonly JsonObject[] } {
  const words = wordsOf(beginning.slice(-1));
  const said = saidBy(answer).join("");
  const before = beginning.slice(0, -1);
  if (said.startsWith(words)) return { answer, beginning: before };
  if (said === "" || !words.startsWith(said)) return { answer, beginning };
  const others = answer.parts.filter(({ kind }) => kind !== "text" && kind !== "refusal");
  return { answer: { ...answer, parts: [{ kind: "text", text: words }, ...others] }, beginning: before };
}

function saidBy({ parts }: Answer): string[] {
  return parts.flatMap((part) => (part.kind === "text" || part.kind === "refusal" ? [part.text] : []));
}

type Said = { said: string[]; called: string[] };

function saidIn({ content, audio, refusal, tool_calls: toolCalls, function_call: functionCall }: JsonObject): Said {
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  const written = typeof content === "string" ? [content] : parts.flatMap(({ text, refusal }) => texts(text, refusal));
  const said = written.join("") === "" && isObject(audio) ? texts(audio["transcript"]) : written;
  const called = parts.filter(({ type }) => type === "tool_use").map(({ name }) => name);
  const calls = Array.isArray(toolCalls) ? toolCalls.filter(isObject).map(calledIn) : [];
  const asFunction = calls.length === 0 && isObject(functionCall) ? functionCall["name"] : undefined;
  return { said: [...said, ...texts(refusal)], called: texts(...called, ...calls, asFunction) };
}

function calledIn(call: JsonObject): JsonValue | undefined {
  const called = call["function"] ?? call["custom"];
  return isObject(called) ? called["name"] : undefined;
}

function texts(...values: (JsonValue | undefined)[]): string[] {
  return values.filter((value) => typeof value === "string");
}

function fingerprint(all: readonly Said[]): string {
  const text = squeeze(all.flatMap(({ said }) => said).join(""));
  return hash("sha256", JSON.stringify([text, ...all.flatMap(({ called }) => called)]), "base64url");
}
