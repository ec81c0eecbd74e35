import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BuiltinEngine } from "../../src/embed/builtin/engine.ts";
import { openStorage, type Storage } from "../../src/server/storage.ts";
import { cairn } from "../support/cli.ts";
import { call, overStdio } from "./support/clients.ts";

/** `cairn mcp` on a folder whose server was set to another embedder: what the server stored stays as it is. */

const slow = 120_000;
const builtin = new BuiltinEngine({ kind: "builtin" }).fingerprint;
const other = "openai/other@127.0.0.1:1/8";
const settingsOfOther = {
  CAIRN_EMBEDDER: "openai",
  CAIRN_EMBEDDER_URL: "http://127.0.0.1:1/v1",
  CAIRN_EMBEDDER_MODEL: "other",
  CAIRN_EMBEDDER_DIMENSIONS: "8",
};
let folder: string;
const env = () => ({ CAIRN_DATA: folder, CAIRN_URL: "", CAIRN_KEY: "" });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-beside-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

async function stored<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage({ dataFolder: folder });
  try {
    return await work(storage);
  } finally {
    await storage.database.close();
  }
}

/** A message with a vector in the other space. */
function remember(active: string): Promise<void> {
  return stored(async ({ accounts, embeddings, generations, messages }) => {
    const { id: account } = await accounts.ensure("default", "unlimited");
    const message = { role: "user" as const, sessionId: "s", source: "", origin: "user" as const };
    await messages.add({ account, user: "system" }, [{ ...message, content: "The ferry leaves at nine." }]);
    await generations.activate(active);
    const jobs = await generations.lacking(other, undefined, 10);
    const vector = Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0);
    await embeddings.complete(
      other,
      jobs.map((job) => ({ job, vector })),
    );
  });
}

const spaces = () =>
  stored(async ({ database, generations }) => {
    const rows = await database.read.selectFrom("vector").select("fingerprint").distinct().execute();
    return { active: await generations.active(), filled: rows.map(({ fingerprint }) => fingerprint) };
  });

test.each([
  ["another than the configured one", other, builtin, {}],
  ["the built-in one where another is configured", builtin, other, settingsOfOther],
])(
  "an active space that is %s is refused by name",
  async (_, active, configured, settings) => {
    await remember(active);
    const before = await spaces();
    const { code, stderr } = await cairn(["mcp"], { ...env(), ...settings });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*CAIRN_EMBEDDER/mu);
    expect(stderr).toContain(active);
    expect(stderr).toContain(configured);
    expect(await spaces()).toEqual(before);
  },
  slow,
);

test(
  "what a server has filled of a space that it changes to stays",
  async () => {
    await remember(builtin);
    const client = await overStdio("2026-07-28", [], env());
    await call(client, "search", { query: "when does the ferry leave" });
    await client.close();
    expect(await spaces()).toMatchObject({ active: builtin, filled: expect.arrayContaining([other]) });
  },
  slow,
);
