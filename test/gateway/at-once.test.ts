import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Rest } from "../support/rest.ts";
import { streamed, whole } from "./support/answers.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { exchangeStates } from "./support/ledger.ts";
import type { Script } from "./support/upstream.ts";

/** The same turn twice at once, by the official clients: a double click, or a client that tries again. */

let gateway: TestGateway;
let api: Rest;
beforeAll(async () => {
  gateway = await startGateway();
  api = new Rest(gateway.server);
});
afterAll(() => gateway.close());

type Turn = { role: "user" | "assistant"; content: string };
type Ask = (turns: Turn[]) => Promise<string>;
type Options = { headers?: Record<string, string>; timeout?: number };

const user = (content: string): Turn => ({ role: "user", content });

const clients: Record<string, { says: (text: string) => Script; as: (user: string, options?: Options) => Ask }> = {
  "OpenAI's": {
    says: (text) => whole.openai({ text }),
    as: (name, { headers, ...options } = {}) => {
      const defaultHeaders = { "X-Cairn-User": name, ...headers };
      const { url, key: apiKey } = gateway.server;
      const client = new OpenAI({ baseURL: `${url}/v1`, apiKey, defaultHeaders, ...options });
      return async (messages) => {
        const answer = await client.chat.completions.create({ model: "gpt-4.1", messages });
        return answer.choices[0]!.message.content!;
      };
    },
  },
  "Anthropic's, streamed": {
    says: (text) => streamed.anthropic({ text }),
    as: (name, { headers, ...options } = {}) => {
      const defaultHeaders = { "X-Cairn-User": name, ...headers };
      const { url: baseURL, key: apiKey } = gateway.server;
      const client = new Anthropic({ baseURL, apiKey, defaultHeaders, ...options });
      return (messages) => client.messages.stream({ model: "claude-opus-5", max_tokens: 99, messages }).finalText();
    },
  },
};

const after =
  (ms: number, script: Script): Script =>
  async (response, request) => {
    await sleep(ms);
    await script(response, request);
  };

async function stored(name: string): Promise<{ sessions: number; said: string[] }> {
  await expect.poll(() => exchangeStates(gateway.server)["open"] ?? 0).toBe(0);
  const { messages } = (await api.get(`/api/v1/messages?user_id=${encodeURIComponent(name)}`)).body;
  const sessions = new Set(messages.map((each: { session_id: string }) => each.session_id));
  return { sessions: sessions.size, said: messages.map((each: Turn) => `${each.role}: ${each.content}`).sort() };
}

/** What the provider was asked last, as it was sent: the first message of it. */
const firstMessageSent = (n: number) => JSON.parse(gateway.upstream.received.at(n)!.body.toString()).messages[0];

describe.each(Object.entries(clients))("%s client", (client, { says, as }) => {
  test.each([
    ["without a session", {}],
    ["in a session", { headers: { "x-session-id": `session of ${client}` } }],
  ])("a first turn is stored once, %s, and neither waits for the other", async (how, options) => {
    const name = `first ${how} ${client}`;
    const together = Promise.withResolvers<void>();
    let asked = 0;
    const meets =
      (text: string): Script =>
      async (response, request) => {
        if (++asked === 2) together.resolve();
        await together.promise; // until the other is here too
        await says(text)(response, request);
      };
    gateway.upstream.script(meets("In Lisbon, then."), meets("Lisbon it is."));
    const ask = as(name, options);
    const said = user("My sister Ana lives in Lisbon.");
    const replies = await Promise.all([ask([said]), ask([said])]);
    expect(replies.sort()).toEqual(["In Lisbon, then.", "Lisbon it is."]);
    expect(await stored(name)).toEqual({
      sessions: 1,
      said: ["assistant: In Lisbon, then.", "assistant: Lisbon it is.", "user: My sister Ana lives in Lisbon."],
    });
  });

  test("either reply is gone on from, with what that turn was shown, byte for byte", async () => {
    const name = `branches ${client}`;
    await api.post("/api/v1/working", { ...user("My sister Ana lives in Lisbon."), session_id: "s", user_id: name });
    gateway.upstream.script(after(100, says("Lisbon.")), after(100, says("In Portugal.")));
    const ask = as(name);
    const first = user("Where does my sister Ana live?");
    const replies = await Promise.all([ask([first]), ask([first])]);
    const shown = [firstMessageSent(-2), firstMessageSent(-1)];
    expect(JSON.stringify(shown[0])).toContain("lives in Lisbon");
    expect(shown[0]).toEqual(shown[1]);
    for (const reply of replies) {
      gateway.upstream.script(says("Indeed."));
      await ask([first, { role: "assistant", content: reply }, user("Are you sure?")]);
      expect(firstMessageSent(-1)).toEqual(shown[0]);
    }
  });

  test("a later turn is stored once, too", async () => {
    const name = `later ${client}`;
    gateway.upstream.script(says("Nice."), after(200, says("Porto.")), after(200, says("In Porto.")));
    const ask = as(name);
    const turns = [user("My brother Tom lives in Porto.")];
    turns.push({ role: "assistant", content: await ask(turns) }, user("Where does Tom live?"));
    await Promise.all([ask(turns), ask(turns)]);
    const { sessions, said } = await stored(name);
    expect([sessions, said.filter((each) => each.startsWith("user"))]).toEqual([
      1,
      ["user: My brother Tom lives in Porto.", "user: Where does Tom live?"],
    ]);
  });

  test("what a client asks again as its time was up is stored once, with the answer that it got", async () => {
    const name = `late ${client}`;
    gateway.upstream.script(() => undefined, says("Hello, Mia."));
    expect(await as(name, { timeout: 3_000 })([user("My cat is called Mia.")])).toBe("Hello, Mia.");
    expect(await stored(name)).toEqual({
      sessions: 1,
      said: ["assistant: Hello, Mia.", "user: My cat is called Mia."],
    });
  });
});

test("others who say the same at the same time have threads of their own", async () => {
  const { says, as } = clients["OpenAI's"]!;
  gateway.upstream.script(says("a"), says("b"), says("c"));
  const said = [user("My sister Ana lives in Lisbon.")];
  await Promise.all([as("ana")(said), as("ben")(said), as("ben", { headers: { "x-session-id": "other" } })(said)]);
  expect([(await stored("ana")).sessions, (await stored("ben")).sessions]).toEqual([1, 2]);
});
