import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Methods } from "./child.ts";
import type { Answer, Request } from "./protocol.ts";

/** A child process on a folder. */
export class Process {
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown>;
  readonly #calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #last = 0;

  constructor({ data, compiled, aheadMs }: { data: string; compiled: string; aheadMs: number }) {
    this.#child = fork(join(import.meta.dirname, "child.ts"), [data, String(aheadMs)], {
      execArgv: [],
      serialization: "advanced",
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    });
    this.#ready = new Promise((resolve, reject) => this.#calls.set(0, { resolve, reject }));
    this.#child.on("message", (answer: Answer) => this.#settle(answer));
    this.#child.on("exit", (code) => {
      for (const { reject } of this.#calls.values()) reject(new Error(`the process ended with ${code}`));
    });
  }

  async call<M extends keyof Methods>(
    method: M,
    ...args: Parameters<Methods[M]>
  ): Promise<Awaited<ReturnType<Methods[M]>>> {
    await this.#ready;
    const call = ++this.#last;
    const answered = new Promise((resolve, reject) => this.#calls.set(call, { resolve, reject }));
    const request: Request = { call, method, args };
    this.#child.send(request);
    return (await answered) as Awaited<ReturnType<Methods[M]>>; // what that method returned
  }

  /** As a power cut does. */
  async kill(): Promise<void> {
    this.#ready.catch(() => {});
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  #settle({ call, value, error }: Answer): void {
    const waiting = this.#calls.get(call);
    this.#calls.delete(call);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(error));
  }
}
