import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetFirstKey, makeFirstKey } from "../../src/server/first-start.ts";
import { openStorage, type Storage } from "../../src/server/storage.ts";

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-first-"));
  storage = await openStorage({ dataFolder: folder });
});

afterEach(async () => {
  await storage.database.close();
  rmSync(folder, { recursive: true, force: true });
});

const kept = () => readFileSync(join(folder, "first-key"), "utf8").trim();

test("the first start makes a key that works, and keeps it; no later start makes another", async () => {
  const key = await makeFirstKey(storage);
  expect(kept()).toBe(key);
  expect((await storage.keys.authenticate(key!, Date.now())).account.name).toBe("default");
  expect(await makeFirstKey(storage)).toBeUndefined();
  await forgetFirstKey(storage);
  expect(existsSync(join(folder, "first-key"))).toBe(false);
});

test("a start that broke off before its key was stored is not the last to make one", async () => {
  vi.spyOn(storage.keys, "create").mockRejectedValueOnce(new Error("killed"));
  await expect(makeFirstKey(storage)).rejects.toThrow("killed");
  const lost = kept();
  const key = await makeFirstKey(storage);
  expect(key).not.toBe(lost);
  expect(kept()).toBe(key);
});

test("an account without a key, as an import makes one, is no reason to make none", async () => {
  await storage.accounts.ensure("imported", undefined);
  expect(await makeFirstKey(storage)).toBeDefined();
});
