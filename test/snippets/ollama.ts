import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../support/server.ts";
import { endGroup } from "./run.ts";
import { patient } from "./world.ts";

const root = resolve(import.meta.dirname, "../..");
/** On a machine that runs much else. */
const deadlineMs = 50_000;

/** Runs what the page says starts a server, in this folder; its memory goes with it. */
export async function serve(text: string): Promise<{ url: string; data: string } & AsyncDisposable> {
  const data = mkdtempSync(join(tmpdir(), "cairn-snippets-"));
  const port = await freePort();
  const env = { ...process.env, ...patient, CAIRN_DATA: data, CAIRN_PORT: String(port), CAIRN_LOG: "warn" };
  const child = spawn("sh", ["-euc", text], { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  let printed = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (chunk: Buffer) => (printed += String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  const end = async () => {
    endGroup(child.pid);
    await exited;
    rmSync(data, { recursive: true, force: true });
  };
  for (const startedAtMs = Date.now(); !(await isReady(url));) {
    if (child.exitCode === null && Date.now() - startedAtMs < deadlineMs) continue;
    await end();
    throw new Error(`the server did not start:\n${printed}`);
  }
  return { url, data, [Symbol.asyncDispose]: end };
}

async function isReady(url: string): Promise<boolean> {
  await new Promise((later) => setTimeout(later, 50));
  const answer = await fetch(`${url}/readyz`).catch(() => undefined);
  return answer?.ok === true && ((await answer.json()) as { embedder: string }).embedder !== "loading";
}
