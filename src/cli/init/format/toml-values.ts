import { placeOf, Refusal } from "../refusal.ts";

const key = /[A-Za-z0-9_-]+|"(?:[\t !#-[\]-\uffff]|\\.)*"|'[^'\n]*'/y;
const basic =
  /"""(?:[^"\\]|\\[^]|""?(?!"))*"{3,5}|"[\t !#-[\]-\uffff]*(?:\\(?:[btnfre"\\]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})[\t !#-[\]-\uffff]*)*"/y;
const literal = /'''(?:[^']|''?(?!'))*'{3,5}|'[^'\n]*'/y;
const date =
  /\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?/y;
const number = /[+-]?(?:inf|nan|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?)/y;
const boolean = /true|false/y;
const blank = /[ \t]+/y;
const blankLines = /(?:[ \t\r\n]|#[^\n]*)+/y;
const lineEnd = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;

const depthMax = 100;

/** What TOML's lines are made of. A date, and a string over several lines, is given as it is written. Throws Refusal. */
export class TomlReader {
  readonly text: string;
  at: number;

  constructor(text: string) {
    this.text = text;
    this.at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  /** `a."b.c".d` */
  path(): string[] {
    const parts: string[] = [];
    do {
      this.pass(blank);
      const written = this.match(key) ?? this.fail("a key");
      parts.push(written.startsWith('"') || written.startsWith("'") ? unquoted(written) : written);
      this.pass(blank);
    } while (this.takes("."));
    return parts;
  }

  value(depth = 0): unknown {
    if (depth > depthMax) this.fail(`no more than ${depthMax} levels`);
    if (this.takes("[")) return this.#array(depth);
    if (this.takes("{")) return this.#table(depth);
    const text = this.match(basic) ?? this.match(literal);
    if (text !== undefined) return unquoted(text);
    const plain = this.match(date) ?? this.match(number) ?? this.match(boolean);
    return plain === undefined ? this.fail("a value") : plainValue(plain);
  }

  /** Everything up to the next key or header. */
  skipLines(): void {
    this.pass(blankLines);
  }

  endLine(): void {
    if (!this.pass(lineEnd)) this.fail("the end of the line");
  }

  takes(character: string): boolean {
    if (!this.text.startsWith(character, this.at)) return false;
    this.at += character.length;
    return true;
  }

  take(character: string): void {
    if (!this.takes(character)) this.fail(`"${character}"`);
  }

  pass(pattern: RegExp): boolean {
    return this.match(pattern) !== undefined;
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  fail(expected: string): never {
    const found = this.at < this.text.length ? JSON.stringify(this.text[this.at]) : "the end";
    throw new Refusal(`it is not valid TOML: ${placeOf(this.text, this.at)} has ${found}, expected ${expected}`);
  }

  #array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.skipLines();
    while (!this.takes("]")) {
      items.push(this.value(depth + 1));
      this.skipLines();
      if (this.takes(",")) this.skipLines();
      else if (!this.text.startsWith("]", this.at)) this.fail('"," or "]"');
    }
    return items;
  }

  /** An inline one. */
  #table(depth: number): Record<string, unknown> {
    const pairs: [string, unknown][] = [];
    this.skipLines();
    while (!this.takes("}")) {
      const name = this.path().join(".");
      this.take("=");
      this.pass(blank);
      pairs.push([name, this.value(depth + 1)]);
      this.skipLines();
      if (this.takes(",")) this.skipLines();
      else if (!this.text.startsWith("}", this.at)) this.fail('"," or "}"');
    }
    return Object.fromEntries(pairs);
  }
}

function plainValue(written: string): unknown {
  if (written === "true" || written === "false") return written === "true";
  return /^[+-]?(0|[1-9]\d{0,14})$/.test(written) ? Number(written) : written;
}

/** JSON reads most of what stands between double quotes; the rest is compared as it is written. */
function unquoted(written: string): string {
  if (written.startsWith("'")) return written.startsWith("'''") ? written : written.slice(1, -1);
  try {
    return JSON.parse(written) as string;
  } catch {
    return written;
  }
}
