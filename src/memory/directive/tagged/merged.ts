import { forbids, type DirectiveType, type StatedRule, type Statement } from "../directive.ts";
import type { Word } from "../text/word.ts";
import type { Span } from "./spans.ts";
import type { TaggedWord } from "./tagged-word.ts";
import type { Tags } from "./tags.ts";

/** A rule by the model. `at`: how many statements of the readers' stood before its sentence's end. */
export type TaggedRule = { readonly span: Span; readonly rule: StatedRule; readonly at: number };

/** What shares more than this of its words with another says the same. */
const sharedMost = 0.3;

/** Of all their words two rules share at least this: they are put in the readers' words, which make better sentences. */
const nearly = 0.65;
/** The readers' rule stands, too, where it has all of the model's words and so many more at most. */
const moreMost = 2;

/** Of several rules in place of one: the model gives each of them at least this. */
const leastOfEach = 0.5;

/**
 * What readers and model found, in the message's order. Where both found a rule it is the model's, which knows better where
 * one ends; but where the two are nearly alike, or the model's leaves out two words, the readers' stands, and so it does where the
 * model's says the contrary; and where readers found several in what the model takes for one, it has run them together.
 */
export function merged(
  read: readonly Statement[],
  tagged: readonly TaggedRule[],
  wordsOf: ReadonlyMap<Statement, readonly Word[]>,
  tags: Tags | undefined,
): Statement[] {
  const doubles = new Set<Statement>();
  const kept = tagged.filter(({ span, rule: { type } }) => {
    const same = read.filter((each) => sameWords(span, wordsOf.get(each) ?? []));
    if (same.filter((each) => tags?.supports(wordsOf.get(each)!, leastOfEach)).length > 1) return false;
    const [only] = same;
    if (only?.kind === "rule" && only.type === type && isBetter(span, wordsOf.get(only)!)) return false;
    if (same.some((each) => each.kind === "rule" && isContrary(each, type))) return false;
    for (const each of same) doubles.add(each);
    return true;
  });
  const statements: Statement[] = [];
  for (let at = 0; at <= read.length; at++) {
    statements.push(...kept.flatMap((each) => (each.at === at ? [{ kind: "rule" as const, ...each.rule }] : [])));
    const own = read[at];
    if (own && !doubles.has(own)) statements.push(own);
  }
  return statements;
}

function sameWords({ body }: Span, words: readonly Word[]): boolean {
  return shared(body, words) > sharedMost * Math.min(body.length, words.length);
}

/** Whether the readers' words are nearly the model's, or all of them and hardly more. */
function isBetter({ body, lead }: Span, words: readonly Word[]): boolean {
  const said = words.filter(({ kind }) => kind !== "mark").length;
  const own = body.length + lead.length;
  const both = shared([...body, ...lead], words);
  return both >= nearly * Math.max(own, said) || (both === own && said <= own + moreMost);
}

/** "It helps me no end when you do": what pleases is told by words that the readers know. */
const isContrary = ({ type, rule }: StatedRule, tagged: DirectiveType): boolean =>
  tagged === "PREFER" ? denies.test(rule) : forbids(tagged) && type === "PREFER";
const denies = /^(?:Do not|Avoid) /u;

function shared(tagged: readonly TaggedWord[], words: readonly Word[]): number {
  const starts = new Set(words.map(({ start }) => start));
  return tagged.filter(({ start }) => starts.has(start)).length;
}
