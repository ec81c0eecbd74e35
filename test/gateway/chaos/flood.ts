import { once } from "node:events";
import type { Script } from "../support/upstream.ts";
import type { Way } from "./ways.ts";
import { begin, contentType, delta, end, wireOf } from "./wires.ts";

const text = "It rains. ".repeat(6_500);

/** An answer of so many bytes, as fast as its reader takes it. */
export class Flood {
  readonly #bytes: number;
  /** What was handed over to be sent. */
  written = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** In events of 65 kB each; or one whole answer. */
  answer(way: Way): Script {
    if (way.isStream) return this.#send(way, begin[way.from], delta(way.from, text), end[way.from]);
    const [head = "", tail = ""] = wireOf(way, "RAIN").split("RAIN");
    return this.#send(way, head, text, tail);
  }

  /** In a single event, that never ends. */
  oneEvent(way: Way): Script {
    const [head = ""] = delta(way.from, "RAIN").split("RAIN");
    return this.#send(way, begin[way.from] + head, text, "");
  }

  #send(way: Way, head: string, piece: string, tail: string): Script {
    return async (response) => {
      const gone = new Promise<void>((done) => void response.once("close", done));
      const bytes = Buffer.from(piece);
      response.writeHead(200, { "content-type": contentType(way) });
      response.write(head);
      while (this.written < this.#bytes && !response.destroyed) {
        this.written += bytes.length;
        if (!response.write(bytes)) await Promise.race([once(response, "drain"), gone]);
      }
      response.end(tail);
    };
  }
}
