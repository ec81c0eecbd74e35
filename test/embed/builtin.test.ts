import { Tokenizer } from "@huggingface/tokenizers";
import { array, assert, constantFrom, oneof, pre, property, string } from "fast-check";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { embedderFile, embedderName, embedderSha256, modelFolder } from "../../src/onnx/files.ts";
import { textCharsMax, Tokeniser } from "../../src/onnx/tokeniser.ts";
import { EmbedWorker } from "../../src/embed/builtin/embed-worker.ts";
import { Session } from "../../src/onnx/session.ts"; // behind the worker, which turns its telemetry off
import { createEmbedder } from "../../src/embed/create.ts";
import { Turns } from "../support/turns.ts";

type Texts = { memories: string[]; questions: string[]; unrelated: string[] };
const languages = JSON.parse(readFileSync(new URL("../fixture/languages.json", import.meta.url), "utf8")) as Record<
  string,
  Texts
>; // as it was written
const latin = new Set(["English", "German", "French", "Spanish", "Polish", "Turkish", "Vietnamese", "Finnish"]);

const folder = modelFolder(embedderName);
const read = (name: string): object => JSON.parse(readFileSync(join(folder, name), "utf8"));

describe("the tokeniser", () => {
  const tokeniser = new Tokeniser(folder);
  const original = new Tokenizer(read("tokenizer.json"), read("tokenizer_config.json"));
  const special = /\[(PAD|UNK|CLS|SEP|MASK)\]/;

  it("gives the ids of the original", () => {
    const word = oneof(
      string({ unit: "grapheme" }),
      constantFrom("Übermäßig", "don't", "naïve", "記憶", "👩‍👧", "\u00a0"),
    );
    assert(
      property(array(word), (words) => {
        const text = words.join(" ");
        pre(!special.test(text));
        const all = original.encode(text).ids;
        expect(tokeniser.encode(text)).toEqual(all.length <= 256 ? all : [...all.slice(0, 255), 102]);
      }),
      { numRuns: 500 },
    );
  });

  it.each(Object.entries(languages))("reads languages of Latin letters, and none of others: %s", (name, texts) => {
    const isRead = Object.values(texts)
      .flat()
      .map((text) => tokeniser.encodeReadable(text) !== undefined);
    expect(new Set(isRead)).toEqual(new Set([latin.has(name)]));
  });

  it.each<[string, boolean]>([
    ["", true],
    ["12:30 - 13:45 ???", true],
    ["const größe = λ => λ * 2; // naïve", true],
    ["Never deploy to 本番.", true],
    ["✅ tests ✅ lint ✅ build 🎉🎉🎉", true],
    ["zxqjvkwzxqj 0xdeadbeef", true],
    [`The sha512 of the image is ${hash("sha512", "")}`, true],
    [`Our deploys use ${Buffer.alloc(300, 7).toString("base64url")}, until Marta rotates it`, true],
    [`画像のハッシュは ${hash("sha512", "")}`, false],
    [hash("sha512", ""), false],
    ["TCPとUDPの違いは何ですか？", false],
    ["Docker 컨테이너를 어떻게 시작하나요?", false],
    ["👍", false],
    ["🎉 12:30", false],
    ["ខ្ញុំចូលចិត្តកាហ្វេ", false],
    [`${"ឆ".repeat(120)} tea`, false],
  ])("reads where most letters are of words that it may know: %s", (text, expected) => {
    const ids = tokeniser.encodeReadable(text);
    expect(ids).toEqual(expected ? tokeniser.encode(text) : undefined);
  });

  it("takes the names of special tokens as words", () => {
    expect(tokeniser.encode("[SEP]").filter((id) => id === 102)).toHaveLength(1);
  });

  it.each([
    ["one word", "a".repeat(textCharsMax)],
    ["random letters", "zxqjvkw".repeat(14).concat(" ").repeat(60)],
    ["signs", "!".repeat(textCharsMax)],
    ["marks", "e\u0301".repeat(textCharsMax)],
    ["ideographs", "記".repeat(textCharsMax)],
  ])("never takes long: %s", (_name, text) => {
    const cut = text.slice(0, textCharsMax);
    const lookingUp = vi.spyOn(Map.prototype, "get");
    const ids = tokeniser.encode(cut);
    const lookUps = lookingUp.mock.calls.length;
    lookingUp.mockRestore();
    expect(ids.length).toBeLessThanOrEqual(256);
    // Where each piece begins, the entries of every length that there is: 18 characters at most.
    expect(lookUps).toBeLessThanOrEqual(18 * cut.length);
  });
});

