import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { AppError } from "../../../src/error.ts";
import type { Reply } from "../../../src/gateway/exchange.ts";
import { keepAlive } from "../../../src/gateway/answer/keep-alive.ts";

const ping = ": ping\n\n";
const silenceMs = 20;

/** A source whose pieces come when they are given, and that knows what was asked of it. */
class Source implements AsyncIterableIterator<Uint8Array> {
  asked = 0;
  closed = 0;
  #given: (() => Promise<IteratorResult<Uint8Array>>)[] = [];
  #wake = (): void => undefined;

  give(...pieces: (string | Error | undefined)[]): void {
    for (const piece of pieces) {
      this.#given.push(async () => {
        if (piece instanceof Error) throw piece;
        return piece === undefined ? { done: true, value: undefined } : { done: false, value: Buffer.from(piece) };
      });
    }
    this.#wake();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    this.asked++;
    if (this.#given.length === 0) await new Promise<void>((wake) => (this.#wake = wake));
    return this.#given.shift()!();
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.closed++;
    return { done: true, value: undefined };
  }
}

const failures: AppError[] = [];
const request = {
  dialect: "openai",
  stream: true,
  noteFailure: (error: AppError) => void failures.push(error),
} as const;

function alive(source: Source, ms = silenceMs, type = "text/event-stream"): AsyncIterator<Uint8Array> {
  const headers = { "content-type": type };
  const { body } = keepAlive({ status: 200, headers, body: source }, request, ms);
  return (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator](); // the body of a stream is one
}
const nextText = async (pieces: AsyncIterator<Uint8Array>) => {
  const { done, value } = await pieces.next();
  return done === true ? "the end" : Buffer.from(value).toString();
};

test("silence is filled with pings, before the first event, between events and behind the last", async () => {
  const source = new Source();
  const pieces = alive(source);
  expect([await nextText(pieces), await nextText(pieces)]).toEqual([ping, ping]);
  source.give("data: a\n\n");
  expect([await nextText(pieces), await nextText(pieces)]).toEqual(["data: a\n\n", ping]);
  source.give("data: [DONE]\n\n");
  expect([await nextText(pieces), await nextText(pieces)]).toEqual(["data: [DONE]\n\n", ping]);
  source.give(undefined);
  expect([await nextText(pieces), await nextText(pieces)]).toEqual(["the end", "the end"]);
});

test("a half-sent event is left alone", async () => {
  const source = new Source();
  const pieces = alive(source);
  source.give("data: {");
  expect(await nextText(pieces)).toBe("data: {");
  setTimeout(() => source.give("}\n"), 3 * silenceMs);
  expect(await nextText(pieces)).toBe("}\n");
  setTimeout(() => source.give("\n"), 3 * silenceMs);
  expect([await nextText(pieces), await nextText(pieces)]).toEqual(["\n", ping]);
});

test("where the head does not say what comes, nothing does before its first piece, and nothing into a whole answer", async () => {
  const pieceOf = async (first: string, then: string) => {
    const source = new Source();
    const pieces = alive(source, silenceMs, "text/plain");
    setTimeout(() => source.give(first), 3 * silenceMs);
    const told = [await nextText(pieces)];
    setTimeout(() => source.give(then), 3 * silenceMs);
    return [...told, await nextText(pieces)];
  };
  expect(await pieceOf(' {"a":\n\n', "1}")).toEqual([' {"a":\n\n', "1}"]);
  expect(await pieceOf("\n\n", "data: a\n\n")).toEqual(["\n\n", "data: a\n\n"]);
  expect(await pieceOf("data: a\n\n", "data: b\n\n")).toEqual(["data: a\n\n", ping]);
});

test("pieces are asked for one at a time, and none is lost where one comes while a ping is out", async () => {
  const source = new Source();
  const pieces = alive(source);
  await sleep(2 * silenceMs);
  expect(source.asked).toBe(0);
  expect(await nextText(pieces)).toBe(ping);
  source.give("data: a\n\n", "data: b\n\n");
  await sleep(silenceMs / 2);
  expect(source.asked).toBe(1);
  expect([await nextText(pieces), source.asked]).toEqual(["data: a\n\n", 1]);
  expect([await nextText(pieces), source.asked]).toEqual(["data: b\n\n", 2]);
});

