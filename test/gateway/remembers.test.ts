import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { membersAt } from "../../src/gateway/wire/spans.ts";
import { Rest } from "../support/rest.ts";
import type { TestServer } from "../support/server.ts";
import { streamed, whole, type Said } from "./support/answers.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import type { Upstream } from "./support/upstream.ts";

/**
 * The promise of the gateway, kept from end to end: clients change their address and key, and have memory. Official
 * clients talk for five turns through each pair of dialects, with tools, streamed and whole by turns.
 */

let gateway: TestGateway;
let server: TestServer;
let upstream: Upstream;

beforeAll(async () => {
  gateway = await startGateway();
  ({ server, upstream } = gateway);
});
afterAll(async () => {
  await gateway.close();
});

const models = { openai: "gpt-4.1", anthropic: "claude-opus-4-5", gemini: "gemini-2.5-pro" };
const tool = { name: "look_up", parameters: { type: "object", properties: { city: { type: "string" } } } } as const;
const call = { id: "call_1", name: "look_up", input: { city: "Lisbon" } };

/** What is said in five turns: the fourth is what a tool gave. */
const turns: { user?: string; result?: string; answer: Said }[] = [
  {
    user: "Where does my sister Ana live, and what does she keep there?",
    answer: { text: "In Lisbon, with her bees." },
  },
  { user: "How far is that from Porto by train?", answer: { text: "About three hours by train." } },
  { user: "Look up the weather there for tomorrow, please.", answer: { text: "I look it up.", tool: call } },
  { result: "Sunny, 24 degrees", answer: { text: "It will be sunny in Lisbon." } },
  { user: "Then write her that I come on Friday evening.", answer: { text: "Dear Ana, I come on Friday evening." } },
];

/** A client that holds a conversation as its users do: it keeps what it was answered, and sends it back. */
type Talker = (turn: (typeof turns)[number], isStream: boolean) => Promise<void>;

function openaiTalker(model: string, user: string): Talker {
  const client = new OpenAI({ apiKey: server.key, baseURL: `${server.url}/v1`, maxRetries: 0 });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "system", content: "You are a friend." }];
  const tools = [{ type: "function" as const, function: tool }];
  return async ({ user: said, result }, isStream) => {
    if (said !== undefined) messages.push({ role: "user", content: said });
    if (result !== undefined) messages.push({ role: "tool", tool_call_id: calledIn(messages), content: result });
    const request = { model, messages, tools };
    const options = { headers: { "x-cairn-user": user } };
    const answer = isStream
      ? await client.chat.completions.stream(request, options).finalChatCompletion()
      : await client.chat.completions.create(request, options);
    messages.push(answer.choices[0]!.message);
  };
}

function calledIn(messages: OpenAI.ChatCompletionMessageParam[]): string {
  const last = messages.at(-1);
  if (last?.role !== "assistant") throw new Error("nothing was called");
  return last.tool_calls![0]!.id;
}

function anthropicTalker(model: string, user: string): Talker {
  const client = new Anthropic({ apiKey: server.key, baseURL: server.url, maxRetries: 0 });
  const messages: Anthropic.MessageParam[] = [];
  const tools = [{ name: tool.name, input_schema: tool.parameters }];
  return async ({ user: said, result }, isStream) => {
    if (said !== undefined) messages.push({ role: "user", content: said });
    if (result !== undefined) {
      const called = (messages.at(-1)!.content as Anthropic.ContentBlock[]).find((block) => block.type === "tool_use");
      const block = { type: "tool_result" as const, tool_use_id: called!.id, content: result };
      messages.push({ role: "user", content: [block] });
    }
    const request = { model, max_tokens: 100, system: "You are a friend.", messages, tools };
    const options = { headers: { "x-cairn-user": user } };
    const answer = isStream
      ? await client.messages.stream(request, options).finalMessage()
      : await client.messages.create(request, options);
    messages.push({ role: "assistant", content: answer.content });
  };
}

const talkers = { openai: openaiTalker, anthropic: anthropicTalker };
const pairs = (["openai", "anthropic"] as const).flatMap((caller) =>
  (["openai", "anthropic", "gemini"] as const).map((provider) => ({ caller, provider })),
);

/** A request up to the end of its last message: what the next one has to begin with. */
function conversationOf(body: Buffer): Buffer {
  const members = membersAt(body);
  const { end } = (members.get("messages") ?? members.get("contents"))!;
  return body.subarray(0, end - 1);
}

describe.each(pairs)("$caller's client with a model of $provider", ({ caller, provider }) => {
  const user = `${caller}-${provider}`;

  test("is reminded of an earlier conversation, keeps its prefix, and is remembered", async () => {
    const talk = (name: string): Talker => talkers[caller](models[provider], name);
    upstream.script(whole[provider]({ text: "How lovely!" }));
    await talk(user)(
      { user: "My sister Ana lives in Lisbon and keeps bees on her roof.", answer: { text: "" } },
      false,
    );

    const first = upstream.received.length;
    const speak = talk(user);
    for (const [i, turn] of turns.entries()) {
      upstream.script((i % 2 === 0 ? streamed : whole)[provider](turn.answer));
      await speak(turn, i % 2 === 0);
    }

    const bodies = upstream.received.slice(first).map(({ body }) => body);
    expect(bodies).toHaveLength(turns.length);
    expect(bodies[0]!.toString()).toMatch(/cairn_memory.*keeps bees on her roof/su);
    for (const [i, body] of bodies.slice(1).entries()) {
      const before = conversationOf(bodies[i]!);
      expect(body.subarray(0, before.length).toString()).toBe(before.toString());
    }

    const rest = new Rest(server);
    const { body: found } = await rest.post("/api/v1/memory/search", {
      query: "write her that I come on Friday evening",
      user_id: user,
      limit: 5,
    });
    const session: string = found.results[0].metadata.session_id;
    const { body: stored } = await rest.get(`/api/v1/sessions/${session}/messages?user_id=${user}&limit=50`);
    const texts = stored.messages.map(({ role, content }: { role: string; content: string }) => `${role}: ${content}`);
    expect(texts).toEqual(
      turns.flatMap(({ user: said, answer }) => [
        ...(said === undefined ? [] : [`user: ${said}`]),
        `assistant: ${answer.text}`,
      ]),
    );
    for (const { user: said } of turns) {
      if (said === undefined) continue;
      const { body } = await rest.post("/api/v1/memory/search", { query: said, user_id: user, limit: 3 });
      expect(body.results.map(({ content }: { content: string }) => content)).toContain(said);
    }
  });
});
