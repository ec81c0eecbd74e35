import { lowerAt, tokenise, type Token } from "../tokens.ts";
import { wordSet } from "../word-set.ts";
import { asked } from "./asked.ts";
import { begins, behindAdverbs, isNote, isWriter, userAt, verbAt } from "./is-note.ts";
import { asFirst, isForPerson, isThird } from "./words.ts";

/**
 * A note about its user as they would say it: "User prefers tabs and doesn't want their mails read aloud" is "I prefer tabs and do not
 * want my mails read aloud". So assistants, and services that keep memories, word what they learn. Any other text stays as it is:
 * "the user never sees the page" and "user stories must have an owner" are said of a program's users. Linear in the text's length.
 */
export function inFirstPerson(text: string): string {
  if (text.length > charactersMax || !opening.test(text)) return text;
  const words = tokenise(text, charactersMax);
  return isNote(text, words) ? turned(text, words) : text;
}

/** Notes are short. */
const charactersMax = 8_000;
const opening = /^[^\p{L}]*(?:the )?user\b/iu;

/** What is said instead of the words from a place `to` another. */
type Turn = { to: number; instead: string };

/** A note as far as it is read. */
type Walk = {
  readonly text: string;
  readonly words: readonly Token[];
  /** Whose verb may follow "and". */
  ofUser: boolean;
  /** Whom "they", and whom "he" or "she" may mean beside the user. */
  others: boolean;
  named: boolean;
};

/** Of those that fit at a place, the first counts. */
const steps: readonly ((walk: Walk, at: number) => Turn | undefined)[] = [
  ({ words }, at) => asked(words, at),
  owned,
  subject,
  joined,
  assistant,
  object,
];

function turned(text: string, words: readonly Token[]): string {
  const walk: Walk = { text, words, ofUser: true, others: false, named: false };
  let out = "";
  let from = 0;
  for (let at = 0; at < words.length;) {
    const turn = turnAt(walk, at);
    if (turn) {
      out += text.slice(from, words[at]!.start) + turn.instead;
      from = words[turn.to - 1]!.end;
    } else meet(walk, at);
    at = turn?.to ?? at + 1;
  }
  return out + text.slice(from);
}

function turnAt(walk: Walk, at: number): Turn | undefined {
  for (const step of steps) {
    const turn = step(walk, at);
    if (turn) return turn;
  }
  return undefined;
}

/** Somebody else is mentioned, or something of which pronouns may be. */
function meet(walk: Walk, at: number): void {
  const { text, lower } = walk.words[at]!;
  if (many.has(lower) || (isForPerson(lower) && !isOfUser(walk.words, at))) walk.others = true;
  if (/^\p{Lu}\p{Ll}+$/u.test(text) && !isFirst(walk, at) && !placing.has(lowerAt(walk.words, at - 1)))
    walk.named = true;
}
/** "User is a data engineer". */
function isOfUser(words: readonly Token[], at: number): boolean {
  const article = [at - 1, at - 2, at - 3].find((place) => ["a", "an"].includes(lowerAt(words, place)));
  return article !== undefined && being.has(lowerAt(words, article - 1));
}
const being = wordSet("is was as became becomes");
const many = wordSet("people everybody everyone anybody anyone somebody someone team family company");
const placing = wordSet("in at on to from for");

const isFirst = ({ text, words }: Walk, at: number): boolean => begins(text, words, at, clauseEnds);
const clauseEnds = wordSet(". ! ? … ; : - • * )");

/** "User's", "the user's", "their". */
function owned(walk: Walk, at: number): Turn | undefined {
  const { words } = walk;
  const my = isFirst(walk, at) ? "My" : "my";
  const end = userAt(words, at);
  if (end !== undefined && lowerAt(words, end) === "'s") {
    walk.ofUser = false;
    return { to: end + 1, instead: my };
  }
  const word = lowerAt(words, at);
  const isObject = word === "her" && addressing.has(lowerAt(words, at - 1));
  return possessives.has(word) && !isObject && means(walk, word) ? { to: at + 1, instead: my } : undefined;
}
const possessives = wordSet("their his her");