test("a reader that is slow gets no ping that it did not ask for", async () => {
  const source = new Source();
  const pieces = alive(source);
  source.give("data: a\n\n", "data: b\n\n");
  expect(await nextText(pieces)).toBe("data: a\n\n");
  await sleep(3 * silenceMs);
  expect(await nextText(pieces)).toBe("data: b\n\n");
});

test("errors are told, also one that comes while a ping is out", async () => {
  const [source, other] = [new Source(), new Source()];
  source.give(new Error("broke off"));
  await expect(alive(source).next()).rejects.toThrow("broke off");
  const pieces = alive(other);
  expect(await nextText(pieces)).toBe(ping);
  other.give(new Error("broke off"));
  await sleep(1);
  await expect(pieces.next()).rejects.toThrow("broke off");
  expect(await nextText(pieces)).toBe("the end");
});

test("a failure with words for its caller is noted, whether or not it can be told", async () => {
  const [told, untold] = [new Source(), new Source()];
  const failure = new AppError("unavailable", "the provider broke off", { cause: new Error("ECONNRESET") });
  told.give("data: a\n\n", failure);
  const pieces = alive(told);
  await pieces.next();
  expect(await nextText(pieces)).toContain("the provider broke off");
  untold.give("data: {", failure);
  const halved = alive(untold);
  await halved.next();
  await expect(halved.next()).rejects.toBe(failure);
  expect(failures.splice(0)).toEqual([failure, failure]);
});

test("a reader that stops closes the source, once, and waits for no provider", async () => {
  const source = new Source();
  const pieces = alive(source);
  source.give("data: a\n\n");
  await pieces.next();
  const waiting = nextText(pieces);
  await pieces.return!();
  await pieces.return!();
  expect([await waiting, source.closed]).toEqual(["the end", 1]);
  source.give(new Error("late"));
  await sleep(1);
  expect(await nextText(pieces)).toBe("the end");
});

test("one timer serves a whole stream", async () => {
  const made = vi.spyOn(globalThis, "setTimeout");
  const source = new Source();
  source.give(...Array.from({ length: 1_000 }, () => "data: a\n\n"), undefined);
  const pieces = alive(source, 1_000);
  let count = 0;
  while ((await nextText(pieces)) !== "the end") count++;
  expect([count, made.mock.calls.length]).toEqual([1_000, 1]);
  made.mockRestore();
});

test("through a stream of Node's, as an answer goes", async () => {
  const source = new Source();
  setTimeout(() => source.give("data: a\n\n"), 3 * silenceMs);
  setTimeout(() => source.give(undefined), 6 * silenceMs);
  const stream = Readable.from({ [Symbol.asyncIterator]: () => alive(source) }, { objectMode: false });
  expect(await text(stream)).toMatch(/^(: ping\n\n)+data: a\n\n(: ping\n\n)+$/u);
});

test("no proxy is to hold back or compress what is a stream of events, and what is none passes as it is", () => {
  const type = { "content-type": "text/event-stream" };
  const events: Reply = { status: 200, headers: { ...type, "cache-control": "no-cache" }, body: new Source() };
  expect(keepAlive(events, request, 1).headers).toEqual({
    ...type,
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  });
  const json: Reply = { status: 200, headers: { "content-type": "application/json" }, body: new Source() };
  const whole: Reply = { status: 200, headers: { "content-type": "text/event-stream" }, body: Buffer.from("") };
  expect(keepAlive(json, request, 1)).toBe(json);
  expect(keepAlive(whole, request, 1)).toBe(whole);
});

test.each([
  [undefined, "no-cache, no-transform"],
  ["no-store, private", "no-store, private, no-transform"],
  [["no-store", "private"], "no-store,private, no-transform"],
  ["No-Transform", "No-Transform"],
])("what the provider says of caches stays, %j", (given, expected) => {
  const headers = { "content-type": "text/event-stream", ...(given !== undefined && { "cache-control": given }) };
  const reply = keepAlive({ status: 200, headers, body: new Source() }, request, silenceMs);
  expect(reply.headers["cache-control"]).toBe(expected);
});
