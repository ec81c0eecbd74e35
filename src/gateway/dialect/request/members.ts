import type { JsonObject, JsonValue } from "../../../json.ts";
import type { Reader } from "./read-member.ts";

/** The members of a caller's object, read one by one: those that nobody reads are what a translation loses. */
export class Members {
  readonly #json: JsonObject;
  readonly #taken = new Set<string>();

  constructor(json: JsonObject) {
    this.#json = json;
  }

  /** A member, read as what it must be. Errors: as the reader's, which name it. */
  read<T>(name: string, reader: Reader<T>): T {
    return reader(this.take(name), name);
  }

  /** A member's value as it is. */
  take(name: string): JsonValue | undefined {
    this.#taken.add(name);
    return this.#json[name];
  }

  /** The others, without those that say nothing: `null`, or the value that holds anyway, as listed in `defaults`. */
  others(defaults: JsonObject = {}): Record<string, JsonValue> {
    const isSaid = (entry: [string, JsonValue | undefined]): entry is [string, JsonValue] => {
      const [name, value] = entry;
      if (value === undefined || value === null || this.#taken.has(name)) return false;
      return !Object.hasOwn(defaults, name) || JSON.stringify(defaults[name]) !== JSON.stringify(value);
    };
    return Object.fromEntries(Object.entries(this.#json).filter(isSaid));
  }
}
