import { readFactItems, type FactHalf, type FactItem } from "../../fixture/facts/item.ts";
import { scoreRead } from "./score-read.ts";
import { addScore, noScore, type ItemScore, type Score } from "./score.ts";

const halves = ["tune", "check"] satisfies FactHalf[];

export const isFactHalf = (name: string): name is FactHalf => halves.some((half) => half === name);

/**
 * Precision, recall and F1 of the facts on both halves, or on one alone. `listItems` lists what is wrong, missed or misdated
 * in `tune`; of `check` only totals are ever shown.
 */
export async function evaluateFacts(only: FactHalf | undefined, listItems: boolean): Promise<void> {
  if (listItems) for (const item of readFactItems("tune")) list(item, scoreRead(item));
  console.log(
    "| Half | Precision | Recall | F1 | Right | Wrong | Expected | Dates |\n|---|---|---|---|---|---|---|---|",
  );
  for (const half of only === undefined ? halves : [only]) {
    console.log(row(half, readFactItems(half).map(scoreRead).reduce<Score>(addScore, noScore())));
  }
}

function row(half: string, { right, wrong, found, expected, dated }: Score): string {
  const precision = right / (right + wrong);
  const recall = found / expected;
  const f1 = (2 * precision * recall) / (precision + recall);
  const shares = [precision, recall, f1].map((share) => share.toFixed(3));
  return `| ${[half, ...shares, right, wrong, expected, (dated / right).toFixed(3)].join(" | ")} |`;
}

function list(item: FactItem, { wrongFacts, missedFacts, misdated }: ItemScore): void {
  if (wrongFacts.length + missedFacts.length + misdated.length === 0) return;
  console.log(`${item.id} ${item.messages.map(({ content }) => content).join(" / ")}`);
  const show = (sign: string, parts: (string | null)[]) => console.log(`  ${sign} ${parts.join(" | ")}`);
  for (const fact of wrongFacts) show("wrong", Object.values(fact).map(String));
  for (const { subject, predicate, object } of missedFacts) show("missed", [subject, predicate, object]);
  for (const [fact, gold] of misdated) {
    show("misdated", [
      fact.predicate,
      fact.object,
      fact.validFrom,
      fact.validTo,
      "not",
      gold.valid_from,
      gold.valid_to,
    ]);
  }
}
