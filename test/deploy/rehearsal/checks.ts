import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Rest } from "../../support/rest.ts";
import type { Container } from "./container.ts";

const startMs = 60_000;

type Check = (container: Container, port: string) => Promise<void>;

/** What is tried of an image that runs, in this order, on one volume. Each throws where something is not as it must be. */
export const checks: Record<string, Check> = {
  "becomes healthy as nobody special, on files that it cannot write": async (container) => {
    await container.healthy(startMs);
    assert.match(container.status("Uid"), /^1000\b/);
    assert.match(container.status("CapEff"), /^0+$/);
    assert.equal(container.status("NoNewPrivs"), "1");
    assert.notEqual(await container.exec(["touch", "/app/written"]), 0);
    assert.notEqual(await container.exec(["touch", "/tmp/written"]), 0);
    assert.equal(await container.exec(["touch", "/data/written"]), 0);
    assert.equal(await container.exec(["test", "-s", "/data/first-key"]), 0);
  },
  "remembers, and finds by meaning": async (container, port) => {
    await container.healthy(startMs);
    const api = apiOf(container, port);
    const content = "We moved the staging database to Frankfurt.";
    assert.equal((await api.post("/api/v1/working", { role: "user", session_id: "s", content })).status, 200);
    await found(api, content);
  },
  "keeps what it had, and is backed up beside the server": async (container, port) => {
    await container.healthy(startMs);
    await found(apiOf(container, port), "We moved the staging database to Frankfurt.");
    assert.equal(await container.exec(["node", "/app/bin/cairn.mjs", "backup", "/data/backup"]), 0);
    takeBackup(container);
    assert.equal(await container.exec(["rm", "-r", "/data/backup"]), 0);
    assert.ok(!existsSync(join(container.volume("/data"), "backup")));
    assert.equal(await container.exec(["node", "/app/bin/cairn.mjs", "verify"]), 0);
    container.signal("SIGTERM");
    assert.equal(await container.exited(), 0);
    restore(container);
  },
  "serves what was restored": async (container, port) => {
    await container.healthy(startMs);
    await found(apiOf(container, port), "We moved the staging database to Frankfurt.");
    assert.equal(await container.exec(["node", "/app/bin/cairn.mjs", "verify"]), 0);
  },
  "drains: what runs at SIGTERM is answered, nothing new is taken, and it ends with 0": async (container, port) => {
    await container.healthy(startMs);
    const body = JSON.stringify({ role: "user", session_id: "s", content: "The last word." });
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    const head = [
      "POST /api/v1/working HTTP/1.1",
      "Host: localhost",
      `Authorization: Bearer ${keyOf(container)}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 10)}`);
    await sleep(500);
    container.signal("SIGTERM");
    await sleep(500);
    assert.equal(await container.healthcheck(), 1);
    socket.write(body.slice(10));
    await once(socket, "close");
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.equal(await container.exited(), 0);
  },
};

const backupOf = (container: Container) => `${container.volume("/data")}-backup`;

/** As `docker cp` does, out of the volume. */
function takeBackup(container: Container): void {
  execFileSync("cp", ["--recursive", join(container.volume("/data"), "backup"), backupOf(container)]);
  assert.ok(statSync(join(backupOf(container), "cairn.db")).size > 0);
}

/** Puts the backup in the place of what there was, but for the key's file, which no backup has and later checks read. */
function restore(container: Container): void {
  const volume = container.volume("/data");
  for (const name of readdirSync(volume)) {
    if (name !== "first-key") rmSync(join(volume, name), { recursive: true });
  }
  execFileSync("cp", ["--archive", `${backupOf(container)}/.`, volume]);
  execFileSync("chown", ["--recursive", "1000:1000", volume]);
}

const keyOf = (container: Container) => readFileSync(join(container.volume("/data"), "first-key"), "utf8").trim();

function apiOf(container: Container, port: string): Rest {
  return new Rest({ url: `http://127.0.0.1:${port}`, key: keyOf(container) });
}

/** By no word that it has. The embedder may still load, or the vector be missing. */
async function found(api: Rest, content: string): Promise<void> {
  for (const deadline = Date.now() + startMs; ; await sleep(500)) {
    const { body } = await api.post("/api/v1/memory/search", { query: "where does the test DB run?", limit: 1 });
    if (body.results?.[0]?.content === content) return;
    assert.ok(Date.now() < deadline, `the search found ${JSON.stringify(body)}`);
  }
}
