import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { termsOf } from "../../src/memory/words/tokenize.ts";
import type { Methods } from "./child.ts";
import { Process } from "./process.ts";

/** Longer than any lease. */
const outlastMs = 600_000;
const letters = "bcdfghjklmnpqrtv";

/** Three processes on one folder. */
export class Processes {
  readonly numbers = [0, 1, 2];
  readonly #folder = mkdtempSync(join(tmpdir(), "cairn-processes-"));
  readonly #data = join(this.#folder, "data");
  #aheadMs = 0;
  #words = 0;
  readonly #processes = this.numbers.map(() => this.#start());
  /** Starting takes long: the next one is started ahead. */
  #spare = this.#start();

  call<M extends keyof Methods>(at: number, method: M, ...args: Parameters<Methods[M]>) {
    return this.#processes[at]!.call(method, ...args);
  }

  /** Kills one with SIGKILL; another takes its place. */
  async kill(at: number): Promise<void> {
    await this.#processes[at]!.kill();
    this.#processes[at] = this.#spare;
    this.#spare = this.#start();
  }

  /** Sets all clocks so far ahead that no lease holds any more. */
  async outlast(): Promise<void> {
    this.#aheadMs += outlastMs;
    await Promise.all([...this.#processes, this.#spare].map((process) => process.call("advance", outlastMs)));
  }

  /** One that nobody has said yet. */
  newWord(): string {
    const digits = [...(this.#words++).toString(16).padStart(5, "0")];
    return `zq${digits.map((digit) => letters[Number.parseInt(digit, 16)]).join("")}`;
  }

  /** Files of the database, and of an account's tables, that hold one of the words or what the base makes of it. */
  filesWith(account: string, words: string[]): string[] {
    const needles = words.flatMap((word) => [word, termsOf(word).ids[0]!.toString(16).padStart(8, "0")]);
    const names = readdirSync(this.#data, { recursive: true, encoding: "utf8" });
    const own = names.filter((name) => name.startsWith("cairn.db") || name.includes(account));
    const files = own.map((name) => join(this.#data, name)).filter((file) => statSync(file).isFile());
    return files.filter((file) => {
      const bytes = readFileSync(file);
      return needles.some((needle) => bytes.includes(needle));
    });
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#processes, this.#spare].map((process) => process.kill()));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(): Process {
    mkdirSync(this.#data, { recursive: true });
    return new Process({ data: this.#data, compiled: join(this.#folder, "compiled"), aheadMs: this.#aheadMs });
  }
}
