import { expect } from "vitest";
import type { JsonObject } from "../../../../src/json.ts";
import { json } from "../../support/upstream.ts";
import { base, modelOf } from "../bodies.ts";
import { nameOf, type Caller, type Column, type Upstream } from "../column.ts";
import { request } from "../fails.ts";
import { hear } from "../hear.ts";
import type { Reply } from "../reply.ts";
import { kept, type Outcome, type Row } from "../row.ts";
import { answers, sseOf, wireOf } from "../wires.ts";
import type { World } from "../world.ts";

const providerOf: Record<Upstream, string> = { openai: "openai", anthropic: "anthropic", gemini: "google" };
const hi = { role: "user", content: "hi" };
const fine = (column: Column) => answers(column, wireOf(column.upstream, { parts: [{ text: "Fine." }] }));

function pathOf({ upstream, stream }: Column, model: string): string {
  switch (upstream) {
    case "openai":
      return "/openai/chat/completions";
    case "anthropic":
      return "/anthropic/messages";
    case "gemini":
      return `/gemini/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`;
  }
}

/** A refusal of our own, in the caller's words. */
export function expectRefused(caller: Caller, reply: Reply, status: number, message: RegExp): void {
  expect(reply.status).toBe(status);
  const { error } = hear(caller, reply);
  expect(error).toMatchObject({ type: expect.any(String), message: expect.stringMatching(message) });
  expect(Object.keys(error!).toSorted()).toEqual(
    caller === "openai" ? ["code", "message", "param", "type"] : ["message", "type"],
  );
}

async function expectModel(column: Column, world: World, model: string, sent: string): Promise<Outcome> {
  const body = JSON.stringify(base(column, model, {}));
  const { arrived, reply } = await world.exchange(column, body, fine(column));
  expect(reply.status, reply.body.toString()).toBe(200);
  expect(arrived?.path).toBe(pathOf(column, sent));
  const { model: named } = JSON.parse(String(arrived?.body)) as JsonObject;
  expect(named).toBe(column.upstream === "gemini" ? undefined : sent);
  if (column.caller === column.upstream) {
    expect(arrived?.body.toString()).toBe(body.replace(JSON.stringify(model), JSON.stringify(sent)));
  }
  return kept;
}

