import { AppError, invalid } from "../../error.ts";
import type { JsonObject } from "../../json.ts";
import { parseObject } from "../lines/line-member.ts";
import { parseLine, type ImportLine } from "../lines/line.ts";
import type { Item } from "../lines/read-items.ts";
import { formatOf, formats } from "./formats.ts";
import type { Entry, Format, LeftOut } from "./format.ts";
import type { FormatName } from "./names.ts";

/** Where something stands in a file, as errors call it: "line 7", "conversation 7". */
export type Place = { noun: string; number: number };

/** Reads the items of one file: in the format that was named, else in that of the first of them. */
export class FormatReader {
  readonly leftOut: Record<LeftOut, number> = {
    branches: 0,
    contexts: 0,
    files: 0,
    others: 0,
    programs: 0,
    thoughts: 0,
    tools: 0,
  };
  readonly #user: string;
  #format: Format | undefined;
  #read: ((item: JsonObject) => Entry[]) | undefined;

  /** `user`: whose those lines are that name nobody. */
  constructor(user: string, format?: FormatName) {
    this.#user = user;
    if (format !== undefined) this.#use(format);
  }

  /** Tells the format by an item, if it is not known yet: also by one that is not to be read. */
  recognise(item: Item): void {
    if (this.#read !== undefined || item.text?.trim() === "") return;
    try {
      this.#use(formatOf(this.#objectOf(item)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  placeOf({ isLine, number }: Item): Place {
    return { noun: isLine ? "line" : (this.#format?.item ?? "item"), number };
  }

  /** Errors: invalid_argument, which says what is wrong with it. */
  read(item: Item): ImportLine[] {
    const object = this.#objectOf(item);
    const read = this.#read ?? this.#use(formatOf(object));
    return read(object).flatMap((entry) => {
      if (typeof entry !== "string") return [parseLine(entry, this.#user)];
      this.leftOut[entry]++;
      return [];
    });
  }

  #objectOf(item: Item): JsonObject {
    const { noun } = this.placeOf(item);
    if (item.fault !== undefined) throw invalid(noun, item.fault);
    return parseObject(noun, item.text);
  }

  #use(name: FormatName): (item: JsonObject) => Entry[] {
    this.#format = formats[name];
    return (this.#read = this.#format.reader(this.#user));
  }
}
