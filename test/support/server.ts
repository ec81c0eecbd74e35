import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const cli = resolve(import.meta.dirname, "../../bin/cairn.mjs");

/** On a machine that runs much else. */
const startMs = 50_000;

type StopSignal = "SIGINT" | "SIGTERM" | "SIGKILL";

/** A server in a process of its own, started as a user starts it. */
export type TestServer = {
  url: string;
  port: number;
  /** The first key: plan unlimited, every scope. */
  key: string;
  data: string;
  pid: number;
  /** Everything it printed so far. */
  output(): string;
  /** Ends the process and waits for it; the data folder stays. */
  stop(signal?: StopSignal): Promise<number | null>;
  /** Ends the process and removes the data folder, if this server made it. */
  remove(): Promise<void>;
};

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? done(address.port) : fail(new Error("no port"))));
    });
  });
}

export async function startServer(options: { data?: string; env?: Record<string, string> } = {}): Promise<TestServer> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), "cairn-test-"));
  const child = spawn(process.execPath, [cli, "serve"], {
    env: { ...process.env, CAIRN_DATA: data, CAIRN_PORT: "0", CAIRN_LOG: "warn", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  const exited = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
  const output = () => printed.join("");
  const port = await ready(child, output);
  const url = `http://127.0.0.1:${port}`;
  const stop = (signal: StopSignal = "SIGTERM") => {
    child.kill(signal);
    return exited;
  };
  return {
    url,
    port,
    key: existsSync(join(data, "first-key")) ? readFileSync(join(data, "first-key"), "utf8").trim() : "",
    data,
    pid: child.pid!,
    output,
    stop,
    remove: async () => {
      await stop("SIGKILL");
      if (!options.data) rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Tells its port, which no other program can have taken. Waits for the embedder too: tests ask for meaning at once. */
async function ready(child: ChildProcess, output: () => string): Promise<number> {
  const deadline = Date.now() + startMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    const port = Number(/ is listening on http:.*:(\d+)\n/u.exec(output())?.[1]);
    if (port > 0 && (await isLoaded(port))) return port;
    await new Promise((later) => setTimeout(later, 25));
  }
  child.kill("SIGKILL");
  throw new Error(`the server was not ready within ${startMs} ms:\n${output()}`);
}

async function isLoaded(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  return answer?.ok === true && ((await answer.json()) as { embedder: string }).embedder !== "loading";
}
