import type { HydratedMemory } from "../../../memory/search/index-store.ts";
import { termsOf } from "../../../memory/words/tokenize.ts";
import { isRefusal } from "./refusal.ts";
import { isSmallTalk } from "./small-talk.ts";

/**
 * Whether a message tells a model nothing, however similar it is: small talk ("Sure." is for "are you sure?"), an answer
 * that did not know, which invites the next one not to, and a question that asks no more than the turn itself does.
 */
export function saysNothing({ layer, content, message }: HydratedMemory, asked: ReadonlySet<number>): boolean {
  if (layer !== "signals") return false;
  return isSmallTalk(content) || (message?.role === "assistant" ? isRefusal(content) : asksNoMore(content, asked));
}

/** `asked`: the terms of the turn. */
function asksNoMore(text: string, asked: ReadonlySet<number>): boolean {
  return text.length <= mostCharacters && isOneQuestion.test(text) && termsOf(text).ids.every((id) => asked.has(id));
}

const mostCharacters = 300;
const isOneQuestion = /^[^.!?？؟\n]+[?？؟]\s*$/u;
