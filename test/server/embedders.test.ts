import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { BuiltinEngine } from "../../src/embed/builtin/engine.ts";
import { openEmbedders } from "../../src/server/core/embedders.ts";
import { openStorage, type Storage } from "../../src/server/storage.ts";
import { OpenaiServer } from "../embed/openai-server.ts";
import { wordSpace, wordVector } from "../fixture/stores.ts";

/** The model of an endpoint, with the prefixes of its name. */
function modelAt(url: string) {
  const asNamed = { queryPrefix: undefined, documentPrefix: undefined };
  return { kind: "openai", url, model: "m", key: undefined, ...asNamed, dimensions: 32 } as const;
}

test("another model of the same endpoint is asked for queries until its vectors are replaced", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-embedders-"));
  const { database, generations } = await openStorage({ dataFolder: folder });
  const url = "http://127.0.0.1:1/v1";
  const config = { ...modelAt(url), model: "new", dimensions: 8 };
  const searchedWith = async (active: string) => {
    const embedders = await openEmbedders(config, generations, active, pino({ level: "silent" }));
    await embedders.close();
    return embedders.searched.fingerprint;
  };
  for (const active of [
    "openai/old@127.0.0.1:1/16",
    "openai/old@127.0.0.1:1/8",
    "openai/a/b@c@127.0.0.1:1/8",
    'openai/new@127.0.0.1:1/8 "passage: "',
    'openai/old@127.0.0.1:1/16 "a \\"b\\"\\n"',
    // Known to expect a prefix, and yet made without.
    "openai/e5-small-v2@127.0.0.1:1/8",
  ]) {
    expect(await searchedWith(active)).toBe(active);
  }
  for (const active of ["openai/old@127.0.0.1:2/8", "builtin/another@0", "openai/old"]) {
    expect(await searchedWith(active)).toBe("openai/new@127.0.0.1:1/8");
  }
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test("another model under the same name is an error in the log", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-embedders-"));
  const { accounts, database, embeddings, generations, messages } = await openStorage({ dataFolder: folder });
  const endpoint = new OpenaiServer(wordSpace);
  const config = modelAt(await endpoint.listen());
  const fingerprint = `openai/m@${new URL(config.url).host}/32`;
  await generations.activate(fingerprint);
  const account = (await accounts.ensure("default", "unlimited")).id;
  const said = {
    role: "user",
    sessionId: "s",
    source: "",
    origin: "user",
    content: "The ferry leaves at nine.",
  } as const;
  await messages.add({ account, user: "system" }, [said]);
  const loggedWith = async (stored: Float32Array, expected: string) => {
    const jobs = await generations.lacking("another", undefined, 10);
    await embeddings.complete(
      fingerprint,
      jobs.map((job) => ({ job, vector: stored })),
    );
    const lines: string[] = [];
    const log = pino({ level: "debug" }, { write: (line) => void lines.push(line) });
    const embedders = await openEmbedders(config, generations, fingerprint, log);
    await expect.poll(() => lines.join("")).toContain(expected);
    await embedders.close();
    return lines.join("");
  };
  const same = "gives stored texts the vectors that they have";
  const other = "gives stored texts other vectors than before";
  expect(await loggedWith(wordVector(said.content), same)).not.toContain(other);
  expect(await loggedWith(wordVector("a wooden boat on the river"), other)).not.toContain(same);
  await endpoint.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a model that cannot be compared with what is stored is loaded all the same", async () => {
  const endpoint = new OpenaiServer(wordSpace);
  const config = modelAt(await endpoint.listen());
  const asked = Promise.withResolvers<never>();
  const generations = {
    sample: () => asked.promise,
    dimensions: async () => undefined,
    spaceOf: async () => undefined,
  } as unknown as Storage["generations"]; // Nothing else is asked of it.
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(line) });
  const embedders = await openEmbedders(config, generations, "", log);
  await expect.poll(() => embedders.state()).toBe("ok");
  asked.reject(new Error("the disk is gone"));
  await expect.poll(() => lines.join("")).toContain("the disk is gone");
  expect(lines.join("")).toContain("the embedder is loaded");
  expect(lines.join("")).not.toContain("the embedder is unavailable");
  await embedders.close();
  await endpoint.close();
});

test("what searches the vectors of another prefix is asked as they were made, and with the prefix for queries that is set", async () => {
  const endpoint = new OpenaiServer(wordSpace);
  const generations = {
    sample: async () => undefined,
    dimensions: async () => undefined,
    spaceOf: async () => undefined,
  } as unknown as Storage["generations"]; // Nothing else is asked of it.
  const url = await endpoint.listen();
  const prefixes = { queryPrefix: "Q: ", documentPrefix: "D: " };
  const config = { ...modelAt(url), ...prefixes };
  const asked = async (active: string) => {
    const { searched, close } = await openEmbedders(config, generations, active, pino({ level: "silent" }));
    const before = endpoint.seen.length;
    await searched.embed(["asked"], { role: "query" });
    await searched.embed(["stored"]);
    await close();
    const texts = endpoint.seen.slice(before).flatMap(({ input }) => input);
    return texts.filter((text) => /(asked|stored)$/u.test(text));
  };
  const { host } = new URL(url);
  expect(await asked(`openai/m@${host}/32 "D: "`)).toEqual(["Q: asked", "D: stored"]);
  expect(await asked(`openai/m@${host}/32 "old: "`)).toEqual(["Q: asked", "old: stored"]);
  expect(await asked(`openai/m@${host}/32`)).toEqual(["Q: asked", "stored"]);
  expect(await asked(`openai/e5-small@${host}/32`)).toEqual(["query: asked", "stored"]);
  await endpoint.close();
});

test("a stop does not wait for a walk through stored vectors, and logs nothing of it", async () => {
  const endpoint = new OpenaiServer(wordSpace);
  const url = await endpoint.listen();
  const config = modelAt(url);
  const walk = Promise.withResolvers<AbortSignal>();
  const generations = {
    async sample(_: string, signal: AbortSignal) {
      walk.resolve(signal);
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      return { text: "The ferry leaves at nine.", vector: wordVector("The ferry leaves at nine.") };
    },
    dimensions: async () => undefined,
    spaceOf: async () => undefined,
  } as unknown as Storage["generations"]; // Nothing else is asked of it.
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line) => void lines.push(line) });
  const embedders = await openEmbedders(config, generations, "", log);
  expect((await walk.promise).aborted).toBe(false);
  await embedders.close();
  expect((await walk.promise).aborted).toBe(true);
  expect(lines.join("")).not.toContain("stored texts");
  await endpoint.close();
});

test("how long the vectors of the built-in model are is known where it has made none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-embedders-"));
  const { database, generations } = await openStorage({ dataFolder: folder });
  const builtin = new BuiltinEngine({ kind: "builtin" });
  const config = { ...modelAt("http://127.0.0.1:1/v1"), dimensions: 8 };
  const embedders = await openEmbedders(config, generations, builtin.fingerprint, pino({ level: "silent" }));
  expect(embedders.dimensions(builtin.fingerprint)).toBe(builtin.dimensions);
  expect(embedders.dimensions(embedders.target.fingerprint)).toBe(8);
  expect(() => embedders.dimensions("another")).toThrow("the length of the vectors of another is unknown");
  await embedders.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
