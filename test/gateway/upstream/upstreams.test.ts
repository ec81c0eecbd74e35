import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../../../src/error.ts";
import { knownProviders } from "../../../src/gateway/model/known-providers.ts";
import type { Provider } from "../../../src/gateway/model/provider.ts";
import { Upstreams } from "../../../src/gateway/upstream/upstreams.ts";
import { freePort } from "../../support/server.ts";
import { json, Upstream, type Script } from "../support/upstream.ts";
import { provider, request } from "./support.ts";

/** Requests to a provider that says what it is told to. */

let upstream: Upstream;
let upstreams: Upstreams;

beforeEach(async () => {
  upstream = await Upstream.start();
  upstreams = new Upstreams({ failures: 3, openMs: 100, firstByteTimeoutMs: 400, silenceMs: 400 });
});
afterEach(async () => {
  await upstreams.close();
  await upstream.close();
});

const ok = json(200, "fine");
const soon = { "retry-after-ms": "1" };
const send = (more = {}) => upstreams.send(request(provider(upstream.url), more));
const known = (id: string): Provider => ({
  ...provider(upstream.url, id),
  ...knownProviders.find((each) => each.id === id),
  url: upstream.url,
});
const status = async (more = {}) => {
  const answer = await send(more);
  await text(answer.body);
  return answer.status;
};
const failure = async (sent: Promise<unknown>) => {
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError; // just seen
};

describe("a request is sent again", () => {
  test.each([429, 503, 529])("after %i, over the same connection", async (refused) => {
    upstream.script(json(refused, "{}", soon), json(refused, "{}", soon), ok);
    expect(await status()).toBe(200);
    expect(upstream.received).toHaveLength(3);
    expect(upstream.connections).toBe(1);
  });

  test("twice at most; then the answer is the caller's, with its headers", async () => {
    upstream.script(...[1, 2, 3].map((n) => json(529, `answer ${n}`, { ...soon, "x-more": String(n) })));
    const answer = await send();
    expect([answer.status, answer.headers["x-more"], answer.headers["retry-after-ms"]]).toEqual([529, "3", "1"]);
    expect(await text(answer.body)).toBe("answer 3");
  });

  test("but not where it may have been worked on, or the wait is long", async () => {
    upstream.script(json(500, "{}", soon), json(502, "{}", soon), json(429, "{}", { "retry-after": "60" }));
    expect([await status(), await status(), await status()]).toEqual([500, 502, 429]);
    expect(upstream.received).toHaveLength(3);
  });

  test("nor after a connection broke under it", async () => {
    upstream.script((response) => void response.destroy());
    expect((await failure(send())).code).toBe("unavailable");
    expect(upstream.received).toHaveLength(1);
  });

  test("nor for a caller who went away meanwhile: the reason is its own", async () => {
    const controller = new AbortController();
    upstream.script(json(429, "{}", { "retry-after": "5" }));
    const sent = send({ signal: controller.signal });
    const told = failure(sent);
    await upstream.next;
    await sleep(20);
    controller.abort(new AppError("cancelled", "gone"));
    expect((await told).code).toBe("cancelled");
    expect(upstream.received).toHaveLength(1);
  });

  test("a rest that never ends does not keep it", async () => {
    const hanging: Script = (response) => {
      response.writeHead(429, soon);
      response.write("wait");
    };
    upstream.script(hanging, ok);
    expect(await status()).toBe(200);
    await upstream.received[0]!.gone;
  });
});

