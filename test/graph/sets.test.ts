import { expect, test } from "vitest";
import { scoreRead } from "../eval/facts/score-read.ts";
import { addScore, noScore, scoreItem, type Score } from "../eval/facts/score.ts";
import { readFactItems, type FactHalf, type FactItem, type GoldFact } from "../fixture/facts/item.ts";

/** The totals that the rules must keep. What fails in `check` is not shown. */

function totals(half: FactHalf) {
  const { right, wrong, found, expected, dated } = readFactItems(half)
    .map(scoreRead)
    .reduce<Score>(addScore, noScore());
  return { precision: right / (right + wrong), recall: found / expected, dates: dated / right };
}

test.each(["tune", "check"] satisfies FactHalf[])("%s: precision at least .90, recall at least .60", (half) => {
  const { precision, recall, dates } = totals(half);
  expect(precision).toBeGreaterThanOrEqual(0.9);
  expect(recall).toBeGreaterThanOrEqual(0.6);
  expect(dates).toBeGreaterThanOrEqual(0.85);
});

const gold = (fact: Partial<GoldFact>): GoldFact => ({
  subject: "user",
  predicate: "lives_in",
  object: "Oslo",
  valid_from: null,
  valid_to: null,
  ...fact,
});
const item = (facts: GoldFact[]): FactItem => ({ id: "1", saidAt: "", user: "Vera", messages: [], facts, tags: [] });
const fact = (subject: string, object: string, validFrom: string | null = null) => ({
  subject,
  predicate: "lives_in" as const,
  object,
  validFrom,
  validTo: null,
  evidence: [],
});

test("the scorer knows aliases, titles, accepted and optional objects, and counts equal predictions once", () => {
  const facts = [
    gold({ accept: ["Oslo city"] }),
    gold({ object: "Rome", optional: true }),
    gold({ subject: "Feld", object: "Graz", aliases: ["my vet"] }),
  ];
  const predicted = [
    fact("Vera", "the oslo"),
    fact("user", "Oslo"),
    fact("user", "Rome"),
    fact("Mr. Feld", "Bern"),
    fact("my vet", "Graz"),
  ];
  expect(scoreItem(item(facts), predicted)).toMatchObject({ right: 2, wrong: 1, found: 2, expected: 2, dated: 2 });
});

test("the scorer takes a day for its month, and no date for none alone", () => {
  expect(scoreItem(item([gold({ valid_from: "2026-05" })]), [fact("user", "Oslo", "2026-05-03")])).toMatchObject({
    dated: 1,
  });
  expect(scoreItem(item([gold({ valid_from: "2026-05" })]), [fact("user", "Oslo")])).toMatchObject({
    right: 1,
    dated: 0,
  });
});
