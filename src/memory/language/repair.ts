import { isCapital, tokenise, type Token } from "./tokens.ts";
import { wordSet } from "./word-set.ts";

/**
 * What somebody takes back in the same breath: "in Porto, no sorry, Lisbon". A repair mark is made of steps ("no", "wait",
 * "sorry") between a mark and another one.
 */

const step =
  "(?:no(?:pe)?|wait|sorry|actually|correction|(?:scratch|strike) that|i meant?|make that|or rather|my (?:bad|mistake)|hm+|uh|um|erm?|oh|ah|oops|hang on|hold on)";
const blank = String.raw`[^\S\n]`;
const repairMark = new RegExp(
  String.raw`(?<![,;:.!…—–])([,;:.!…—–]+|(?<=\s)-+(?=\s))${blank}*(${step}(?:(?:${blank}|[,.…—–-])+${step})*)(?![\p{L}\p{N}'’-])(${blank}*[,;:.!…—–]+|${blank}+-+(?=\s)|)${blank}*`,
  "giu",
);
/** They need no mark behind them. */
const phrases = /\b(?:i meant?|make that|or rather)$/iu;
/** "In Porto, um, near the river" corrects nothing. */
const hesitating = /^(?:hm+|uh|um|oh|ah|hang on|hold on|[\s,.…—–-])+$/u;
/** Who adds takes nothing back: "Actually, never on weekends either". */
const adding = wordSet("also too either neither additionally");
/** A sentence of more is not looked at as a whole, nor a correction. */
const beforeMax = 400;
const behindMax = 200;
const bareMax = 4;
/** Nobody takes back more: a text with more marks is no message of a person, and reading it would take seconds. */
const marksMax = 1_000;

const sentenceEnds = new Set([".", "!", "?", "…", ";", "\n"]);
const phraseEnds = new Set([...sentenceEnds, ",", "—", "–", "(", ")", ":"]);
/** A clause has one of them, and what only replaces a value has none. */
const clausal = wordSet(
  `i we you he she it they this that there who what is are am was were be been has have had do does did will would can
   could should must may might 's 'm 're 've 'll 'd n't`,
);
const connecting = wordSet("and or but then until till before after for so because if when unless while");
const emphatic = wordSet(
  "yes really seriously honestly truly thanks thank please kidding joking problem worries way not never always ever",
);
/** Behind the end of a sentence nobody corrects its words with these alone: "Actually, 8 in May". */
const weak = /^(?:no|nope|actually|oops|oh|ah|hm+|uh|um|erm?|[\s,.…—–-])+$/u;
const relative = wordSet("who which whose where with and or but");
/** Of them alone nothing is taken back: "Actually, scratch that" speaks of what was said before. */
const openings = wordSet(
  "no nope wait sorry actually correction hm hmm uh um er erm oh ah oops ok okay well hey hi hello so and but please right yes , . ! …",
);
const days = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/u;
const months =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?$/u;
const numbers = wordSet(
  "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty",
);

type Mark = { steps: string; inSentence: boolean; takesBack: boolean };
type Mended = { before: string; used: number };

/**
 * A text without what is taken back in it: what is said instead stands in its place ("in Lisbon"), and where that cannot be
 * told, the sentence before is gone. A correction ends with its line. Linear: each of the first marks looks at a bounded text.
 */
export function repaired(text: string): string {
  const kept: string[] = [];
  let open = "";
  let at = 0;
  let marks = 0;
  for (const found of text.matchAll(repairMark)) {
    if (found.index < at) continue;
    if (++marks > marksMax) break;
    open += text.slice(at, found.index);
    at = found.index;
    const start = sentenceStart(open);
    kept.push(open.slice(0, start));
    open = open.slice(start);
    const end = found.index + found[0].length;
    const mark = markOf(found[1]!, found[2]!, found[3]!);
    const mended = mark && mend(open, lineOf(text.slice(end, end + behindMax)), mark);
    if (!mended) continue;
    open = mended.before;
    at = end + mended.used;
  }
  return kept.join("") + open + text.slice(at);
}

/** Undefined for a word that only looks like one: "scratch that rule", "no emojis". */
function markOf(opening: string, said: string, closing: string): Mark | undefined {
  const steps = said.toLowerCase();
  const words = new Set(steps.match(/\p{L}+/gu));
  const isDenial = words.has("no") || words.has("nope");
  const isMixed = isDenial && ["wait", "sorry", "actually", "hm", "hmm", "uh", "um"].some((word) => words.has(word));
  const isPhrase = phrases.test(steps) || (isMixed && /(?:wait|sorry)$/u.test(steps));
  if ((closing === "" && !isPhrase) || hesitating.test(steps)) return undefined;
  const isTrailing = /\.\.|[…—–-]/u.test(opening);
  const inSentence = isTrailing || opening.startsWith(",");
  const takesBack =
    words.has("correction") ||
    /\b(?:scratch|strike) that\b/u.test(steps) ||
    (isMixed && (inSentence || !words.has("sorry") || words.has("wait"))) ||
    (words.has("wait") && (isTrailing || (inSentence && words.size > 1)));
  return { steps, inSentence, takesBack };
}

