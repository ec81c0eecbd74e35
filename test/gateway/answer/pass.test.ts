import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { keepAlive } from "../../../src/gateway/answer/keep-alive.ts";
import { passAnswer } from "../../../src/gateway/answer/pass.ts";
import type { Answer } from "../../../src/gateway/chat/answer.ts";
import { AnswerRecorder } from "../../../src/gateway/answer/answer-recorder.ts";
import { provider } from "../upstream/support.ts";

test("a stream ends when what is stored at its end is stored: whoever asks behind it is known", async () => {
  const stored = Promise.withResolvers<void>();
  const recorder = new AnswerRecorder(() => stored.promise);
  const ask = { dialect: "openai", signal: new AbortController().signal } as const;
  const headers = { "content-type": "text/event-stream" };
  const answer = { status: 200, headers, body: Readable.from([Buffer.from("data: [DONE]\n\n")]) };
  const { body } = await passAnswer({ ...ask, stream: true }, provider("http://127.0.0.1:9"), answer, recorder);
  const seen: string[] = [];
  const read = (async () => {
    for await (const piece of body as AsyncIterable<Uint8Array>) seen.push(Buffer.from(piece).toString()); // a stream passes as one
    seen.push("end");
  })();
  for (let turns = 0; turns < 10; turns++) await turn();
  expect(seen).toEqual(["data: [DONE]\n\n"]);
  stored.resolve();
  await read;
  expect(seen).toEqual(["data: [DONE]\n\n", "end"]);
});

const said = (chunk: object) => `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", ...chunk })}\n\n`;
const hello =
  said({ choices: [{ index: 0, delta: { content: "hi" }, finish_reason: "stop" }] }) +
  said({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 5 } }) +
  "data: [DONE]\n\n";

async function passed(headers: Record<string, string>, body: AsyncIterable<Uint8Array>, stream = true) {
  let answer: Answer | undefined;
  const recorder = new AnswerRecorder(async (seen) => void (answer = seen));
  const ask = { dialect: "openai", signal: new AbortController().signal } as const;
  const upstream = { status: 200, headers, body: Readable.from(body) };
  const answered = await passAnswer({ ...ask, stream }, provider("http://127.0.0.1:9"), upstream, recorder);
  const reply = keepAlive(answered, { ...ask, stream, noteFailure: () => undefined }, 60_000);
  const texts: string[] = [];
  const read = async () => {
    for await (const piece of reply.body as AsyncIterable<Uint8Array>) texts.push(Buffer.from(piece).toString()); // of unknown length
  };
  return { failure: await read().catch((error: unknown) => error), text: texts.join(""), answer: () => answer };
}

async function* bytes(text: string, failure?: Error): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
  if (failure) throw failure;
}

const otherHeads: Record<string, string>[] = [
  {},
  { "content-type": "text/plain; charset=utf-8" },
  { "content-type": "application/octet-stream" },
];
test.each(otherHeads)("a stream that was asked for is read as one, though its head says %j", async (headers) => {
  const { text, answer } = await passed(headers, bytes(hello));
  expect(text).toBe(hello);
  expect(answer()).toMatchObject({ parts: [{ kind: "text", text: "hi" }], usage: { input: 10, output: 5 } });
});

test("but a page, a whole answer, and what nobody asked to stream, is none", async () => {
  for (const [type, isAsked] of [
    ["text/html", true],
    ["application/vnd.api+json", true],
    ["text/plain", false],
  ] as const) {
    const { text, answer } = await passed({ "content-type": type }, bytes(hello), isAsked);
    expect(text).toBe(hello);
    expect(answer()?.parts ?? []).toEqual([]);
  }
});

test.each(otherHeads)(
  "a whole answer to a request for a stream is read as one, though its head says %j",
  async (headers) => {
    const choices = [{ message: { content: "hi" }, finish_reason: "stop" }];
    const whole = ` \n${JSON.stringify({ id: "c", choices, usage: { prompt_tokens: 3, completion_tokens: 2 } })}`;
    async function* cut() {
      for (let at = 0; at < whole.length; at++) yield Buffer.from(whole[at]!);
    }
    const { text, answer } = await passed(headers, cut());
    expect(text).toBe(whole);
    expect(answer()).toMatchObject({ parts: [{ kind: "text", text: "hi" }], usage: { input: 3, output: 2 } });
    expect(answer()?.error).toBeUndefined();
    const half = await passed(headers, bytes(whole.slice(0, -9)));
    expect(half.answer()).toMatchObject({ parts: [], error: { message: "the provider's answer broke off" } });
  },
);

test("a provider that falls silent between two events is told of in an error event", async () => {
  const silence = Object.assign(new Error("Body Timeout Error"), { code: "UND_ERR_BODY_TIMEOUT" });
  const begun = said({ choices: [{ index: 0, delta: { content: "hi" }, finish_reason: null }] });
  const whole = await passed({ "content-type": "text/event-stream" }, bytes(begun, silence));
  expect(whole.failure).toBeUndefined();
  expect(whole.text).toMatch(
    /^data: \{"id":"c".*\n\ndata: \{"error":\{.*stopped in the middle of its answer.*\}\}\n\n$/u,
  );
  const half = await passed({ "content-type": "text/event-stream" }, bytes(begun.slice(0, -1), silence));
  expect(half).toMatchObject({ failure: { code: "deadline_exceeded", cause: silence }, text: begun.slice(0, -1) });
  const broken = await passed({ "content-type": "text/event-stream" }, bytes(begun, new Error("reset")));
  expect(broken).toMatchObject({ failure: { message: "reset" }, text: begun });
});

test("a whole answer that begins with a byte order mark is read, and passes with it", async () => {
  const whole = JSON.stringify({ id: "c", choices: [{ message: { content: "hi" }, finish_reason: "stop" }] });
  const { text, answer } = await passed({ "content-type": "application/json" }, bytes(`\uFEFF${whole}`), false);
  expect(text).toBe(`\uFEFF${whole}`);
  expect(answer()?.parts).toEqual([{ kind: "text", text: "hi" }]);
});
