import { PassThrough, pipeline, type Readable } from "node:stream";
import type { Credential } from "../model/provider.ts";

/** A key that is shorter is a word, such as `none` or `ollama`, that proves nothing to anybody. */
const keyCharsMin = 8;
/** Of an error, what is held back until it is whole: a longer one goes on in pieces. */
const heldCharsMax = 65_536;
/** What every error has, in each dialect. Inside of what a model says its quotes are escaped. */
const errorMark = '"error"';
/** Where an event of a stream ends. */
const eventEnds = ["\n\n", "\r\n\r\n", "\r\r"];
/** A character as JSON says it at the longest: `\u002b`. */
const longestForm = 6;

/** Puts `[key]` in the place of a provider's key, where the headers and errors of its answers repeat it. */
class KeyHider {
  readonly #forms: RegExp;
  /** How much of a text may be the beginning of a key that its next piece ends. */
  readonly #formChars: number;

  constructor(key: string) {
    this.#forms = formsOf(key);
    this.#formChars = key.length * longestForm;
  }

  in(text: string): string {
    return text.replace(this.#forms, "[key]");
  }

  /** A body, with the key hidden in all of it, or in the events of it that are errors: other bytes pass as they come. */
  async *pass(body: AsyncIterable<Uint8Array>, where: "everywhere" | "errors"): AsyncGenerator<Uint8Array> {
    let before = "";
    let held = "";
    for await (const chunk of body) {
      const { buffer, byteOffset, length } = chunk;
      const come = Buffer.from(buffer, byteOffset, length).toString("latin1");
      const isError = where === "everywhere" || held !== "" || (before + come).includes(errorMark);
      before = (before + come).slice(1 - errorMark.length);
      if (!isError) {
        yield chunk;
        continue;
      }
      const text = this.in(held + come);
      const told = text.length - this.#heldOf(text, where);
      held = text.slice(told);
      if (told > 0) yield Buffer.from(text.slice(0, told), "latin1");
    }
    if (held !== "") yield Buffer.from(held, "latin1");
  }

  /** How many of the last characters wait for what follows them: an error that is not whole, or what may begin a key. */
  #heldOf(text: string, where: "everywhere" | "errors"): number {
    const end = where === "everywhere" ? 0 : Math.max(...eventEnds.map((each) => behindLast(text, each)));
    if (end > 0 && !text.includes(errorMark, end)) return 0;
    const held = text.length - end;
    return held > heldCharsMax ? this.#formChars : held;
  }
}

function behindLast(text: string, end: string): number {
  const at = text.lastIndexOf(end);
  return at < 0 ? 0 : at + end.length;
}

/** A key, which is visible ASCII, as it is and as JSON may say it. */
function formsOf(key: string): RegExp {
  const forms = [...key].map((char) => {
    const hex = char.charCodeAt(0).toString(16).padStart(2, "0");
    const digits = [...hex].map((digit) => `[${digit}${digit.toUpperCase()}]`).join("");
    return String.raw`(?:\\?\x${hex}|\\u00${digits})`;
  });
  return new RegExp(forms.join(""), "gu");
}

const hiders = new WeakMap<Credential, KeyHider>();

function hiderOf(credential: Credential | undefined): KeyHider | undefined {
  const key = credential?.reveal() ?? "";
  if (credential === undefined || key.length < keyCharsMin) return undefined;
  const hider = hiders.get(credential) ?? new KeyHider(key);
  hiders.set(credential, hider);
  return hider;
}

/** Headers of an answer, without the key. */
export function hideInHeaders(headers: Record<string, string>, credential: Credential | undefined) {
  const hider = hiderOf(credential);
  if (hider === undefined) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hider.in(value)]));
}

/** The body of an answer that is an error, without the key. Who destroys it destroys its source. */
export function hideInError(body: Readable, credential: Credential | undefined): Readable {
  const hider = hiderOf(credential);
  if (hider === undefined) return body;
  // A failure reaches whoever reads: there is nothing else to do about it.
  return pipeline(
    body,
    (source: AsyncIterable<Uint8Array>) => hider.pass(source, "everywhere"),
    new PassThrough(),
    () => undefined,
  );
}

/** Another body, without the key in the errors that are in it. */
export function hideInEvents(body: AsyncIterable<Uint8Array>, credential: Credential | undefined) {
  return hiderOf(credential)?.pass(body, "errors") ?? body;
}
