import type { HydratedMemory } from "../../../../memory/search/index-store.ts";
import { termsOf } from "../../../../memory/words/tokenize.ts";
import { isRefusal } from "../text/refusal.ts";
import { isSmallTalk } from "../text/small-talk.ts";

/**
 * Whether a message tells a model nothing, however similar it is: small talk ("Sure." is for "are you sure?"), an answer
 * that did not know, which invites the next one not to, and a plain question that asks no more than the turn itself does.
 */
export function saysNothing({ layer, content, message }: HydratedMemory, asked: ReadonlySet<number>): boolean {
  if (layer !== "signals") return false;
  return isSmallTalk(content) || (message?.role === "assistant" ? isRefusal(content) : asksNoMore(content, asked));
}

/** `asked`: the terms of the turn. Terms leave out stop words, so a text with one that may correct it says more. */
export function asksNoMore(text: string, asked: ReadonlySet<number>): boolean {
  if (text.length > mostCharacters || !isOneQuestion.test(text) || corrects.test(text)) return false;
  return termsOf(text).ids.every((id) => asked.has(id));
}

const mostCharacters = 300;
const isOneQuestion =
  /^\s*(?:what|when|where|who|whom|whose|which|why|how|was|wann|wo|wer|wen|wem|wessen|welche[mnrs]?|warum|wieso|weshalb|wie|is|are|do|does|did|can|could)(?!\p{L})[^.,!?？؟\n]+[?？؟]\s*$/iu;
const corrects =
  /n['’]t\b|\b(?:not|no|nor|never|none|nobody|nothing|neither|cannot|without|only|may|off|above|below|before|after|over|under|nicht|nichts|nie|niemand|ohne|kein(?:e[mnrs]?)?)\b/iu;
