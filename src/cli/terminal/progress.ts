import { SingleBar } from "cli-progress";

/**
 * How far long work has come: a bar on a terminal, nothing elsewhere. It hides the cursor until it is disposed of:
 * `using progress = new Progress(...)`.
 */
export class Progress {
  readonly #bar: SingleBar | undefined;

  constructor(what: string, total: number, stream: NodeJS.WriteStream = process.stderr) {
    if (!stream.isTTY || total <= 0) return;
    this.#bar = new SingleBar({ format: `${what} {bar} {percentage} % {eta_formatted}`, stream, hideCursor: true });
    this.#bar.start(total, 0);
  }

  at(done: number): void {
    this.#bar?.update(done);
  }

  [Symbol.dispose](): void {
    this.#bar?.stop();
  }
}
