import { lowerAt, tokenise, type Token } from "../tokens.ts";
import { wordSet } from "../word-set.ts";
import { asked } from "./asked.ts";
import { isContinued, mayJoin, selfEnd } from "./continued.ts";
import { isNote, isOfUser, sentencesOf } from "./is-note.ts";
import { Mentioned } from "./mentioned.ts";
import { isAssistant, isOfProgram } from "./program.ts";
import type { Turn } from "./turn.ts";
import { behindAdverbs, isWish, isWriter, userAt, verbAt } from "./user-at.ts";
import { asFirst, isThird } from "./words.ts";

/** A text as its user would say it. `wishes`: the parts of it in which a note told what they want, like or have asked for. */
export type Told = { readonly text: string; readonly wishes: readonly Part[] };
export type Part = { readonly start: number; readonly end: number };

/**
 * A note about its user as they would say it: "User prefers tabs and doesn't want their mails read aloud" is "I prefer tabs and do not
 * want my mails read aloud". So assistants, and services that keep memories, word what they learn. Any other text stays as it is:
 * "the user never sees the page" and "user stories must have an owner" are said of a program's users. Linear in the text's length.
 */
export function inFirstPerson(text: string): Told {
  const asItIs = { text, wishes: [] };
  if (text.length > charactersMax || !opening.test(text)) return asItIs;
  const words = tokenise(text, charactersMax);
  return isNote(text, words) ? told(text, words) : asItIs;
}

/** Notes are short. */
const charactersMax = 8_000;
const opening = /^[^\p{L}]*(?:the )?user\b/iu;

/** A note as far as it is read. */
type Walk = {
  readonly text: string;
  readonly words: readonly Token[];
  readonly mentioned: Mentioned;
  /** Behind the sentence's last verb that is the user's. */
  told: number | undefined;
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

function told(text: string, words: readonly Token[]): Told {
  const walk: Walk = { text, words, mentioned: new Mentioned(), told: undefined };
  const stays = quotedIn(text);
  const wishes: Part[] = [];
  let out = "";
  let from = 0;
  let at = 0;
  for (const sentence of sentencesOf(text, words)) {
    const end = at + sentence.length;
    const isKept = isOfProgram(sentence);
    walk.told = undefined;
    if (!isOfUser(sentence)) walk.mentioned.meetSomebody();
    while (at < end) {
      const { start } = words[at]!;
      const turn = isKept || stays(start) ? undefined : turnAt(walk, at);
      meet(walk, at, turn);
      if (turn) {
        out += text.slice(from, start);
        const behind = out.length + turn.instead.length;
        if (turn.isOfUser && isWish(words, userAt(words, at) ?? at + 1))
          wishes.push({ start: out.length, end: behind });
        out += turn.instead;
        from = words[turn.to - 1]!.end;
      }
      at = turn?.to ?? at + 1;
    }
  }
  return { text: out + text.slice(from), wishes };
}

function turnAt(walk: Walk, at: number): Turn | undefined {
  for (const step of steps) {
    const turn = step(walk, at);
    if (turn) return turn;
  }
  return undefined;
}

function meet(walk: Walk, at: number, turn: Turn | undefined): void {
  const { words } = walk;
  const isSelf = walk.told !== undefined && at < selfEnd(words, walk.told);
  if (!isSelf) walk.mentioned.meet(words, at);
  if (!turn && objects.has(lowerAt(words, at))) walk.mentioned.meetSomebody();
  if (turn?.isOfUser) walk.told = turn.to;
}

/** Whether a place in a text is within a quotation. */
function quotedIn(text: string): (place: number) => boolean {
  const quoted = new Set<number>();
  for (const { 0: all, index } of text.matchAll(quotation))
    for (let place = index; place < index + all.length; place++) quoted.add(place);
  return (place) => quoted.has(place);
}
const quotation = /"[^"\n]*"|“[^”\n]*”|„[^“\n]*“|«[^»\n]*»|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu;

/** "User's", "the user's", "their". */
function owned(walk: Walk, at: number): Turn | undefined {
  const { text, words } = walk;
  const my = isFirst(text, words, at) ? "My" : "my";
  const end = userAt(words, at);
  if (end !== undefined) return lowerAt(words, end) === "'s" ? { to: end + 1, instead: my } : undefined;
  const word = lowerAt(words, at);
  const next = lowerAt(words, at + 1);
  const isObject =
    word === "her" && (addressing.has(lowerAt(words, at - 1)) || !/^[\p{L}\p{N}]/u.test(next) || behind.has(next));
  return possessives.has(word) && !isObject && isUser(walk, word) ? { to: at + 1, instead: my } : undefined;
}
const possessives = wordSet("their his her");

