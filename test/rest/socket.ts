import { connect, type Socket } from "node:net";

/** A raw connection: what is written is bytes, what was read is text. */
export class RawSocket {
  readonly #socket: Socket;
  readonly #closed: Promise<void>;
  text = "";

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1" });
    this.#socket.setNoDelay().setEncoding("latin1");
    this.#socket.on("data", (chunk: string) => (this.text += chunk));
    this.#closed = new Promise((resolve) => this.#socket.once("close", resolve));
    this.#socket.on("error", () => {}); // a reset is a close, too
  }

  write(text: string): this {
    this.#socket.write(text, "latin1");
    return this;
  }

  /** Sends no more, but goes on reading. */
  end(): this {
    this.#socket.end();
    return this;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** All that came until the server closed. */
  async untilClosed(): Promise<string> {
    await this.#closed;
    return this.text;
  }
}
