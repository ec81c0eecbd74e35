import { lowerAt, tokenise, type Token } from "../tokens.ts";
import { selfEnd } from "./continued.ts";
import { isNote, isOfUser, sentencesOf } from "./is-note.ts";
import { Mentioned } from "./mentioned.ts";
import { isOfProgram } from "./program.ts";
import { asked } from "./turns/asked.ts";
import { assistant } from "./turns/assistant.ts";
import { joined } from "./turns/joined.ts";
import { object, objects } from "./turns/object.ts";
import { owned } from "./turns/owned.ts";
import { subject } from "./turns/subject.ts";
import type { Turn } from "./turns/turn.ts";
import { isWish, userAt } from "./user-at.ts";
import type { Walk } from "./walk.ts";

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
  return isNote(text, words) ? retold(text, words) : asItIs;
}

/** Notes are short. */
const charactersMax = 8_000;
const opening = /^[^\p{L}]*(?:the )?user\b/iu;

/** Of those that fit at a place, the first counts. */
const turns: readonly ((walk: Walk, at: number) => Turn | undefined)[] = [
  asked,
  owned,
  subject,
  joined,
  assistant,
  object,
];

function retold(text: string, words: readonly Token[]): Told {
  const mentioned = new Mentioned();
  const isQuoted = quotedIn(text);
  const wishes: Part[] = [];
  let out = "";
  let from = 0;
  let at = 0;
  for (const sentence of sentencesOf(text, words)) {
    const end = at + sentence.length;
    const isKept = isOfProgram(sentence);
    let told: number | undefined;
    if (!isOfUser(sentence)) mentioned.meetSomebody();
    while (at < end) {
      const { start } = words[at]!;
      const turn = isKept || isQuoted(start) ? undefined : turnAt({ text, words, mentioned, told }, at);
      if (turn?.isOfUser === false) told = undefined;
      if (told === undefined || at >= selfEnd(words, told)) mentioned.meet(words, at);
      if (!turn) {
        if (objects.has(lowerAt(words, at))) mentioned.meetSomebody();
        at++;
        continue;
      }
      out += text.slice(from, start) + turn.instead;
      from = words[turn.to - 1]!.end;
      if (turn.isOfUser) {
        told = turn.to;
        if (isWish(words, userAt(words, at) ?? at + 1))
          wishes.push({ start: out.length - turn.instead.length, end: out.length });
      }
      at = turn.to;
    }
  }
  return { text: out + text.slice(from), wishes };
}

function turnAt(walk: Walk, at: number): Turn | undefined {
  for (const turn of turns) {
    const found = turn(walk, at);
    if (found) return found;
  }
  return undefined;
}

/** Whether a place in a text is within a quotation. */
function quotedIn(text: string): (place: number) => boolean {
  const quoted = new Set<number>();
  for (const { 0: all, index } of text.matchAll(quotation))
    for (let place = index; place < index + all.length; place++) quoted.add(place);
  return (place) => quoted.has(place);
}
const quotation = /"[^"\n]*"|“[^”\n]*”|„[^“\n]*“|«[^»\n]*»|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu;
