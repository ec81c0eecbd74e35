import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { parsed } from "../../../src/gateway/parsed-request.ts";
import type { JsonObject } from "../../../src/json.ts";
import { Completion } from "../../../src/gateway/completion.ts";
import type { GatewayRequest } from "../../../src/gateway/exchange.ts";
import { knownProviders } from "../../../src/gateway/model/known-providers.ts";
import { ann, assistant, user, World } from "./world.ts";

/** A model that stands in for another is shown what that one was, and what the caller is told of. */

const first = "claude-opus-5";
const other = "claude-sonnet-4-5";
const key = { reveal: () => "sk" };
const providers = knownProviders.map((provider) => ({ ...provider, key }));

/** The first model is overloaded, the other answers. What each was sent, and what the caller was told. */
async function askBoth(world: World, messages: JsonObject[]) {
  const body = Buffer.from(JSON.stringify({ model: first, max_tokens: 100, messages }));
  const sent: { model: string; messages: JsonObject[] }[] = [];
  const told: Record<string, string> = {};
  const ports = {
    providers,
    fallbacks: [{ models: first, others: [other] }],
    memory: world.memory,
    upstreams: {
      send: async (request: { body?: Buffer }) => {
        sent.push(JSON.parse(request.body!.toString()) as (typeof sent)[number]);
        const text = JSON.stringify(sent.length === 1 ? { type: "error" } : said);
        return { status: sent.length === 1 ? 529 : 200, headers: json, body: Readable.from([Buffer.from(text)]) };
      },
    },
    spending: { permit() {}, allows: () => true, admit: async () => {}, charge() {} },
    openRequests: { enter: () => ({ [Symbol.dispose]() {} }) },
    keyWatch: { watch: () => ({ signal: new AbortController().signal, [Symbol.dispose]() {} }) },
    observer: { ended() {} },
    onError: (error: unknown) => void world.errors.push(error),
    pingMs: 60_000,
  };
  const ask: GatewayRequest = {
    caller: { account: { id: ann.account }, key: { id: "k", user: ann.user } } as GatewayRequest["caller"], // no more is read
    dialect: "anthropic",
    body,
    headers: {},
    query: "",
    requestId: "r",
    signal: new AbortController().signal,
    tell: (headers) => void Object.assign(told, headers),
    noteFailure: () => undefined,
  };
  const reply = await new Completion(ports, parsed(ask)).answer();
  for await (const _ of reply.body as AsyncIterable<Uint8Array>); // to its end
  expect(sent.map(({ model }) => model)).toEqual([first, other]);
  return { sent: sent.map((each) => each.messages), told };
}

const json = { "content-type": "application/json" };
const said = {
  id: "m",
  type: "message",
  role: "assistant",
  model: other,
  content: [{ type: "text", text: "d" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 1, output_tokens: 1 },
};

test("nothing, where memory failed for the first", async () => {
  await using world = await World.create();
  world.finds(await world.said("Oslo"));
  let searches = 0;
  Object.defineProperty(world, "fail", {
    get: () => (searches++ === 0 ? () => Promise.reject(new Error("scripted")) : undefined),
  });
  const messages = [user("the first question")];
  const { sent, told } = await askBoth(world, messages);
  expect(told).toMatchObject({ "x-cairn-memory": "skipped", "x-cairn-memory-reason": "error" });
  expect(sent).toEqual([messages, messages]);
});

test("the same, at places that it takes, and it is searched for once", async () => {
  await using world = await World.create();
  const held = [user("the first question"), assistant("b"), user("the next question")];
  await world.exchange({ messages: held.slice(0, 1) }, "b");
  world.asked.length = 0;
  world.finds(await world.pattern("Deploy"), await world.said("Oslo"));
  const { sent, told } = await askBoth(world, held);
  expect(world.asked).toHaveLength(1);
  expect(told).toMatchObject({ "x-cairn-memory-items": "2", "x-cairn-memory-position": "message, part" });
  const [atFirst, atOther] = sent;
  expect(atFirst!.map(({ role }) => role)).toEqual(["user", "assistant", "user", "system"]);
  expect(atOther!.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  for (const each of sent) expect(JSON.stringify(each)).toMatch(/Deploy[^]*Oslo|Oslo[^]*Deploy/u);
  expect((await world.stored()).map(({ text }) => text).slice(2)).toEqual(["the next question", "d"]);

  world.finds();
  const next = { messages: [...held, assistant("d"), user("the last question")] };
  const { upstream } = await world.prepare(next, { target: { provider: "p", model: other, systemInMessages: false } });
  const { messages } = JSON.parse(upstream.toString()) as { messages: JsonObject[] };
  expect(messages.slice(0, 3)).toEqual(atOther);
});