const lineOf = (text: string) => text.split("\n", 1)[0]!;

/** Where the last sentence begins. */
function sentenceStart(text: string): number {
  const from = Math.max(0, text.length - beforeMax);
  const line = text.lastIndexOf("\n") + 1;
  const base = Math.max(from, line);
  const last = tokenise(text.slice(base), beforeMax).findLast(({ text: word }) => sentenceEnds.has(word));
  return base + (last?.end ?? 0);
}

function mend(before: string, behind: string, mark: Mark): Mended | undefined {
  const said = tokenise(before, beforeMax);
  if (said.every(({ lower }) => openings.has(lower))) return undefined;
  const all = tokenise(behind, behindMax);
  const skipped = introLength(all);
  const phrase = until(all.slice(skipped), phraseEnds);
  const isBare = phrase.length > 0 && phrase.length <= bareMax && !phrase.some(isClausal);
  const dropped = { before: /^\s*/u.exec(before)![0], used: 0 };
  const sentence = until(all, sentenceEnds);
  if (connecting.has(phrase[0]?.lower ?? "") || isAdded(sentence) || isOfWhatWasSaid(phrase)) return undefined;
  if (!isBare && all[sentence.length]?.text === "?") return undefined;
  if (isDenied(phrase, said)) return { ...dropped, used: phrase.at(-1)!.end };
  const redone = doneOtherwise(before, said, phrase, mark.takesBack);
  if (redone) return redone;
  if (!mark.takesBack && (isEmphasis(phrase) || isAddressed(phrase, sentence) || isOther(sentence, phrase, mark)))
    return undefined;
  const mended = again(before, said, phrase, isBare) ?? (isBare ? inPlace(before, said, phrase, mark) : undefined);
  if (mended) return { before: mended, used: phrase.at(-1)!.end };
  if (!mark.takesBack && mended !== null) return undefined;
  // "Wait, she's retired. Send them to Omar."
  return doneOtherwise(before, said, until(all.slice(sentence.length + 1), phraseEnds), false) ?? dropped;
}

const isAdded = (sentence: Token[]): boolean =>
  sentence.some(({ lower }, at) => adding.has(lower) || (lower === "as" && sentence[at + 1]?.lower === "well"));

/** "I own a Volvo, actually, a red one." */
const isOfWhatWasSaid = (phrase: Token[]): boolean => phrase.length > 1 && /^ones?$/u.test(phrase.at(-1)!.lower);

/** "Never call, I mean never." */
const isEmphasis = (phrase: Token[]): boolean => phrase.length > 0 && phrase.every(({ lower }) => emphatic.has(lower));

/** "Sorry, Ana, I know he is your brother": a name with a clause behind it is whom the words are to. */
function isAddressed(phrase: Token[], sentence: Token[]): boolean {
  const behind = sentence.slice(sentence.findIndex((token) => token === phrase.at(-1)) + 1);
  const isName = phrase.length > 0 && phrase.every((token) => kindOf(token) === "name");
  return isName && behind[0]?.text === "," && !relative.has(behind[1]?.lower ?? "") && behind.some(isClausal);
}

/** Behind the end of a sentence only a correction that is a sentence of its own is one of it: "Sorry, Ines." */
const isOther = (sentence: Token[], phrase: Token[], { steps, inSentence }: Mark): boolean =>
  !inSentence && (weak.test(steps) || sentence.at(-1) !== phrase.at(-1));

/** "Ask Dana. No, not Dana." */
function isDenied([first, ...denied]: Token[], said: Token[]): boolean {
  const has = (word: string) => said.some(({ lower }) => lower === word);
  return first?.lower === "not" && denied.length > 0 && denied.every(({ lower }) => has(lower)) && !negating.some(has);
}
const negating = ["not", "n't", "never", "no", "nobody", "nothing"];

/** "it's Grace now" says Grace. */
function introLength(tokens: Token[]): number {
  const [first, second] = [tokens[0]?.lower ?? "", tokens[1]?.lower ?? ""];
  return ["it", "that"].includes(first) && ["'s", "is", "was"].includes(second) ? 2 : 0;
}

/**
 * "Always send invoices to Ben. Sorry, send them to Omar": what a pronoun stands for is in the sentence that is taken back.
 * `anyVerb`: it is corrected by another verb, too.
 */