/** "His" and "her" only in the sentence that tells of the user: in the next one they are mostly somebody else's. */
const isUser = ({ mentioned, told }: Walk, pronoun: string): boolean =>
  (pronoun.startsWith("the") || told !== undefined) && mentioned.isOnlyUser(pronoun);

/** The first word behind the start of a line or one of some marks. */
function isFirst(text: string, words: readonly Token[], at: number): boolean {
  const before = words[at - 1];
  return !before || clauseEnds.has(before.text) || text.slice(before.end, words[at]!.start).includes("\n");
}
const clauseEnds = wordSet(". ! ? … ; : - • * )");

/** "User really likes", "they do": with the verb. */
function subject({ words, text, mentioned }: Walk, at: number): Turn | undefined {
  const word = lowerAt(words, at);
  const isPronoun = word === "they" && mentioned.isOnlyUser(word);
  const end = isPronoun ? at + 1 : userAt(words, at);
  if (end === undefined) return undefined;
  const verb = word === "they" ? pluralVerbAt(words, end) : verbAt(words, end);
  if (verb === undefined) return undefined;
  const { to, instead } = verbOf(text, words, verb, "I");
  return { to, instead: `I${text.slice(words[end - 1]!.end, words[verb]!.start)}${instead}`, isOfUser: true };
}

/** "They want", "they have": as "I" does. */
function pluralVerbAt(words: readonly Token[], at: number): number | undefined {
  const verb = behindAdverbs(words, at);
  return plural.has(lowerAt(words, verb)) ? verb : undefined;
}
const plural = wordSet(
  "want prefer like hate dislike need require approve ask say agree expect do have live work confirm request did would asked said",
);

/** "... and hates": what else the user does. Where it is somebody else who does, no more is joined in the sentence. */
function joined(walk: Walk, at: number): Turn | undefined {
  const { words, text, told: from } = walk;
  if (from === undefined || !mayJoin(words, at)) return undefined;
  const verb = verbAt(words, at + 1);
  if (verb === undefined) return undefined;
  if (!isContinued(words, from, at)) {
    walk.told = undefined;
    return undefined;
  }
  const { to, instead } = verbOf(text, words, verb, "I");
  const { lower, text: join, end } = words[at]!;
  const before = lower === "who" ? "and" : join;
  return { to, instead: `${before} I${text.slice(end, words[verb]!.start)}${instead}`, isOfUser: true };
}

/** Who reads notes: "the assistant uses" is "you use". */
function assistant({ words, text }: Walk, at: number): Turn | undefined {
  if (isWriter(words, at)) {
    const isBeing = lowerAt(words, at + 1) === "'m" || lowerAt(words, at + 1) === "am";
    return { to: isBeing ? at + 2 : at + 1, instead: isBeing ? "you are" : "you" };
  }
  if (!isAssistant(words, at)) return undefined;
  const to = at + 2;
  if (lowerAt(words, to) === "'s") return { to: to + 1, instead: "your" };
  if (!isThird(lowerAt(words, to))) return { to, instead: "you" };
  const verb = verbOf(text, words, to, "you");
  return { to: verb.to, instead: `you ${verb.instead}` };
}

/** "Call them Ana", "mails to the user". */
function object(walk: Walk, at: number): Turn | undefined {
  const { words, told } = walk;
  const word = lowerAt(words, at);
  const before = lowerAt(words, at - 1);
  if (objects.has(word))
    return isUser(walk, word) && addressing.has(before) && !isOfVerb(words, told, at)
      ? { to: at + 1, instead: "me" }
      : undefined;
  const to = word === "the" ? userAt(words, at) : undefined;
  const next = lowerAt(words, to ?? 0);
  return to !== undefined && (!/^\p{L}/u.test(next) || behind.has(next)) ? { to, instead: "me" } : undefined;
}
const objects = wordSet("them him her");

/** "Lives with him", "is married to her": whom the user does something with is another. */
function isOfVerb(words: readonly Token[], told: number | undefined, at: number): boolean {
  return told !== undefined && at - told <= 2 && prepositions.has(lowerAt(words, at - 1));
}
const prepositions = wordSet("with to for by");
const addressing = wordSet(
  "call calling address addressing remind ask asking tell contact contacting notify give send disturb with to for by",
);
const behind = wordSet("to in on at by with for from when if before after and or as about until unless not");

/** A verb of the third person, and its "n't", behind another subject. */
function verbOf(text: string, words: readonly Token[], at: number, whose: "I" | "you"): Turn {
  const { lower, start, end } = words[at]!;
  const isDenied = lowerAt(words, at + 1) === "n't";
  const verb = whose === "you" && lower === "is" ? "are" : asFirst(lower);
  if (isDenied) return { to: at + 2, instead: `${verb} not` };
  return { to: at + 1, instead: verb === lower ? text.slice(start, end) : verb };
}
