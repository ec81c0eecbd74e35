import { Tokenizer } from "@huggingface/tokenizers";
import { array, assert, constantFrom, oneof, pre, property, string } from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { modelFolder } from "../../src/embed/builtin/files.ts";
import { TEXT_CHARS_MAX, Tokeniser } from "../../src/embed/builtin/tokeniser.ts";
import { WorkerClient } from "../../src/embed/builtin/worker-client.ts";
import { createEmbedder } from "../../src/embed/create.ts";

const folder = modelFolder();
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

  it("takes the names of special tokens as words", () => {
    expect(tokeniser.encode("[SEP]").filter((id) => id === 102)).toHaveLength(1);
  });

  it.each([
    ["one word", "a".repeat(TEXT_CHARS_MAX)],
    ["random letters", "zxqjvkw".repeat(14).concat(" ").repeat(60)],
    ["signs", "!".repeat(TEXT_CHARS_MAX)],
    ["marks", "e\u0301".repeat(TEXT_CHARS_MAX)],
    ["ideographs", "記".repeat(TEXT_CHARS_MAX)],
  ])("never takes long: %s", (_name, text) => {
    const cut = text.slice(0, TEXT_CHARS_MAX);
    const times = Array.from({ length: 15 }, () => {
      const startMs = performance.now();
      expect(tokeniser.encode(cut).length).toBeLessThanOrEqual(256);
      return performance.now() - startMs;
    });
    expect(Math.min(...times)).toBeLessThan(5);
  });
});

describe("the worker", () => {
  it("leaves the event loop alone, and the processor when idle", async () => {
    const embedder = await createEmbedder({ kind: "builtin", threads: 2 });
    await embedder.start();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await embedder.embed(Array.from({ length: 8 }, (_, i) => `memory ${i} `.repeat(200)));
    delay.disable();
    expect(delay.percentile(90) / 1e6).toBeLessThan(20); // one text takes longer than that
    await sleep(50);
    const before = process.cpuUsage();
    await sleep(500);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(100);
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
    const worker = new WorkerClient({ threads: 1 });
    await worker.close();
    expect(worker.gone).toBe(true);
  });

  it("fails as unavailable when it cannot start", async () => {
    const worker = new WorkerClient({ threads: -1 });
    await expect(worker.ready).rejects.toMatchObject({ code: "unavailable" });
    await expect(worker.embed("x")).rejects.toMatchObject({ code: "unavailable" });
    await worker.close();
  });
});