describe("the circuit", () => {
  const fail = async (script: () => Script, times: number) => {
    for (let n = 0; n < times; n++) {
      upstream.script(script());
      await status({ headers: { "x-stainless-retry-count": "1" } });
    }
  };

  test.each([502, 503, 504, 529])("opens after answers of %i in a row", async (outage) => {
    await fail(() => json(outage, "{}"), 3);
    expect(upstreams.isOpen("openai")).toBe(true);
    const error = await failure(send());
    expect(error.message).toContain("has failed too often");
    expect(error.retryAfterS).toBe(1);
    expect(upstream.received).toHaveLength(3);
    expect(upstreams.lastErrorAt("openai")).toBeGreaterThan(Date.now() - 10_000);
  });

  test("stays closed where our key is refused, which nobody else's 401 tells", async () => {
    for (let n = 0; n < 8; n++) {
      upstream.script(json(401, { error: { message: "Incorrect API key provided: sk-op*nai." } }));
      const error = await failure(send());
      expect([error.code, error.message]).toEqual([
        "unavailable",
        'the provider "openai" refused the API key that this server uses: check OPENAI_API_KEY',
      ]);
    }
    expect(upstreams.isOpen("openai")).toBe(false);
  });

  test("Google's 400 for a wrong key is the same; its others pass", async () => {
    const google = known("google");
    const said = (reason: string) => ({ error: { code: 400, status: "INVALID_ARGUMENT", details: [{ reason }] } });
    upstream.script(json(400, said("API_KEY_INVALID")), json(400, said("OTHER")), json(400, "no JSON"));
    const error = await failure(upstreams.send(request(google)));
    expect([error.code, error.message, error.isLasting]).toEqual([
      "unavailable",
      'the provider "google" refused the API key that this server uses: check GEMINI_API_KEY',
      true,
    ]);
    const answer = await upstreams.send(request(google));
    expect([answer.status, JSON.parse(await text(answer.body))]).toEqual([400, said("OTHER")]);
    expect(await text((await upstreams.send(request(google))).body)).toBe("no JSON");
  });

  test("xAI's 400 for a wrong key, too, which shows some of it; its others pass", async () => {
    const said = (error: string) => ({ code: "Client specified an invalid argument", error });
    const wrong = said("Incorrect API key provided: xa***ai. You can obtain an API key from https://console.x.ai.");
    const other = said('Messages are wrong: "error": "Incorrect API key provided"');
    upstream.script(json(400, wrong), json(400, other));
    expect((await failure(upstreams.send(request(known("xai"))))).message).toBe(
      'the provider "xai" refused the API key that this server uses: check XAI_API_KEY',
    );
    const answer = await upstreams.send(request(known("xai")));
    expect([answer.status, JSON.parse(await text(answer.body))]).toEqual([400, other]);
  });

  test.each([400, 404, 429, 500])("stays closed after any number of %i", async (said) => {
    await fail(() => json(said, "{}"), 8);
    expect(upstreams.isOpen("openai")).toBe(false);
    upstream.script(ok);
    expect(await status()).toBe(200);
  });

  test("stays closed where failures have answers between them", async () => {
    await fail(() => json(529, "{}"), 2);
    await fail(() => ok, 1);
    await fail(() => json(529, "{}"), 2);
    expect(upstreams.isOpen("openai")).toBe(false);
  });

  test("stays closed after callers who went away", async () => {
    for (let n = 0; n < 8; n++) {
      upstream.script(() => undefined);
      const controller = new AbortController();
      const told = failure(send({ signal: controller.signal }));
      await upstream.next;
      controller.abort(new AppError("cancelled", "gone"));
      expect((await told).code).toBe("cancelled");
    }
    expect(upstreams.isOpen("openai")).toBe(false);
  });

  test("opens where nothing listens, and is one provider's alone, whoever asks it for whatever model", async () => {
    const nowhere = provider(`http://127.0.0.1:${await freePort()}`, "local");
    const asked = (account: string, model: string) =>
      failure(upstreams.send(request(nowhere, { asking: { account, model } })));
    for (let n = 0; n < 3; n++) expect((await asked(`acc_${n}`, `model ${n}`)).message).toContain("cannot be reached");
    expect([upstreams.isOpen("local"), upstreams.isOpen("openai")]).toEqual([true, false]);
    expect((await asked("acc_4", "model 4")).message).toContain("has failed too often");
  });

  test.each<[string, Script]>([
    ["overloaded", json(529, "{}", { "x-should-retry": "false" })],
    ["broken off", (response) => void response.destroy()],
    ["without an answer in time", () => undefined],
  ])("is an account's for one model, where requests were answered: %s", async (_how, script) => {
    const asked = (account: string, model: string) =>
      send({ asking: { account, model } }).then(
        ({ status }) => status,
        (error: AppError) => error.message,
      );
    upstream.script(script, script, script);
    for (let n = 0; n < 3; n++) await asked("acc_1", "m");
    expect(await asked("acc_1", "m")).toBe(
      'the provider "openai" has failed too often; its model "m" will not be asked for a while',
    );
    expect(upstreams.isOpen("openai")).toBe(true);
    upstream.script(ok, ok);
    expect([await asked("acc_1", "n"), await asked("acc_2", "m")]).toEqual([200, 200]);
  });

  test("is closed by one request that is answered; others wait for nobody", async () => {
    await fail(() => json(529, "{}"), 3);
    await sleep(120);
    let answer = (): unknown => undefined;
    upstream.script((response) => void (answer = () => response.end("fine")));
    const trial = status();
    await upstream.next;
    expect((await failure(send())).message).toContain("has failed too often");
    answer();
    expect(await trial).toBe(200);
    upstream.script(ok);
    expect(await status()).toBe(200);
  });

  test("a trial whose caller goes away tells nothing: the circuit stays open, until another", async () => {
    await fail(() => json(529, "{}"), 3);
    await sleep(120);
    upstream.script(() => undefined);
    const controller = new AbortController();
    const trial = failure(send({ signal: controller.signal }));
    await upstream.next;
    controller.abort(new AppError("cancelled", "gone"));
    expect((await trial).code).toBe("cancelled");
    expect(upstreams.isOpen("openai")).toBe(true);
    expect((await failure(send())).message).toContain("has failed too often");
    await sleep(120);
    upstream.script(ok);
    expect(await status()).toBe(200);
    expect(upstreams.isOpen("openai")).toBe(false);
  });

  test("a trial that takes long keeps nobody out", async () => {
    await fail(() => json(529, "{}"), 3);
    await sleep(120);
    upstream.script(() => undefined, ok);
    const trial = failure(send());
    await upstream.next;
    await sleep(150);
    expect(await status()).toBe(200);
    expect((await trial).code).toBe("deadline_exceeded");
  });
});