const means = ({ others, named }: Walk, pronoun: string): boolean => !others && (pronoun.startsWith("the") || !named);

/** "User really likes", "they do": with the verb. */
function subject(walk: Walk, at: number): Turn | undefined {
  const { words, text } = walk;
  const word = lowerAt(words, at);
  const isPronoun = ["they", "he", "she"].includes(word) && means(walk, word);
  const end = isPronoun ? at + 1 : userAt(words, at);
  if (end === undefined) return undefined;
  const verb = word === "they" ? pluralVerbAt(words, end) : verbAt(words, end);
  if (verb === undefined) return undefined;
  const { to, instead } = verbOf(walk, verb, "I");
  walk.ofUser = true;
  return { to, instead: `I${text.slice(words[end - 1]!.end, words[verb]!.start)}${instead}` };
}

/** "They want", "they have": as "I" does. */
function pluralVerbAt(words: readonly Token[], at: number): number | undefined {
  const verb = behindAdverbs(words, at);
  return plural.has(lowerAt(words, verb)) ? verb : undefined;
}
const plural = wordSet(
  "want prefer like hate dislike need require approve ask say agree expect do have live work confirm request did would asked said",
);

/** "... and hates": what else the user does. */
function joined(walk: Walk, at: number): Turn | undefined {
  const { words, text } = walk;
  const verb = walk.ofUser && joins.has(lowerAt(words, at)) ? verbAt(words, at + 1) : undefined;
  if (verb === undefined) return undefined;
  const { to, instead } = verbOf(walk, verb, "I");
  return { to, instead: text.slice(words[at]!.start, words[verb]!.start) + instead };
}
const joins = wordSet("and but or ,");

/** Who reads notes: "the assistant uses" is "you use". */
function assistant(walk: Walk, at: number): Turn | undefined {
  const { words } = walk;
  if (isWriter(words, at)) return { to: at + 1, instead: "you" };
  if (lowerAt(words, at) !== "the" || !assistants.has(lowerAt(words, at + 1))) return undefined;
  const to = at + 2;
  if (lowerAt(words, to) === "'s") return { to: to + 1, instead: "your" };
  if (!isThird(lowerAt(words, to))) return { to, instead: "you" };
  walk.ofUser = false;
  const verb = verbOf(walk, to, "you");
  return { to: verb.to, instead: `you ${verb.instead}` };
}
const assistants = wordSet("assistant ai chatbot");

/** "Call them Ana", "mails to the user". */
function object(walk: Walk, at: number): Turn | undefined {
  const { words } = walk;
  const word = lowerAt(words, at);
  if (["them", "him", "her"].includes(word))
    return means(walk, word) && addressing.has(lowerAt(words, at - 1)) ? { to: at + 1, instead: "me" } : undefined;
  const to = word === "the" ? userAt(words, at) : undefined;
  const next = lowerAt(words, to ?? 0);
  return to !== undefined && (!/^\p{L}/u.test(next) || behind.has(next)) ? { to, instead: "me" } : undefined;
}
const addressing = wordSet(
  "call calling address addressing remind ask asking tell contact contacting notify give send disturb with to for by",
);
const behind = wordSet("to in on at by with for from when if before after and or as about until unless not");

/** A verb of the third person, and its "n't", behind another subject. */
function verbOf({ text, words }: Walk, at: number, whose: "I" | "you"): Turn {
  const { lower, start, end } = words[at]!;
  const isDenied = lowerAt(words, at + 1) === "n't";
  const verb = whose === "you" && lower === "is" ? "are" : asFirst(lower);
  if (isDenied) return { to: at + 2, instead: `${verb} not` };
  return { to: at + 1, instead: verb === lower ? text.slice(start, end) : verb };
}
