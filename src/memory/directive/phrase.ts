import { stemOf } from "../language/base-form.ts";
import { wordSet } from "../language/word-set.ts";
import { stem } from "../words/stem.ts";
import { stopWords } from "../words/stop-words.ts";
import { choiceOf } from "./words/choices.ts";
import { weekdays } from "./words/classes.ts";

/**
 * The words of a rule by which it is told from others, in their order. Rules that differ here stand beside each other:
 * that costs little, and a ban that is taken for another one is lost.
 */
export type Phrase = {
  /** The base form of a verb that any rule may have, where it comes first: "use", "write". */
  readonly verb: string;
  readonly words: readonly PhraseWord[];
};

/** In lower case. A name has no base form: Williams is not William. */
type PhraseWord = { readonly text: string; readonly base: string | undefined };

const blank = wordSet(
  `a an the this that these those it its itself they them
   am is are was were be been being do does did doing have has had having can could shall should will would must might may
   and or nor so then because of in on at to with as ever just also too very again further any each
   always never please now rather`,
);
const commonVerbs = new Set(
  "use keep give switch stop skip let get put write make suggest recommend answer reply try avoid prefer remember like want need"
    .split(" ")
    .map(stem),
);
/** How a rule begins whatever it is about. */
const head =
  /^(?:please |always )*(?:stop (?=\p{L}+ing )|avoid |prefer (?:to )?|no |(?:(?:never|ever|do not|don't|not) )+)?/iu;
/** They only stress what is said. */
const idle =
  /(?<!\S)(?:make sure|be sure to|ensure|remember to|try to|from now on|at all|(?:all )?over again|instead(?! of))(?!\S)/giu;
const around = /^[\p{Ps}\p{Pi}"'.,;:!?]+|(?:'s)?[\p{Pe}\p{Pf}"'.,;:!?]*$/gu;

export function phraseOf(rule: string): Phrase {
  const plain = rule.normalize("NFKC").replaceAll("’", "'").trim().replace(/\s+/gu, " ");
  const said = (plain.charAt(0).toLowerCase() + plain.slice(1)).replace(head, "").replace(idle, "");
  const words = said
    .split(" ")
    // Of marks alone nothing is taken off: "end no line with ;".
    .map((word) => word.replace(around, "") || word)
    .filter((word) => word !== "" && !blank.has(word.toLowerCase()))
    .map(phraseWord);
  const verb = words[0]?.base ?? "";
  return commonVerbs.has(verb) ? { verb, words: words.slice(1) } : { verb: "", words };
}

function phraseWord(word: string): PhraseWord {
  const text = word.toLowerCase();
  const named = /\p{N}/u.test(word) || (word !== text && !weekdays.has(text.replace(/s$/u, "")));
  return { text, base: named ? undefined : stemOf(text) };
}

const isSameWord = (one: PhraseWord, other: PhraseWord): boolean =>
  one.text === other.text || (one.base !== undefined && one.base === other.base);

/** Whether both say the same, but for their type. */
export const saysTheSame = (one: Phrase, other: Phrase): boolean =>
  isSameWords(one.words, other.words) && one.words.some(tells) && hasVerbOf(one, other);

const isSameWords = (one: readonly PhraseWord[], other: readonly PhraseWord[]): boolean =>
  one.length === other.length && one.every((word, at) => isSameWord(word, other[at]!));

/** Whether both have the same words, and names in the same order: "run the pump at night", "let the pump run at night". */
export function isReordered(one: Phrase, other: Phrase): boolean {
  const isIn =
    ({ words }: Phrase) =>
    (word: PhraseWord) =>
      words.some((each) => isSameWord(each, word));
  return (
    one.words.every(isIn(other)) &&
    other.words.every(isIn(one)) &&
    isSameWords(one.words.filter(isName), other.words.filter(isName)) &&
    one.words.some(tells) &&
    hasVerbOf(one, other)
  );
}

/** Says the same without a word that limits it: "never share my address" is wider than "... my home address". */
export function isWider(one: Phrase, other: Phrase): boolean {
  if (one.words.length + 1 !== other.words.length || !one.words.some(tells) || !hasVerbOf(one, other)) return false;
  const differs = one.words.findIndex((word, at) => !isSameWord(word, other.words[at]!));
  const at = differs < 0 ? one.words.length : differs;
  return tells(other.words[at]!) && isSameWords(one.words.slice(at), other.words.slice(at + 1));
}

const isName = ({ base }: PhraseWord): boolean => base === undefined;

const tells = ({ text }: PhraseWord): boolean => !stopWords.has(text);

/** A rule without a verb may have any; to choose something, one verb does as well as another. */
const hasVerbOf = (one: Phrase, other: Phrase): boolean =>
  one.verb === other.verb || one.verb === "" || other.verb === "" || other.words.every(({ text }) => choiceOf(text));

/** Whether each names what the other does not. */
export const namesOtherwise = (one: Phrase, other: Phrase): boolean =>
  hasNameBeside(one, other) && hasNameBeside(other, one);

const hasNameBeside = (one: Phrase, other: Phrase): boolean =>
  one.words.some((word) => isName(word) && !other.words.some((each) => isSameWord(word, each)));
