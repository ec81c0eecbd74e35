import type { Fact } from "../../../src/memory/graph/fact.ts";
import { readPredicates, type FactItem, type GoldFact } from "../../fixture/facts/item.ts";
import { agree } from "./dates.ts";
import { normaliseName, normalisePhone } from "./normalise.ts";

export type Score = { right: number; wrong: number; found: number; expected: number; dated: number };
export type ItemScore = Score & { wrongFacts: Fact[]; missedFacts: GoldFact[]; misdated: [Fact, GoldFact][] };

type Triple = { subject: string; predicate: string; object: string };

const symmetric = new Set(readPredicates().flatMap(({ name, symmetric }) => (symmetric ? [name] : [])));

/** Scores the facts predicted for an item as test/fixture/facts/README.md says. */
export function scoreItem(item: FactItem, predicted: Fact[]): ItemScore {
  const resolve = resolver(item);
  const tripleOf = ({ subject, predicate, object }: Triple): Triple => ({
    subject: resolve(normaliseName(subject)),
    predicate,
    object: predicate === "phone" ? normalisePhone(object) : resolve(normaliseName(dayOf(predicate, object))),
  });
  const expects = (gold: GoldFact, fact: Fact) =>
    [gold.object, ...(gold.accept ?? [])].some((object) => same(tripleOf({ ...gold, object }), tripleOf(fact)));

  const score: ItemScore = { ...noScore(), wrongFacts: [], missedFacts: [], misdated: [] };
  const found = new Set<GoldFact>();
  for (const fact of distinct(predicted, tripleOf)) {
    const matches = item.facts.filter((gold) => expects(gold, fact));
    const gold = best(matches, fact, found);
    if (gold?.optional) continue;
    if (gold === undefined) {
      score.wrong++;
      score.wrongFacts.push(fact);
      continue;
    }
    score.right++;
    found.add(gold);
    if (datesAgree(gold, fact)) score.dated++;
    else score.misdated.push([fact, gold]);
  }
  const required = item.facts.filter(({ optional }) => !optional);
  score.expected = required.length;
  score.found = required.filter((gold) => found.has(gold)).length;
  score.missedFacts = required.filter((gold) => !found.has(gold));
  return score;
}

export const noScore = (): Score => ({ right: 0, wrong: 0, found: 0, expected: 0, dated: 0 });

export function addScore(one: Score, other: Score): Score {
  return {
    right: one.right + other.right,
    wrong: one.wrong + other.wrong,
    found: one.found + other.found,
    expected: one.expected + other.expected,
    dated: one.dated + other.dated,
  };
}

/** Of several that fit, one that was not found yet, with its dates if there is one: a place visited twice. */
function best(matches: GoldFact[], fact: Fact, found: Set<GoldFact>): GoldFact | undefined {
  const open = matches.filter((gold) => !found.has(gold));
  return open.find((gold) => datesAgree(gold, fact)) ?? open[0] ?? matches[0];
}

function datesAgree(gold: GoldFact, { predicate, object, validFrom, validTo }: Fact): boolean {
  const sameHour = predicate !== "scheduled_on" || gold.object === object;
  return sameHour && agree(gold.valid_from, validFrom) && agree(gold.valid_to, validTo);
}

/** Each alias of the item and the user's name, for the entity that they stand for. */
function resolver({ facts, user }: FactItem): (name: string) => string {
  const entities = new Map<string, string>();
  for (const { subject, object, aliases = [] } of facts) {
    const entity = normaliseName(subject === "user" ? object : subject);
    for (const alias of aliases) entities.set(normaliseName(alias), entity);
  }
  if (user !== null) entities.set(normaliseName(user), "user");
  return (name) => entities.get(name) ?? name;
}

const dayOf = (predicate: string, object: string) => (predicate === "scheduled_on" ? object.slice(0, 10) : object);

function same(one: Triple, other: Triple): boolean {
  if (one.predicate !== other.predicate) return false;
  if (one.subject === other.subject && one.object === other.object) return true;
  return symmetric.has(one.predicate) && one.subject === other.object && one.object === other.subject;
}

/** Equal predictions count once, but the same visit at two times twice. */
function distinct(facts: Fact[], tripleOf: (fact: Fact) => Triple): Fact[] {
  const kept: Fact[] = [];
  for (const fact of facts) {
    const isSame = (other: Fact) =>
      same(tripleOf(fact), tripleOf(other)) && (fact.predicate !== "visits" || fact.validFrom === other.validFrom);
    if (!kept.some(isSame)) kept.push(fact);
  }
  return kept;
}
