import { isWholeFrom, type BodyForm } from "../chat/sse.ts";

const lf = 10;
const cr = 13;

/**
 * Tells whether the bytes so far end with a whole event of a stream, so that another one may follow: never in an answer
 * that comes whole, nor before its first bytes say that it is a stream.
 */
export class EventBoundary {
  #isStream: boolean | undefined;
  #isAt = true;
  /** The last bytes before the newest chunk, the nearest last. */
  #before: [number, number] = [lf, lf];

  constructor(form: BodyForm) {
    this.#isStream = form === "untold" ? undefined : form === "events";
  }

  get isAt(): boolean {
    return this.#isStream === true && this.#isAt;
  }

  push(chunk: Uint8Array): void {
    const { length } = chunk;
    if (length === 0) return;
    if (this.#isStream === undefined) {
      const isWhole = isWholeFrom(chunk);
      this.#isStream = isWhole === undefined ? undefined : !isWhole;
    }
    const last = chunk[length - 1]!;
    const second = length > 1 ? chunk[length - 2]! : this.#before[1];
    const third = length > 2 ? chunk[length - 3]! : this.#before[length - 1]!;
    this.#before[0] = second;
    this.#before[1] = last;
    this.#isAt = last === lf ? second === lf || (second === cr && third === lf) : last === cr && second === cr;
  }
}
