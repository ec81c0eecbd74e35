import type { FactItem } from "../../fixture/facts/item.ts";
import { factsOf } from "../../support/facts-of.ts";
import { scoreItem, type ItemScore } from "./score.ts";

/** Scores the facts that the rules read of what an item's user said. */
export function scoreRead(item: FactItem): ItemScore {
  const said = item.messages.filter(({ role }) => role === "user");
  const evidence = said.map((message, at) => ({
    id: String(at),
    saidAtMs: Date.parse(message.said_at),
    text: message.content,
  }));
  return scoreItem(item, factsOf(evidence, item.user ?? undefined));
}
