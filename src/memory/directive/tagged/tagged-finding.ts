import type { DirectiveType } from "../directive.ts";
import type { Finding } from "../finding.ts";
import { addedAll, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { determiners } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { baseOfGerund, verbs } from "../words/verbs.ts";
import type { Span } from "./spans.ts";
import type { TaggedWord } from "./tagged-word.ts";

/** A tagged rule as the readers' are, with what limits it. */
export type TaggedFinding = { readonly found: Finding; readonly lead: readonly Word[] };

/** They say by themselves that something is not to be. */
const leaving = wordSet(
  "avoid ban cut ditch drop exclude forget hide hold keep leave limit lose no nobody none nothing omit quit refrain remove skip spare stay steer stop",
);
const negations = wordSet("not never nor no nobody noone none nothing neither cannot without");
/** Behind a negation they turn what follows round: "do not stop asking". */
const reversing = wordSet(
  "stop forget fail quit cease skip avoid omit neglect hesitate afraid shy refrain scared reluctant",
);
const absolutes = wordSet("always never ever");

/** "Load jobs", "my surname". */
const nameMax = 2;

/** Words may be between two that are kept: an article or a comma is not worth a gap. */
const bridgeMax = 2;
const bridging = wordSet(
  "a an the my our your their his her its this these those that of to in on at for with and or not you i we it is are be , - /",
);

/**
 * The rule of some tagged words; undefined where they are none of the message's own, or where what stands before them in
 * their sentence turns them round.
 */
export function findingOf(
  { type, body, lead }: Span,
  message: readonly Word[],
  sentence: readonly Word[],
): TaggedFinding | undefined {
  const words = withoutNegation(within(message, body), type);
  const first = words[0];
  if (first === undefined || words.every(({ kind }) => kind === "quote")) return undefined;
  const before = sentence.filter(({ start }) => start < first.start);
  const negated = before.findLastIndex(({ word }) => negations.has(word));
  const forbids = type === "NEVER" || type === "AVOID";
  if (forbids && negated >= 0 && before.slice(negated).some(({ word }) => reversing.has(word))) return undefined;
  const absolute = [...before, first].some(({ word }) => absolutes.has(word));
  const found = { type, weight: 0, absolute };
  const shape = shapeOf(words, before);
  const limits = within(message, lead);
  const whole = (text: string): TaggedFinding => ({
    found: { ...found, shape: "whole", body: text === "" ? words : [...addedAll(text), ...words] },
    lead: limits,
  });
  if (type === "MUST" && shape === "thing") {
    // Or its verb is not known. A mere name of what it is about says nothing.
    const isName = words.filter(({ word }) => !bridging.has(word)).length <= nameMax;
    return isName ? undefined : whole("");
  }
  if (forbids && leaving.has(first.word) && negated < 0) return whole("");
  if (type === "NEVER" && shape === "thing") return whole(leaving.has(first.word) ? "" : "No");
  return { found: { ...found, shape, body: words }, lead: limits };
}

/** "Do not use tabs" of a ban is "use tabs": what it is to begin with is said by its type. */
function withoutNegation(words: readonly Word[], type: DirectiveType): readonly Word[] {
  if (type !== "NEVER" && type !== "AVOID") return words;
  const from = words.findIndex(({ word }) => !["do", "not", "never"].includes(word));
  return words.slice(0, from).some(({ word }) => word !== "do") ? words.slice(from) : words;
}

/** The message's words that are tagged, and those that only join two of them. */
function within(message: readonly Word[], tagged: readonly TaggedWord[]): Word[] {
  // A quotation is one word here, and many for the model.
  const isTagged = ({ start, end }: Word) => tagged.some((word) => start < word.end && word.start < end);
  const places = message.flatMap((word, at) => (isTagged(word) ? [at] : []));
  return places.flatMap((at, i) => {
    const between = message.slice(at + 1, places[i + 1] ?? at + 1);
    const joins = between.length <= bridgeMax && between.every(({ word }) => bridging.has(word));
    return joins ? [message[at]!, ...between] : [message[at]!];
  });
}

function shapeOf(words: readonly Word[], before: readonly Word[]): Finding["shape"] {
  const { word } = words[0]!;
  if (verbs.has(word)) return "verb";
  if (baseOfGerund(word) !== undefined) return "gerund";
  const acts = ["to", "not", "never", "please", "always"].includes(before.at(-1)?.word ?? "");
  return acts && !determiners.has(word) && !isPlural(word) ? "verb" : "thing";
}
