import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { expect } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import type { Column } from "./column.ts";
import type { Heard, Reply } from "./reply.ts";

/** The official client is given the same bytes: its own rules refuse what is out of order, and it hears the same. */
export async function expectClientHears({ caller, stream }: Column, { headers, body }: Reply, heard: Heard) {
  const fetch = async () => new Response(new Uint8Array(body), { headers });
  const options = { apiKey: "none", maxRetries: 0, fetch };
  const read = caller === "openai" ? readByOpenai : readByAnthropic;
  expect(await read(options, stream)).toEqual(partsOf(heard.answer));
}

type Options = { apiKey: string; maxRetries: number; fetch: typeof fetch };

/** What both sides call by the same names. */
function partsOf({ content, tool_calls, function_call, stop_reason, finish_reason }: JsonObject) {
  return { content: content ?? null, tool_calls, function_call, stop_reason, finish_reason };
}

async function readByOpenai(options: Options, stream: boolean) {
  const { completions } = new OpenAI(options).chat;
  const request = { model: "m", messages: [] };
  const { choices } = stream
    ? await completions.stream(request).finalChatCompletion()
    : await completions.create(request);
  const { message, finish_reason } = choices[0]!;
  return plain({ ...message, finish_reason });
}

async function readByAnthropic(options: Options, stream: boolean) {
  const { messages } = new Anthropic(options);
  const request = { model: "m", max_tokens: 9, messages: [] };
  return plain(stream ? await messages.stream(request).finalMessage() : await messages.create(request));
}

/** As JSON, without what the client adds to it. */
function plain(read: object) {
  const json: JsonObject = JSON.parse(JSON.stringify(read));
  const calls = json["tool_calls"] as { function: JsonObject }[] | undefined;
  for (const { function: called } of calls ?? []) delete called["parsed_arguments"];
  return partsOf(json);
}
