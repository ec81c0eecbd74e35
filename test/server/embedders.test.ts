import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { BuiltinEngine } from "../../src/embed/builtin/engine.ts";
import { openEmbedders } from "../../src/server/core/embedders.ts";
import { openStorage } from "../../src/server/storage.ts";

test("another model of the same endpoint is asked for queries until its vectors are replaced", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-embedders-"));
  const { database, generations } = await openStorage({ dataFolder: folder });
  const url = "http://127.0.0.1:1/v1";
  const config = { kind: "openai", url, model: "new", key: undefined, dimensions: 8 } as const;
  const searchedWith = async (active: string) => {
    const embedders = await openEmbedders(config, generations, active, pino({ level: "silent" }));
    await embedders.close();
    return embedders.searched.fingerprint;
  };
  for (const active of ["openai/old@127.0.0.1:1/16", "openai/old@127.0.0.1:1/8", "openai/a/b@c@127.0.0.1:1/8"]) {
    expect(await searchedWith(active)).toBe(active);
  }
  for (const active of ["openai/old@127.0.0.1:2/8", "builtin/another@0", "openai/old"]) {
    expect(await searchedWith(active)).toBe("openai/new@127.0.0.1:1/8");
  }
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test("how long the vectors of the built-in model are is known where it has made none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-embedders-"));
  const { database, generations } = await openStorage({ dataFolder: folder });
  const builtin = new BuiltinEngine({ kind: "builtin" });
  const config = { kind: "openai", url: "http://127.0.0.1:1/v1", model: "m", key: undefined, dimensions: 8 } as const;
  const embedders = await openEmbedders(config, generations, builtin.fingerprint, pino({ level: "silent" }));
  expect(embedders.dimensions(builtin.fingerprint)).toBe(builtin.dimensions);
  expect(embedders.dimensions(embedders.target.fingerprint)).toBe(8);
  expect(() => embedders.dimensions("another")).toThrow("the length of the vectors of another is unknown");
  await embedders.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
