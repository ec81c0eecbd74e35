/**
 * The path templates of google.api.http:
 *
 *     Template = "/" Segments [ ":" LITERAL ] ;
 *     Segments = Segment { "/" Segment } ;
 *     Segment  = "*" | "**" | LITERAL | Variable ;
 *     Variable = "{" IDENT [ "=" Segments ] "}" ;
 *
 * "*" stands for one segment, "**" for the rest of the path (at least one segment) and comes last. A variable without
 * segments stands for "*". Variables do not nest, and name a field of the input message itself, not of a nested one.
 */
export type Template = {
  /** Literals, "*" and "**"; what variables stand for is written out. */
  segments: string[];
  variables: Variable[];
  /** What follows the last ":"; empty without one. */
  verb: string;
};

export type Variable = {
  field: string;
  /** The segments `start` to `end` (exclusive) are its value; `end` is undefined where they run to the end of the path. */
  start: number;
  end: number | undefined;
};

const literal = /[A-Za-z0-9\-._~!$&'()+,;=@]+/y;
const identifier = /[A-Za-z_][A-Za-z0-9_]*/y;

/** Throws an error that says what is wrong with the template, and at which character. */
export function parseTemplate(text: string): Template {
  return new Parser(text).template();
}

class Parser {
  readonly #text: string;
  readonly #segments: string[] = [];
  readonly #variables: Variable[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  template(): Template {
    if (!this.#accept("/")) this.#fail(`expected "/"`);
    this.#parseSegments(false);
    const verb = this.#accept(":") ? this.#take(literal, "a verb") : "";
    if (this.#at < this.#text.length) this.#fail(`unexpected "${this.#text[this.#at]}"`);
    return { segments: this.#segments, variables: this.#variables, verb };
  }

  #parseSegments(inVariable: boolean): void {
    do {
      if (this.#segments.at(-1) === "**") this.#fail(`"**" must come last`);
      if (this.#accept("**")) this.#segments.push("**");
      else if (this.#accept("*")) this.#segments.push("*");
      else if (!inVariable && this.#accept("{")) this.#parseVariable();
      else this.#segments.push(this.#take(literal, "a segment"));
    } while (this.#accept("/"));
  }

  #parseVariable(): void {
    const field = this.#take(identifier, "a field name");
    if (this.#variables.some((other) => other.field === field)) this.#fail(`duplicate variable "${field}"`);
    const start = this.#segments.length;
    if (this.#accept("=")) this.#parseSegments(true);
    else this.#segments.push("*");
    if (!this.#accept("}")) this.#fail(`expected "}"`);
    this.#variables.push({ field, start, end: this.#segments.at(-1) === "**" ? undefined : this.#segments.length });
  }

  #accept(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #take(pattern: RegExp, what: string): string {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0];
    if (token === undefined) this.#fail(`expected ${what}`);
    this.#at += token.length;
    return token;
  }

  #fail(reason: string): never {
    throw new Error(`path template "${this.#text}": ${reason} at ${this.#at}`);
  }
}