describe("the worker", () => {
  it("leaves the event loop alone", async () => {
    const embedder = await createEmbedder({ kind: "builtin" });
    await embedder.start();
    const turns = new Turns();
    await embedder.embed(["memory ".repeat(200)]);
    turns.stop();
    // One text takes tens of milliseconds. Computed on this thread, it would leave a turn for the question and one for the answer.
    expect(turns.count).toBeGreaterThan(20);
    await embedder.close();
  });

  it("gives the same vectors with any number of threads", async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(async (threads) => {
        const embedder = await createEmbedder({ kind: "builtin", threads });
        const vectors = await embedder.embed(["short", "a longer text about the sea ".repeat(30)]);
        await embedder.close();
        return vectors;
      }),
    );
    expect(one).toEqual(two);
  });

  it("ends when it is closed while it loads", async () => {
    const worker = new EmbedWorker({ threads: 1 });
    await worker.close();
    expect(worker.gone).toBe(true);
  });

  it("ends behind the text that it reads, and begins none of those that wait", async () => {
    const worker = new EmbedWorker({ threads: 1 });
    await worker.ready;
    const asked = Array.from({ length: 50 }, (_, i) => worker.embed(`text ${i}`));
    const answers = Promise.allSettled(asked);
    await worker.close();
    expect((await answers).at(0)).toMatchObject({ status: "fulfilled" });
    expect((await answers).at(-1)).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
  });

  describe("that does not answer", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
    afterEach(() => void vi.useRealTimers());
    /** Within this turn of the event loop, so that the worker can say nothing before. */
    const pass = async (ms: number) => {
      for (let step = 0; step < 50; step++) await Promise.resolve();
      vi.advanceTimersByTime(ms);
    };

    it("is ended after a minute, and another one embeds what comes next", async () => {
      const embedder = await createEmbedder({ kind: "builtin" });
      await embedder.start();
      const [answer] = await Promise.allSettled([embedder.embed(["x"]), pass(60_000)]);
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
      await expect(embedder.embed(["x"])).resolves.toHaveLength(1);
      await embedder.close();
    });

    it("is ended where it answered what was asked before", async () => {
      const worker = new EmbedWorker({ threads: 1 });
      const first = worker.embed("x").then(() => pass(60_000));
      const [, answer] = await Promise.allSettled([first, worker.embed("memory ".repeat(200))]);
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
      expect(worker.gone).toBe(true);
    });

    it("counts against the embedder's health", async () => {
      const embedder = await createEmbedder({ kind: "builtin" });
      for (let time = 0; time < 3; time++) {
        await embedder.start();
        expect(embedder.healthy()).toBe(true);
        await Promise.allSettled([embedder.embed(["x"]), pass(60_000)]);
      }
      expect(embedder.healthy()).toBe(false);
      await embedder.close();
    });

    it("is ended where it does not load", async () => {
      const worker = new EmbedWorker({ threads: 1 });
      const [answer] = await Promise.allSettled([worker.embed("x"), pass(60_000)]);
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
      expect(worker.gone).toBe(true);
    });

    it("holds up nobody who closes it", async () => {
      const worker = new EmbedWorker({ threads: 1 });
      await worker.ready;
      const closing = worker.close();
      vi.advanceTimersByTime(5_000);
      await closing;
      expect(worker.gone).toBe(true);
    });
  });

  it("is of this version, or not loaded", async () => {
    const { path } = embedderFile();
    const other = Session.load({ path, sha256: "0".repeat(64) }, 1);
    await expect(other).rejects.toThrow(`${path} is not the model of this version (sha256 ${embedderSha256})`);
  });

  it("fails as unavailable when it cannot start", async () => {
    const worker = new EmbedWorker({ threads: -1 });
    await expect(worker.ready).rejects.toMatchObject({ code: "unavailable" });
    await expect(worker.embed("x")).rejects.toMatchObject({ code: "unavailable" });
    await worker.close();
  });
});