export const requestRows: readonly Row[] = [
  {
    name: "A model is found by its name alone",
    run: (column, world) => expectModel(column, world, modelOf[column.upstream], modelOf[column.upstream]),
  },
  {
    name: "A model is named behind its provider, which ends at the first slash",
    run: (column, world) => {
      const model = "some/model:7b";
      return expectModel(column, world, `${providerOf[column.upstream]}/${model}`, model);
    },
  },
  {
    name: "The provider gets the server's key, and neither the caller's nor what names it",
    async run(column, world) {
      const headers = {
        "x-api-key": world.server.key,
        cookie: "a=b",
        "openai-organization": "org-1",
        "x-cairn-user": "ann",
      };
      const { arrived } = await world.exchange(column, request(column), fine(column), { headers });
      const given = {
        openai: ["authorization", "Bearer sk-openai"],
        anthropic: ["x-api-key", "sk-anthropic"],
        gemini: ["x-goog-api-key", "sk-gemini"],
      };
      const [name, value] = given[column.upstream];
      expect(arrived?.headers[name!]).toBe(value);
      expect(JSON.stringify(arrived?.headers)).not.toContain(world.server.key);
      for (const each of ["cookie", "openai-organization", "x-cairn-user"])
        expect(arrived?.headers).not.toHaveProperty(each);
      const others = ["authorization", "x-api-key", "x-goog-api-key"].filter((each) => each !== name);
      for (const each of others) expect(arrived?.headers).not.toHaveProperty(each);
      return kept;
    },
  },
  {
    name: "Headers that nobody knows pass, both ways",
    async run(column, world) {
      const headers = {
        "x-new-thing": "1",
        "anthropic-version": "2023-06-01",
        "anthropic-beta": "a-1,b-2",
        "user-agent": "tool/1",
      };
      const script = answers(column, wireOf(column.upstream, { parts: [{ text: "Fine." }] }), {
        "x-newer-thing": "2",
        "x-request-id": "up-1",
      });
      const { arrived, reply } = await world.exchange(column, request(column), script, { headers });
      expect(arrived?.headers).toMatchObject(headers);
      expect(reply.headers.get("x-newer-thing")).toBe("2");
      expect(reply.headers.get("x-cairn-upstream-request-id")).toBe("up-1");
      expect(reply.headers.get("x-request-id")).not.toBe("up-1");
      return kept;
    },
  },
  {
    name: "A caller that goes away takes its request along",
    async run(column, world) {
      const { upstream, stream } = column;
      const wire = wireOf(upstream, { parts: [{ text: "Fine." }] });
      let seen = () => {};
      const arrived = new Promise<void>((done) => (seen = done));
      world.upstream.always((response) => {
        if (stream) response.writeHead(200, { "content-type": "text/event-stream" });
        if (stream) response.write(sseOf(upstream, wire.pieces.slice(0, -2)));
        seen();
      });
      const controller = new AbortController();
      const answer = world.post(column.caller, request(column), { signal: controller.signal });
      await arrived;
      const { gone } = world.upstream.last;
      if (stream) await (await answer).body!.getReader().read();
      const atMs = performance.now();
      controller.abort();
      await Promise.all([gone, answer.catch(() => undefined)]);
      expect(performance.now() - atMs).toBeLessThan(1_000);
      return kept;
    },
  },
  {
    name: "A body of the Responses API is refused with a word of it",
    async run(column, world) {
      const body = JSON.stringify({ model: modelOf[column.upstream], input: "hi", stream: column.stream });
      const { reply, arrived } = await world.exchange(column, body, fine(column));
      expectRefused(column.caller, reply, 400, /messages.*`input` belongs to OpenAI's Responses API/u);
      expect(arrived).toBeUndefined();
      return kept;
    },
  },
  {
    name: "A result of a call that nobody made: the provider of the same dialect decides, for others it is refused",
    async run(column, world) {
      const { caller, upstream } = column;
      const messages = {
        openai: [hi, { role: "tool", tool_call_id: "b", content: "x" }],
        anthropic: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "b", content: "x" }] }],
      }[caller];
      const body = JSON.stringify(base(column, modelOf[upstream], { messages }));
      const { reply, arrived } = await world.exchange(column, body, fine(column));
      if (caller === upstream) expect(arrived?.body.toString()).toBe(body);
      else expectRefused(caller, reply, 400, /messages\[.*"b" is not one/u);
      return kept;
    },
  },
  {
    name: "What is no JSON, and no list of messages",
    async run(column, world) {
      for (const [body, words] of [
        ["{", /must be valid JSON/u],
        ["[]", /must be a JSON object/u],
        [JSON.stringify({ model: modelOf[column.upstream], messages: "hi" }), /messages: must be an array/u],
        [JSON.stringify({ messages: [hi] }), /model: must be a model's name/u],
        [
          JSON.stringify({ model: modelOf[column.upstream], messages: [hi], stream: "yes" }),
          /stream: must be true or false/u,
        ],
      ] as const) {
        const { reply, arrived } = await world.exchange(column, body, fine(column));
        expectRefused(column.caller, reply, 400, words);
        expect(arrived).toBeUndefined();
      }
      return kept;
    },
  },
  {
    name: "A caller without a key",
    async run(column, world) {
      const headers = { authorization: "Bearer ck_none_of_ours" };
      const { reply, arrived } = await world.exchange(column, request(column), fine(column), { headers });
      expectRefused(column.caller, reply, 401, /./u);
      expect(arrived).toBeUndefined();
      return kept;
    },
  },
  {
    name: "A model that nobody has, with the nearest names",
    async run(column, world) {
      const body = JSON.stringify(base(column, `x-${modelOf[column.upstream]}`, {}));
      const { reply } = await world.exchange(column, body, fine(column));
      expectRefused(column.caller, reply, 404, new RegExp(`nearest are .*${modelOf[column.upstream]}`, "u"));
      return kept;
    },
  },
  {
    name: "A session's id opens nothing: another account's session of the same id is shown nothing of it",
    async run(column, world) {
      const secret = `Waldorf${nameOf(column).replaceAll(/\W/gu, "")}`;
      const says = (content: string) =>
        JSON.stringify(base(column, modelOf[column.upstream], { messages: [{ role: "user", content }] }));
      const user = `ann-${column.caller}-${column.upstream}`;
      const session = { "x-session-id": "s-1", "x-cairn-user": user, "x-cairn-memory": "on" };
      const stranger = { ...session, authorization: `Bearer ${world.strangersKey}` };
      const question = says("What is my green umbrella called?");
      await world.exchange(column, says(`My green umbrella is called ${secret}.`), fine(column), { headers: session });
      await world.shows(secret, column, question, user);
      const { arrived: theirs } = await world.exchange(column, question, fine(column), { headers: stranger });
      expect(theirs?.body.toString()).not.toContain("Waldorf");
      return kept;
    },
  },
  {
    name: "Tokens are counted with system text and tools",
    async run(column, world) {
      const { caller, upstream } = column;
      if (caller === "openai") return { is: "absent", why: "OpenAI's dialect has no such path." };
      const tool = { name: "f", description: "Opens it. ".repeat(100), input_schema: { type: "object" } };
      const long = { system: "Be brief. ".repeat(100), tools: [tool] };
      const body = JSON.stringify(base(column, modelOf[upstream], { max_tokens: undefined, ...long }));
      const script = json(200, upstream === "gemini" ? { totalTokens: 777 } : { input_tokens: 777 });
      const { arrived, reply } = await world.exchange(column, body, script, { path: "/v1/messages/count_tokens" });
      const { input_tokens: counted } = JSON.parse(reply.body.toString()) as { input_tokens: number };
      if (upstream === "openai") {
        expect(counted).toBeGreaterThan(400);
        expect(counted).toBeLessThan(1_000);
        expect(reply.headers.get("x-cairn-loss")).toBe("count_tokens; emulated");
        return { is: "lost", told: "count_tokens; emulated" };
      }
      expect(counted).toBe(777);
      expect(arrived?.body.toString()).toContain("Be brief.");
      expect(arrived?.body.toString()).toContain("Opens it.");
      return kept;
    },
  },
  {
    name: "A stream tells its usage where that was asked for",
    async run(column, world) {
      const { caller, upstream } = column;
      if (caller === "anthropic") return { is: "absent", why: "In Anthropic's dialect a stream always tells it." };
      const body = JSON.stringify(base(column, modelOf[upstream], { stream_options: undefined }));
      const wire = wireOf(upstream, { parts: [{ text: "Fine." }] });
      const { arrived, reply } = await world.exchange(column, body, answers(column, wire));
      if (caller === upstream) expect(arrived?.body.toString()).toBe(body);
      else expect("usage" in hear(caller, reply).answer).toBe(!column.stream);
      return kept;
    },
  },
];
