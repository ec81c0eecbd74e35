import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { extractClaims } from "../../src/memory/graph/extract.ts";
import { readMessage } from "../../src/memory/rulebook/read-message.ts";
import { ReaderWorker } from "../../src/reader/reader-worker.ts";
import { Tagger } from "../../src/reader/tagger.ts";
import { ThreadedReader } from "../../src/reader/threaded-reader.ts";

/** What the reader in its worker says is what the rules of language say, whatever becomes of the worker. */

const saidAtMs = Date.parse("2026-03-14T10:00:00Z");
const onError = vi.fn<(error: unknown) => void>();
let reader: ThreadedReader;

beforeEach(() => {
  onError.mockClear();
  reader = new ThreadedReader({ onError, heapMb: 24 });
});
afterEach(() => reader.close());

const said = (text: string) => ({ text, before: undefined });
const told = (text: string) => ({ text, saidAtMs, isOfAnother: false });
/**
 * More than the worker may hold. As claims, which no model reads: a thread that ends at its heap's limit within ONNX
 * Runtime takes the process with it, and vitest with that.
 */
const tooMuch = told("'a ".repeat(4_000_000));

test("claims are what messages claim, and of a pattern what is not its speaker's", async () => {
  const text = "I live in Oslo. Ana lives in Porto.";
  const { read, tookMs } = await reader.read("claims", [
    { text, saidAtMs, isOfAnother: false },
    { text, saidAtMs, isOfAnother: true },
  ]);
  expect(read[0]).toEqual(extractClaims(text, saidAtMs));
  expect(read[0]).toHaveLength(2);
  expect(read[1]).toEqual(read[0]!.slice(1));
  expect(tookMs).toBeGreaterThan(0);
});

test("statements are what messages state, with the message before", async () => {
  const before = "The deploy script is slow.";
  const { read } = await reader.read("statements", [
    said("Never use emojis."),
    { text: "It must never run at night.", before },
    said("\u200b\u200bNe\u00adver use emo\u200bjis."), // is tagged as it is seen
  ]);
  const tagger = await Tagger.load();
  const tag = (text: string) => tagger.tag(text);
  expect(read).toEqual([
    readMessage("Never use emojis.", undefined, await tag("Never use emojis.")),
    readMessage("It must never run at night.", before, await tag("It must never run at night.")),
    readMessage("Never use emojis.", undefined, await tag("Never use emojis.")),
  ]);
  await tagger.release();
  expect(read.map(({ leans }) => leans)).toEqual([false, true, false]);
});

test("a message that the worker dies of says nothing; all others are read", async () => {
  const { read } = await reader.read("claims", [told("I live in Oslo."), tooMuch, told("I work at Acme.")]);
  expect(read.map((claims) => claims.length)).toEqual([1, 0, 1]);
  expect(onError).toHaveBeenCalledTimes(1);
  expect(String(onError.mock.lastCall)).toContain("the worker ended twice");
}, 60_000);

test("what is read beside it is not blamed", async () => {
  const [, beside] = await Promise.all([
    reader.read("claims", [tooMuch]),
    reader.read("statements", [said("Never use emojis.")]),
  ]);
  expect(beside.read.map(({ statements }) => statements.length)).toEqual([1]);
  expect(onError).toHaveBeenCalledTimes(1);
}, 60_000);

test("a closed reader takes nothing more, and drops what it reads", async () => {
  const reading = reader.read("statements", [said("Never use emojis.")]).catch((error: unknown) => error);
  await reader.close();
  expect(await reading).toMatchObject({ code: "unavailable" });
  await expect(reader.read("statements", [said("Never use emojis.")])).rejects.toMatchObject({ code: "unavailable" });
  expect(onError).not.toHaveBeenCalled();
});

const claims = (worker: ReaderWorker, text: string) =>
  worker.read({ kind: "claims", messages: [{ text, saidAtMs, isOfAnother: false }] });
const faked = { toFake: ["setTimeout" as const, "clearTimeout" as const] };

describe("a worker that does not load in its time", () => {
  beforeEach(() => void vi.useFakeTimers(faked));
  afterEach(() => void vi.useRealTimers());

  test("is kept, and reads once it has", async () => {
    const worker = new ReaderWorker(24);
    for (let minute = 0; minute < 2; minute++) {
      const reading = claims(worker, "I live in Oslo.");
      vi.advanceTimersByTime(60_000);
      await expect(reading).rejects.toMatchObject({ code: "unavailable" });
    }
    expect(worker.gone).toBe(false);
    expect(await claims(worker, "I live in Oslo.")).toMatchObject({ readings: [{ read: [{}] }] });
    await worker.close();
  });
});

describe("a worker that is at a long message", () => {
  beforeEach(() => void vi.useFakeTimers(faked));
  afterEach(() => void vi.useRealTimers());

  /** A worker, and what becomes of a message that takes it longer than the test. */
  async function busy() {
    const worker = new ReaderWorker(256);
    expect(await claims(worker, "I live in Oslo.")).toMatchObject({ readings: [{ read: [{}] }] });
    const reading = claims(worker, "I live in Oslo, and Ana lives in Porto. ".repeat(20_000));
    for (let step = 0; step < 50; step++) await Promise.resolve();
    return { worker, reading };
  }

  test("is ended after a minute, and what it read says nothing", async () => {
    const { worker, reading } = await busy();
    vi.advanceTimersByTime(60_000);
    expect(await reading).toBe(undefined);
    expect(worker.gone).toBe(true);
    expect(await claims(worker, "I live in Oslo.")).toBe(undefined);
  });

  test("holds up nobody who closes it", async () => {
    const { worker, reading } = await busy();
    const closing = worker.close();
    vi.advanceTimersByTime(5_000);
    await closing;
    expect(worker.gone).toBe(true);
    expect(await Promise.race([reading, new Promise((resolve) => setImmediate(resolve, "waits"))])).toBe(undefined);
  });
});
