import type { Socket } from "node:net";

/** The first bytes of HTTP/2 with prior knowledge; compared whole, for HTTP/1.1 methods begin with P as well. */
const preface = Buffer.from("PRI * HTTP/2.0", "latin1");

/**
 * Tells the protocol of fresh connections by their first bytes, which it puts back, so that one port serves HTTP/1.1
 * and cleartext HTTP/2. A connection that does not say in time what it is, is cut.
 */
export class PrefaceSniffer {
  readonly #undecided = new Set<Socket>();
  readonly #timeoutMs: number;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  sniff(socket: Socket, decide: (protocol: "http1" | "http2") => void): void {
    let head: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => socket.destroy(), this.#timeoutMs);
    const onReadable = (): void => {
      const chunk: Buffer | null = socket.read();
      if (chunk === null) return;
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const length = Math.min(head.length, preface.length);
      const alike = head.compare(preface, 0, length, 0, length) === 0;
      if (alike && length < preface.length) return;
      forget();
      socket.unshift(head);
      decide(alike ? "http2" : "http1");
    };
    const forget = (): void => {
      clearTimeout(timer);
      this.#undecided.delete(socket);
      socket.off("readable", onReadable).off("end", cut).off("error", cut).off("close", forget);
    };
    const cut = (): void => void socket.destroy();
    this.#undecided.add(socket);
    socket.on("readable", onReadable).once("end", cut).once("error", cut).once("close", forget);
  }

  /** Cuts the connections that are still undecided. */
  close(): void {
    for (const socket of this.#undecided) socket.destroy();
  }
}
