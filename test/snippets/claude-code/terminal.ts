import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { Unavailable } from "../install.ts";
import { endGroup } from "../run.ts";
import type { Session } from "./session.ts";

const sizes = { COLUMNS: "120", LINES: "40" };
const pauseMs = 200;
const leavingMs = 5_000;
const interrupt = "\x03";

/** Claude Code as in a terminal, which `script` makes. Errors: Unavailable where there is none. */
export class Terminal implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #timeoutMs: number;
  #shown = "";

  constructor({ id, options: { cwd, env, timeoutMs } }: Session) {
    if (spawnSync("script", ["--version"]).status !== 0) throw new Unavailable("there is no script of util-linux");
    const command = ["-qfec", `claude --session-id ${id}`, "/dev/null"];
    this.#child = spawn("script", command, { cwd, env: { ...env, ...sizes }, detached: true });
    this.#child.stdout!.on("data", (chunk: Buffer) => (this.#shown += chunk.toString()));
    this.#timeoutMs = timeoutMs;
  }

  /** Says something once it is listened to, and waits for what is to come of it. Errors: that nothing came in time. */
  async say(text: string, isDone: () => boolean): Promise<void> {
    const deadlineMs = Date.now() + this.#timeoutMs;
    await this.#until(() => this.#shown.includes("❯"), deadlineMs);
    this.#child.stdin!.write(text);
    await this.#until(() => this.#shown.includes(text.split(" ").at(-1)!), deadlineMs);
    this.#child.stdin!.write("\r");
    await this.#until(isDone, deadlineMs);
    // The end of the answer is on its way.
    await this.#until(() => this.#shown.includes("Lisbon"), deadlineMs);
  }

  async #until(isSo: () => boolean, deadlineMs: number): Promise<void> {
    while (!isSo()) {
      if (Date.now() > deadlineMs) throw new Error(`the terminal shows ${JSON.stringify(this.#shown.slice(-1_000))}`);
      await new Promise((later) => setTimeout(later, pauseMs));
    }
    await new Promise((later) => setTimeout(later, pauseMs));
  }

  /** Leaves as its users do: what runs in the terminal is in no group of ours. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((done) => this.#child.once("close", done));
    const timer = setTimeout(() => endGroup(this.#child.pid), leavingMs);
    this.#child.stdin!.write(interrupt);
    await new Promise((later) => setTimeout(later, pauseMs));
    this.#child.stdin!.write(interrupt);
    await closed;
    clearTimeout(timer);
  }
}
