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

/** An entry of the vocabulary, and what it stands for in the text. */
type Piece = { id: number; text: string };

const letter = /\p{L}/u;
const latin = /\p{Script=Latin}/u;
const foreign = /[\p{L}--\p{Script=Latin}]/v;

const idsOf = (pieces: readonly Piece[]): number[] => pieces.map(({ id }) => id);
const lettersIn = (pieces: readonly Piece[], kind: RegExp): number =>
  pieces.flatMap(({ text }) => [...text]).filter((character) => kind.test(character)).length;

/**
 * The model's WordPiece. The library normalises and splits into words; the pieces of a word are found here, since the
 * library's search is cubic in the length of a word (200 ms for a text of random letters) and does not stop at a limit.
 * Special tokens written in a text ("[SEP]") are plain words.
 */
export class Tokeniser {
  readonly #tokenizer: Tokenizer;
  readonly #vocabulary: Map<string, number>;
  /** What tells the model little: the unknown word, and all that is not of Latin letters, of which there are hardly any words. */
  readonly #strange: Set<number>;
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
    const spelled = [...this.#vocabulary].filter(([entry]) => letter.test(entry) && !latin.test(entry));
    this.#strange = new Set([this.#unknown, ...spelled.map(([, id]) => id)]);
  }

  /** At most `tokensMax` ids. */
  encode(text: string): number[] {
    return this.closed(idsOf(this.#beginning(text)));
  }

  /**
   * The same of a text that the model can read, or else nothing: where most letters are of words that the vocabulary does
   * not have or only spells, its vector says which letters there are, and hardly what is meant (docs/decisions/0023). Latin
   * letters of a word that is unknown count for neither: it is a hash or a token, longer than any word of a language.
   */
  encodeReadable(text: string): number[] | undefined {
    const pieces = this.#beginning(text);
    const strange = pieces.filter(({ id }) => this.#strange.has(id));
    const known = pieces.filter(({ id }) => !this.#strange.has(id));
    const isReadable = strange.length === 0 || lettersIn(known, letter) > lettersIn(strange, foreign);
    return isReadable ? this.closed(idsOf(pieces)) : undefined;
  }

  /** The ids of a text without the special tokens around it, which `closed` adds. */
  encodePart(text: string): number[] {
    return this.#words(text).flatMap((word) => idsOf(this.#pieces(word)));
  }

  closed(ids: readonly number[]): number[] {
    return [this.#first, ...ids, this.#last];
  }

  /** As much as the model reads beside the special tokens. */
  #beginning(text: string): Piece[] {
    const pieces: Piece[] = [];
    for (const word of this.#words(text)) {
      if (pieces.length >= tokensMax - 2) break;
      pieces.push(...this.#pieces(word));
    }
    return pieces.slice(0, tokensMax - 2);
  }

  #words(text: string): string[] {
    return this.#tokenizer.pre_tokenizer!.pre_tokenize(this.#tokenizer.normalizer!.normalize(text));
  }

  /** The longest entries from the left; a word with a part that is in no entry is unknown as a whole. */
  #pieces(word: string): Piece[] {
    const unknown = [{ id: this.#unknown, text: word }];
    const chars = [...word];
    if (chars.length > wordCharsMax) return unknown;
    const pieces: Piece[] = [];
    for (let start = 0; start < chars.length;) {
      const found = this.#longest(chars, start);
      if (found === undefined) return unknown;
      pieces.push(found.piece);
      start = found.end;
    }
    return pieces;
  }

  #longest(chars: string[], start: number): { piece: Piece; end: number } | undefined {
    const prefix = start === 0 ? "" : "##";
    for (let end = Math.min(chars.length, start + entryCharsMax); end > start; end--) {
      const text = chars.slice(start, end).join("");
      const id = this.#vocabulary.get(prefix + text);
      if (id !== undefined) return { piece: { id, text }, end };
    }
    return undefined;
  }

  #id(token: string): number {
    const id = this.#vocabulary.get(token);
    if (id === undefined) throw new Error(`the vocabulary has no ${token}`);
    return id;
  }
}