function doneOtherwise(before: string, said: Token[], phrase: Token[], anyVerb: boolean): Mended | undefined {
  const [verb, pronoun, ...rest] = phrase;
  if (!verb || !["it", "them"].includes(pronoun?.lower ?? "") || rest.length === 0) return undefined;
  const at = said.findIndex(({ lower }) => !leading.has(lower));
  if (at < 0 || said.slice(0, at).some(({ lower }) => negating.includes(lower))) return undefined;
  if (said[at]!.lower !== verb.lower && !anyVerb) return undefined;
  const object = until(said.slice(at + 1), objectEnds);
  if (object.length === 0 || object.length > objectMax || object.some(isClausal)) return undefined;
  const [lasting = ""] = /, (?:always|please|every time|from now on)\s*$/iu.exec(before) ?? [];
  const order = [said[at]!.lower === verb.lower ? said[at]!.text : verb.text, sourceOf(object), sourceOf(rest)].join(
    " ",
  );
  return { before: before.slice(0, said[at]!.start) + order + lasting, used: rest.at(-1)!.end };
}
/** What an order begins with before its verb. */
const leading = wordSet("always never please just kindly from now on in future , do not n't ok okay so and also then");
const objectEnds = new Set([
  ...phraseEnds,
  ..."to in on at by with for from into onto before after when whenever if until via as under over every each".split(
    " ",
  ),
]);
const objectMax = 4;

function until(tokens: Token[], marks: ReadonlySet<string>): Token[] {
  const end = tokens.findIndex(({ text }) => marks.has(text));
  return end < 0 ? tokens : tokens.slice(0, end);
}

/** "in mg ... in micrograms", "I live in Porto ... I live in Lisbon": from the same word on. A clause has two the same. */
function again(before: string, said: Token[], phrase: Token[], isBare: boolean): string | undefined {
  const [first, second] = phrase;
  if (!first) return undefined;
  const at = said.findLastIndex(
    ({ lower }, place) => lower === first.lower && (isBare || said[place + 1]?.lower === second?.lower),
  );
  if (at < 0 || (at === said.length - 1 && phrase.length === 1)) return undefined;
  return before.slice(0, said[at]!.start) + sourceOf(phrase);
}

/** "May" is a month. */
const isClausal = (token: Token): boolean => clausal.has(token.lower) && kindOf(token) !== "month";

type Kind = "address" | "number" | "day" | "month" | "name" | "word";

function kindOf(token: Token): Kind {
  if (token.text.includes("@")) return "address";
  if (/^\d/u.test(token.text) || numbers.has(token.lower)) return "number";
  if (days.test(token.lower)) return "day";
  if (months.test(token.lower) && (isCapital(token) || token.lower !== "may")) return "month";
  return isCapital(token) && token.lower !== "i" ? "name" : "word";
}

type Run = { kind: Kind; start: number; end: number };

/** Neighbours of one kind. */
function runsOf(tokens: Token[]): Run[] {
  const runs: Run[] = [];
  tokens.forEach((token, at) => {
    const kind = kindOf(token);
    const last = runs.at(-1);
    if (last?.kind === kind && last.end === at) last.end++;
    else runs.push({ kind, start: at, end: at + 1 });
  });
  return runs;
}

/** In the place of the last value of its kind; null where that may be another one, undefined where there is none. */
function inPlace(before: string, said: Token[], phrase: Token[], mark: Mark): string | null | undefined {
  const lead = runsOf(phrase);
  const plain = lead.findIndex(({ kind }) => kind === "word");
  const value = plain < 0 ? lead : lead.slice(0, plain);
  if (value.length === 0) return lastWord(before, said, phrase, mark);
  // A sentence's first word has its capital anyway.
  const runs = runsOf(said).filter(({ kind, start }) => kind !== "name" || start > 0);
  const places = runs
    .map((_, at) => runs.slice(at, at + value.length))
    .filter((found) => found.length === value.length && found.every(({ kind }, i) => kind === value[i]!.kind));
  const place = places.at(-1);
  if (!place) return runs.some(({ kind }) => kind === value[0]!.kind) ? null : undefined;
  if (places.length > 1 && !mark.inSentence) return null;
  const [from, to] = [said[place[0]!.start]!.start, said[place.at(-1)!.end - 1]!.end];
  const [head, rest] = [phrase.slice(0, value.at(-1)!.end), phrase.slice(value.at(-1)!.end)];
  const tail = before.slice(to).trimEnd();
  const added = rest.length === 0 || tail.trim() === sourceOf(rest) ? "" : ` ${sourceOf(rest)}`;
  return before.slice(0, from) + sourceOf(head) + tail + added;
}

/** "always use tabs, no wait, spaces". Who says sorry may go on with anything. */
function lastWord(before: string, said: Token[], phrase: Token[], { steps, takesBack }: Mark): string | undefined {
  const last = said.at(-1)!;
  const isValue = phrase.length === 1 && kindOf(phrase[0]!) === "word" && !emphatic.has(phrase[0]!.lower);
  if (!isValue || kindOf(last) !== "word" || emphatic.has(last.lower)) return undefined;
  if (!takesBack && !/^(?:no|i meant?|or rather)$/u.test(steps)) return undefined;
  return before.slice(0, last.start) + phrase[0]!.text + before.slice(last.end);
}

function sourceOf(tokens: Token[]): string {
  let text = "";
  tokens.forEach(({ text: word, start }, at) => {
    text += at > 0 && start > tokens[at - 1]!.end ? ` ${word}` : word;
  });
  return text;
}
