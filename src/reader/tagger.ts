import { taggerFile } from "../onnx/files.ts";
import { Session } from "../onnx/session.ts";
import { softmax } from "../onnx/softmax.ts";
import { labels, type TaggedWord } from "../memory/directive/tagged/tagged-word.ts";

/** What the model was trained on at a time, without the two special tokens. */
const tokensMax = 190;
/** Of one message: behind them the readers are alone. */
const partsMax = 8;

/** As in the training: a word with its apostrophes, or a mark. */
const wordOrMark = /[\p{L}\p{N}]+(?:[’']\p{L}+)*|\S/gu;
const sentenceEnd = /^[.!?…]$/u;

type Piece = { start: number; end: number; ids: number[]; ends: boolean };

/** Tags the words of rules by a model that comes with Cairn: model/rule-tagger/README.md says what it is. */
export class Tagger {
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
  }

  static async load(): Promise<Tagger> {
    return new Tagger(await Session.load(taggerFile(), 1));
  }

  async tag(text: string): Promise<TaggedWord[]> {
    const tagged: TaggedWord[] = [];
    for (const part of partsOf(this.#pieces(text))) {
      const ids = this.#session.tokeniser.closed(part.flatMap((piece) => piece.ids));
      const scores = await this.#session.run(ids, "labels");
      let token = 1; // behind the first special one
      for (const { start, end, ids: own } of part) {
        if (own.length > 0)
          tagged.push({
            start,
            end,
            chances: softmax(scores.slice(token * labels.length, (token + 1) * labels.length)),
          });
        token += own.length;
      }
    }
    return tagged;
  }

  async release(): Promise<void> {
    await this.#session.release();
  }

  *#pieces(text: string): Generator<Piece> {
    for (const { 0: word, index: start } of text.matchAll(wordOrMark)) {
      const ends = sentenceEnd.test(word) || text[start + word.length] === "\n";
      const ids = this.#session.tokeniser.encodePart(word).slice(0, tokensMax);
      yield { start, end: start + word.length, ids, ends };
    }
  }
}

/** Whole sentences as long as they fit; a longer one is cut where it must be. Lazily, so that what is not read costs nothing. */
function partsOf(pieces: Iterable<Piece>): Piece[][] {
  const parts: Piece[][] = [];
  let part: Piece[] = [];
  let size = 0;
  let sentence = 0; // where the part's last sentence begins
  for (const piece of pieces) {
    while (size > 0 && size + piece.ids.length > tokensMax) {
      const cut = sentence > 0 ? sentence : part.length;
      parts.push(part.slice(0, cut));
      if (parts.length === partsMax) return parts;
      part = part.slice(cut);
      size = part.reduce((sum, { ids }) => sum + ids.length, 0);
      sentence = 0;
    }
    part.push(piece);
    size += piece.ids.length;
    if (piece.ends) sentence = part.length;
  }
  return part.length > 0 ? [...parts, part] : parts;
}
