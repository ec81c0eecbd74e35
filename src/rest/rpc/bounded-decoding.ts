import { valuesMax } from "../../json-text.ts";

/**
 * How messages of protobuf are decoded. Two bytes make a message within a message, and millions of them, which a body may
 * hold, are decoded for seconds: they are bounded as the values of JSON are. The decoder bounds their depth only, which it
 * compares with `recursionLimit` at each of them: so that is no number, but counts how often it is asked for its value.
 * Fields that are not known are left out, and not kept one by one.
 */
export const binaryOptions = {
  readUnknownFields: false,
  get recursionLimit(): number {
    return new CountingLimit() as unknown as number; // it is compared, subtracted from, and shown
  },
};

/** As the decoder has it by default. */
const depthMax = 100;

/** Of one message, whose decoding begins by asking for it. */
class CountingLimit {
  #messages = 0;

  valueOf(): number {
    this.#messages++;
    if (this.#messages > valuesMax) throw new Error(`it must hold at most ${valuesMax} messages`);
    return depthMax;
  }

  toString(): string {
    return String(depthMax);
  }
}
