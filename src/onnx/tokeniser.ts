import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";

/** What the model reads, its two special tokens included. */
const tokensMax = 256;

/** The longest entry of the vocabulary, in characters ("telecommunications"). */
const entryCharsMax = 18;

/** A longer word is one unknown token, as in the original. */
const wordCharsMax = 100;

/**
 * What `tokensMax` tokens of ordinary text can need: the longest entries with a space behind each. Only runs of white
 * space and words that are unknown as a whole could reach further; their tail is not read.
 */
export const textCharsMax = (tokensMax - 2) * (entryCharsMax + 1);

/**
 * The model's WordPiece. The library normalises and splits into words; the pieces of a word are found here, since the
 * library's search is cubic in the length of a word (200 ms for a text of random letters) and does not stop at a limit.
 * Special tokens written in a text ("[SEP]") are plain words.
 */
export class Tokeniser {
  readonly #tokenizer: Tokenizer;
  readonly #vocabulary: Map<string, number>;
  readonly #unknown: number;
  readonly #first: number;
  readonly #last: number;

  constructor(folder: string) {
    const read = (name: string): object => JSON.parse(readFileSync(join(folder, name), "utf8"));
    this.#tokenizer = new Tokenizer(read("tokenizer.json"), read("tokenizer_config.json"));
    this.#vocabulary = this.#tokenizer.get_vocab();
    this.#unknown = this.#id("[UNK]");
    this.#first = this.#id("[CLS]");
    this.#last = this.#id("[SEP]");
  }

  /** At most `tokensMax` ids. */
  encode(text: string): number[] {
    const ids: number[] = [];
    for (const word of this.#words(text)) {
      if (ids.length >= tokensMax - 2) break;
      ids.push(...this.#pieces(word));
    }
    return this.closed(ids.slice(0, tokensMax - 2));
  }

  /** The ids of a text without the special tokens around it, which `closed` adds. */
  encodePart(text: string): number[] {
    return this.#words(text).flatMap((word) => this.#pieces(word));
  }

  closed(ids: readonly number[]): number[] {
    return [this.#first, ...ids, this.#last];
  }

  #words(text: string): string[] {
    return this.#tokenizer.pre_tokenizer!.pre_tokenize(this.#tokenizer.normalizer!.normalize(text));
  }

  /** The longest entries from the left; a word with a part that is in no entry is unknown as a whole. */
  #pieces(word: string): number[] {
    const chars = [...word];
    if (chars.length > wordCharsMax) return [this.#unknown];
    const ids: number[] = [];
    for (let start = 0; start < chars.length;) {
      const piece = this.#longest(chars, start);
      if (piece === undefined) return [this.#unknown];
      ids.push(piece.id);
      start = piece.end;
    }
    return ids;
  }

  #longest(chars: string[], start: number): { id: number; end: number } | undefined {
    const prefix = start === 0 ? "" : "##";
    for (let end = Math.min(chars.length, start + entryCharsMax); end > start; end--) {
      const id = this.#vocabulary.get(prefix + chars.slice(start, end).join(""));
      if (id !== undefined) return { id, end };
    }
    return undefined;
  }

  #id(token: string): number {
    const id = this.#vocabulary.get(token);
    if (id === undefined) throw new Error(`the vocabulary has no ${token}`);
    return id;
  }
}
