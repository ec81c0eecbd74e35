import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, startServer, type TestServer } from "../../support/server.ts";
import { Rest } from "../../support/rest.ts";
import { json, Upstream } from "../support/upstream.ts";
import * as faults from "./faults.ts";
import { Client, ways } from "./ways.ts";
import { heard } from "./wires.ts";

/** Another model answers where a provider is unavailable, in the dialect and the way that were asked for. */

let server: TestServer;
let openai: Upstream;
let anthropic: Upstream;
let client: Client;

const rules = "gpt-4.1=google/gemini-2.5-pro,local/none,claude-haiku-4-5; claude-*=gpt-4.1; mistral-*=claude-haiku-4-5";

beforeAll(async () => {
  [openai, anthropic] = await Promise.all([Upstream.start(), Upstream.start()]);
  server = await startServer({
    env: {
      OPENAI_API_KEY: "sk-openai",
      ANTHROPIC_API_KEY: "sk-anthropic",
      CAIRN_OPENAI_URL: openai.url,
      CAIRN_ANTHROPIC_URL: anthropic.url,
      CAIRN_PROVIDERS: `local=http://127.0.0.1:${await freePort()}`,
      CAIRN_FALLBACKS: rules,
    },
  });
  client = new Client(server);
});
afterAll(async () => {
  client.close();
  await server.remove();
  await Promise.all([openai.close(), anthropic.close()]);
});

describe.each(ways)("$name", (way) => {
  const [own, other] = way.from === "openai" ? [() => openai, () => anthropic] : [() => anthropic, () => openai];
  const instead = way.from === "openai" ? "anthropic/claude-haiku-4-5" : "openai/gpt-4.1";
  const get = async (first: faults.Fault, second: faults.Fault = faults.answersWell) => {
    own().always(faults.inAllWays(first));
    other().always(faults.inAllWays(second));
    own().received.length = 0;
    other().received.length = 0;
    return client.get(way);
  };

  test.each<[string, faults.Fault]>([
    ["429", faults.refuses(429)],
    ["529", faults.refuses(529)],
    ["500", faults.refuses(500)],
    ["401, which refuses the server's key", faults.refuses(401)],
    ["a reset", faults.resetsAtOnce],
  ])("after %s, and it is told who answered", async (_what, fault) => {
    const came = await get(fault);
    expect(came.status).toBe(200);
    expect(heard(way, came.text)).toBe(faults.said);
    expect(came.headers["x-cairn-model"]).toBe(instead);
    expect([own().received.length, other().received.length]).toEqual([1, 1]);
  });

  test("not where it answers", async () => {
    const came = await get(faults.answersWell);
    expect(heard(way, came.text)).toBe(faults.said);
    expect(came.headers["x-cairn-model"]).toBeUndefined();
    expect(other().received).toHaveLength(0);
  });

  test("not where it refuses what is asked, nor once its answer has begun", async () => {
    const refused = await get(faults.refuses(400));
    expect([refused.status, refused.headers["x-cairn-model"], other().received.length]).toEqual([400, undefined, 0]);
    await get(faults.resetsInTheMiddle);
    expect(other().received).toHaveLength(0);
  });

  test("where nobody who stands in takes the request, the first one's word is told", async () => {
    const came = await get(faults.refuses(503), faults.refuses(400));
    expect([came.status, came.headers["x-cairn-model"]]).toEqual([503, undefined]);
    expect(came.text).toContain("says 503");
    expect(other().received).toHaveLength(1);
  });

  test("where all are unavailable, the last one's word is told", async () => {
    const came = await get(faults.refuses(429), faults.refuses(500));
    expect(came.status).toBe(500);
    expect(came.text).toContain("says 500");
    expect(came.headers["x-cairn-model"]).toBe(instead);
  });
});

test("what a stand-in could not be told is no loss of the first one's answer", async () => {
  const body = { model: "gpt-4.1", seed: 7, messages: [{ role: "user", content: "Weather?" }] };
  const lossOf = async (fault: faults.Fault) => {
    openai.always(faults.inAllWays(faults.refuses(503)));
    anthropic.always(faults.inAllWays(fault));
    const { headers } = await new Rest(server).post("/v1/chat/completions", body);
    return headers.get("x-cairn-loss");
  };
  expect(await lossOf(faults.answersWell)).toContain("seed; dropped");
  expect(await lossOf(faults.refuses(400))).toBeNull();
});

test("what the first one could not be told is, though others were asked behind it", async () => {
  openai.always(faults.inAllWays(faults.refuses(503)));
  anthropic.always(faults.inAllWays(faults.refuses(400)));
  const body = { model: "gpt-4.1", max_tokens: 9, top_k: 7, messages: [{ role: "user", content: "Weather?" }] };
  const { status, headers } = await new Rest(server).post("/v1/messages", body);
  expect([status, headers.get("x-cairn-loss")]).toEqual([503, "top_k; dropped"]);
});

test("tokens are counted by who would be asked, where the model's own provider has no key", async () => {
  anthropic.script(json(200, { input_tokens: 77 }));
  const messages = [{ role: "user", content: "hi" }];
  const answer = await new Rest(server).post("/v1/messages/count_tokens", { model: "mistral-large-4", messages });
  expect([answer.status, answer.body]).toEqual([200, { input_tokens: 77 }]);
  expect(answer.headers.get("x-cairn-model")).toBe("anthropic/claude-haiku-4-5");
  expect(JSON.parse(anthropic.last.body.toString())).toEqual({ model: "claude-haiku-4-5", messages });
});
