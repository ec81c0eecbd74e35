import { clausesOf } from "../text/clause.ts";
import type { Word } from "../text/word.ts";
import { subordinators } from "../words/classes.ts";
import type { Span } from "./spans.ts";
import type { TaggedWord } from "./tagged-word.ts";

/**
 * The spans of a sentence without what the model takes for a rule and is only its condition: "unless it is public" of "unless
 * it is public, avoid barrel files". It limits the rule behind it.
 */
export function conditioned(spans: readonly Span[], sentence: readonly Word[]): Span[] {
  const leads = clausesOf(sentence).flatMap(({ lead }) => (isCondition(lead) ? lead : []));
  const starts = new Set(leads.map(({ start }) => start));
  const isLead = ({ start }: TaggedWord) => starts.has(start);
  const rules: Span[] = [];
  let waiting: readonly TaggedWord[] = [];
  for (const span of spans) {
    const body = span.body.filter((word) => !isLead(word));
    const lead = [...waiting, ...span.lead, ...span.body.filter(isLead)].toSorted((a, b) => a.start - b.start);
    if (body.length > 0) rules.push({ ...span, body, lead });
    waiting = body.length > 0 ? [] : lead;
  }
  return rules;
}

/** "If you could keep it short" is no condition. */
const isCondition = ([first, second]: readonly Word[]): boolean =>
  first !== undefined && subordinators.has(first.word) && !(first.word === "if" && second?.word === "you");
