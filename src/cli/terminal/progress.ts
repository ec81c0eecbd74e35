import { SingleBar } from "cli-progress";

/** How far long work has come: a bar on a terminal, nothing elsewhere. */
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

  end(): void {
    this.#bar?.stop();
  }
}
