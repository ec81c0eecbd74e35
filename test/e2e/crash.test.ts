import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** SIGKILL in the middle of concurrent writes and flushes: what was acknowledged is there, whole, and found. */

const rounds = 20;
const writers = 8;
const data = mkdtempSync(join(tmpdir(), "cairn-crash-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

// Small bounds, so that flushing to LanceDB runs all the time.
const env = { CAIRN_RESIDENT_ROWS: "64", CAIRN_FLUSH_ROWS: "32", CAIRN_INDEX_ROWS: "256" };

type Batch = { sessionId: string; contents: string[] };

/** Writes batches until the server is gone; tells which were acknowledged and which were under way. */
async function write(api: Rest, round: number, writer: number, acknowledged: Batch[], open: Set<Batch>): Promise<void> {
  for (let i = 0; ; i++) {
    const sessionId = `r${round}-w${writer}-${i}`;
    const batch = { sessionId, contents: ["one", "two", "three"].map((word) => `${word} of ${sessionId}`) };
    open.add(batch);
    const messages = batch.contents.map((content) => ({ role: "user", content, session_id: sessionId }));
    const answer = await api.post("/api/v1/working/batch", { messages }).catch(() => undefined);
    if (answer?.status !== 200) return;
    open.delete(batch);
    acknowledged.push(batch);
  }
}

async function contentsOf(api: Rest, sessionId: string): Promise<string[]> {
  const { status, body } = await api.get(`/api/v1/sessions/${sessionId}/messages`);
  return status === 404 ? [] : body.messages.map((message: { content: string }) => message.content);
}

/** Until every memory has its vector: texts as alike as these are told apart by words and meaning together. */
async function embedded(server: TestServer): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    if (/^cairn_embeddings_waiting 0$/m.test(metrics)) return;
    await new Promise((later) => setTimeout(later, 50));
  }
}

test(`nothing acknowledged is lost in ${rounds} kills`, { timeout: 600_000 }, async () => {
  const acknowledged: Batch[] = [];
  let server = await startServer({ data, env });
  for (let round = 0; round < rounds; round++) {
    const api = new Rest(server);
    const open = new Set<Batch>();
    const before = acknowledged.length;
    const writing = Array.from({ length: writers }, (_, writer) => write(api, round, writer, acknowledged, open));
    await new Promise((later) => setTimeout(later, 150 + Math.random() * 350));
    await server.stop("SIGKILL");
    await Promise.all(writing);

    server = await startServer({ data, env });
    const restarted = new Rest(server);
    for (const batch of acknowledged.slice(before)) {
      expect(await contentsOf(restarted, batch.sessionId)).toEqual(batch.contents);
    }
    for (const batch of open) {
      expect([[], batch.contents]).toContainEqual(await contentsOf(restarted, batch.sessionId));
    }
  }
  expect(acknowledged.length).toBeGreaterThan(rounds);

  await embedded(server);
  const api = new Rest(server);
  for (const batch of acknowledged.filter((_, i) => i % Math.ceil(acknowledged.length / 200) === 0)) {
    const query = batch.contents[1]!;
    const { body } = await api.post("/api/v1/memory/search", { query, limit: 3 });
    expect(body.results.map((result: { content: string }) => result.content)).toContain(query);
  }
  await server.stop();
  const verified = await cairn(["verify", "--json"], { CAIRN_DATA: data });
  expect(verified.code, verified.stdout + verified.stderr).toBe(0);
});
