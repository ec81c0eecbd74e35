import { inspect } from "node:util";

/** Why a value cannot be a key, behind the name of its variable: a header could not carry it. The value is not shown. */
export function wrongSecret(value: string): string | undefined {
  return /^[\x21-\x7e]+$/u.test(value) ? undefined : "must be visible ASCII characters, without a space or line break";
}

/** A value that no log, error or dump shows: whoever needs it asks for it by name. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  [inspect.custom](): string {
    return "[secret]";
  }
}
