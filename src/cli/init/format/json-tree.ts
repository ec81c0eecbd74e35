import { placeOf, Refusal } from "../refusal.ts";

/** A value and where it stands: `text.slice(start, end)`. */
export type JsonNode = { start: number; end: number } & (
  | { kind: "object"; members: Member[]; /** After its last member, comma or comment. */ innerEnd: number }
  | { kind: "other" }
);

export type JsonObjectNode = Extract<JsonNode, { kind: "object" }>;

/** `comma` is where the one behind it stands, if there is one. */
export type Member = { key: string; start: number; value: JsonNode; comma: number | undefined };

const depthMax = 200;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const string = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"/y;
const blank = /[ \t\r\n]+/y;
const comment = /\/\/[^\n]*|\/\*[^]*?\*\//y;

/** Reads JSON; with `relaxed`, comments and commas behind the last member too. `undefined` for a blank text. */
export function parseTree(text: string, relaxed: boolean): JsonNode | undefined {
  return new Parser(text, relaxed).parse();
}

class Parser {
  readonly #text: string;
  readonly #relaxed: boolean;
  #at: number;
  /** After the last thing that is no white space. */
  #solid: number;

  constructor(text: string, relaxed: boolean) {
    this.#text = text;
    this.#relaxed = relaxed;
    this.#at = text.startsWith("\uFEFF") ? 1 : 0;
    this.#solid = this.#at;
  }

  parse(): JsonNode | undefined {
    this.#skip();
    if (this.#at === this.#text.length) return undefined;
    const node = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) this.#fail("the end");
    return node;
  }

  #value(depth: number): JsonNode {
    if (depth > depthMax) this.#fail(`no more than ${depthMax} levels`);
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#array(depth);
      default: {
        const start = this.#at;
        if (this.#match(string) === undefined && this.#match(scalar) === undefined) this.#fail("a value");
        return { kind: "other", start, end: this.#at };
      }
    }
  }

  #object(depth: number): JsonObjectNode {
    const start = this.#at;
    const members: Member[] = [];
    this.#take("{");
    this.#skip();
    while (this.#text[this.#at] !== "}") {
      const member = this.#member(depth);
      members.push(member);
      member.comma = this.#comma("}");
      if (member.comma === undefined) break;
    }
    const innerEnd = this.#solid;
    this.#take("}");
    return { kind: "object", start, end: this.#at, members, innerEnd };
  }

  #member(depth: number): Member {
    const start = this.#at;
    const written = this.#match(string) ?? this.#fail('a name in double quotes or "}"');
    this.#skip();
    this.#take(":");
    this.#skip();
    const value = this.#value(depth + 1);
    return { key: JSON.parse(written) as string, start, value, comma: undefined };
  }

  #array(depth: number): JsonNode {
    const start = this.#at;
    this.#take("[");
    this.#skip();
    while (this.#text[this.#at] !== "]") {
      this.#value(depth + 1);
      if (this.#comma("]") === undefined) break;
    }
    this.#take("]");
    return { kind: "other", start, end: this.#at };
  }

  /** Where it stands; `undefined` where there is none, so that nothing may follow. */
  #comma(close: string): number | undefined {
    this.#skip();
    const at = this.#at;
    if (this.#text[at] !== ",") return undefined;
    this.#take(",");
    this.#skip();
    if (!this.#relaxed && this.#text[this.#at] === close) this.#fail("something behind the comma");
    return at;
  }

  #take(character: string): void {
    if (this.#text[this.#at] !== character) this.#fail(`"${character}"`);
    this.#at++;
    this.#solid = this.#at;
  }

  #skip(): void {
    for (;;) {
      if (this.#pass(blank)) continue;
      if (!this.#relaxed || this.#match(comment) === undefined) return;
    }
  }

  #pass(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    const start = this.#at;
    if (!this.#pass(pattern)) return undefined;
    this.#solid = this.#at;
    return this.#text.slice(start, this.#at);
  }

  #fail(expected: string): never {
    const found = this.#at < this.#text.length ? JSON.stringify(this.#text[this.#at]) : "the end";
    throw new Refusal(`it is not valid JSON: ${placeOf(this.#text, this.#at)} has ${found}, expected ${expected}`);
  }
}