describe("time limits", () => {
  test("no head", async () => {
    upstream.script(() => undefined);
    expect((await failure(send())).code).toBe("deadline_exceeded");
    await upstream.last.gone;
  });

  test("silence after the head breaks the body off", async () => {
    upstream.script((response) => void response.write("a"));
    const { body } = await send();
    await expect(text(body)).rejects.toMatchObject({ code: "UND_ERR_BODY_TIMEOUT" });
    await upstream.last.gone;
  });
});

test.each(["destroyed", "aborted"])("a body that is %s before anybody reads it harms nobody", async (how) => {
  const faults: unknown[] = [];
  const note = (fault: unknown) => void faults.push(fault);
  process.on("uncaughtException", note);
  const controller = new AbortController();
  upstream.script((response) => void response.write("a"));
  const { body } = await send({ signal: controller.signal });
  if (how === "aborted") controller.abort(new AppError("cancelled", "gone"));
  else body.destroy();
  await upstream.last.gone;
  await sleep(20);
  process.off("uncaughtException", note);
  expect(faults).toEqual([]);
});

describe("who sends a request is told whether the provider has it", () => {
  test("and that it refused it, at each try; its bytes are the same", async () => {
    const told: boolean[] = [];
    upstream.script(json(429, "{}", soon), ok);
    expect(await status({ onTaken: (isTaken: boolean) => void told.push(isTaken) })).toBe(200);
    expect(told).toEqual([true, false, true]);
    expect(upstream.last.headers).toMatchObject({ "content-length": "2" });
    expect(upstream.last.headers).not.toHaveProperty("transfer-encoding");
    expect(upstream.last.body.toString()).toBe("{}");
  });

  test("never, where there is no connection", async () => {
    const told: boolean[] = [];
    const nobody = provider(`http://127.0.0.1:${await freePort()}`);
    await failure(upstreams.send(request(nobody, { onTaken: (isTaken) => void told.push(isTaken) })));
    expect(told).toEqual([]);
  });
});

test("an encoding is not asked for, and refused where it comes all the same", async () => {
  upstream.script(json(200, "not gzip", { "content-encoding": "gzip" }));
  const error = await failure(send({ headers: { "accept-encoding": "gzip" } }));
  expect(error.message).toContain("in an encoding that was not requested");
  expect(upstream.last.headers["accept-encoding"]).toBe("identity");
});

test.each([301, 302, 307, 308])("a redirect (%i) is neither followed nor passed on", async (status) => {
  upstream.script(json(status, "moved", { location: "https://elsewhere.example/v1" }));
  const error = await failure(send());
  expect(error).toMatchObject({ code: "unavailable" });
  expect(error.message).toContain("a redirect: check its address");
  expect(upstream.received).toHaveLength(1);
});

test("a status that HTTP does not know is no answer", async () => {
  upstream.script(json(600, "{}"));
  const { code, message } = await failure(send());
  expect([code, message]).toEqual(["unavailable", 'the provider "openai" answered with an invalid HTTP status']);
});

test.each<[string, number, Record<string, string>]>([
  ["a redirect", 301, { location: "https://elsewhere.example/v1" }],
  ["a status of its own", 600, {}],
  ["an encoding that nobody asked for", 200, { "content-encoding": "gzip" }],
  ["the refusal of our key", 401, {}],
])("what is no answer keeps no connection: %s", async (_what, status, headers) => {
  const patient = new Upstreams({ silenceMs: 60_000 });
  upstream.script((response) => void response.writeHead(status, headers).write("and so on"));
  expect(await failure(patient.send(request(provider(upstream.url))))).toMatchObject({ code: "unavailable" });
  await upstream.last.gone;
  await patient.close();
});
