import type { TaggedWord } from "../../../src/memory/directive/tagged/tagged-word.ts";
import { asMeant } from "../../../src/memory/directive/text/as-meant.ts";
import { Tagger } from "../../../src/reader/tagger.ts";
import { directivesOf, type Signal } from "../../support/directives-of.ts";
import { createEmbedder } from "../../../src/embed/create.ts";
import {
  directiveTypes,
  halves,
  messagesOf,
  practices,
  readItems,
  type Item,
  type Part,
} from "../../fixture/directives/item.ts";
import { heldItems, trafficItems } from "../../fixture/directives/lots.ts";
import { match, sameMeaning, type Cosine, type Given, type Matched } from "./match.ts";
import { addTally, f1, noTally, type Tally } from "./tally.ts";

/**
 * `held`: what the tagger of rules was not trained on, of the messages that were written for it. `traffic`: what people write,
 * of which little states a rule.
 */
const lots = { held: heldItems, traffic: trafficItems };
type Lot = keyof typeof lots;
type OpenPart = Part | Lot;

const isLot = (part: string): part is Lot => Object.hasOwn(lots, part);

/** Whether a part may be shown item by item; of `check` only totals by type are ever shown. */
export const isOpenPart = (part: string): part is OpenPart =>
  isLot(part) || ["tune", ...practices].some((name) => name === part);

/**
 * Precision, recall and F1 of directives, by type, and detection, on both halves, or on an open part alone; `listItems`
 * shows what is wrong in it.
 */
export async function evaluateDirectives(open: OpenPart | undefined, listItems: boolean): Promise<void> {
  const embedder = await createEmbedder({ kind: "builtin" });
  const cosine: Cosine = async (one, other) => {
    const [first, second] = await embedder.embed([one, other]);
    return first!.reduce((sum, value, at) => sum + value * second![at]!, 0);
  };
  const tagger = await Tagger.load();
  try {
    console.log(
      "| Half | Type | Precision | Recall | F1 | Right | Given | Expected |\n|---|---|---|---|---|---|---|---|",
    );
    for (const part of open === undefined ? halves : [open]) await evaluatePart(part, cosine, tagger, listItems);
    if (open === undefined)
      console.log(
        `\nPairs of different rules of one type that the matching takes for the same: ${await colliding(cosine)}`,
      );
  } finally {
    await embedder.close();
    await tagger.release();
  }
}

/** The rules that the extraction gives for an item. */
export async function givenFor(item: Item, tagger: Tagger): Promise<Given[]> {
  const tags = new Map<string, TaggedWord[]>();
  for (const { role, content } of messagesOf(item))
    if (role === "user") tags.set(content, await tagger.tag(asMeant(content)));
  const messages = messagesOf(item).map(({ role, content }, at): Signal => ({
    id: String(at),
    user: "somebody",
    sessionId: item.id,
    origin: role,
    saidAtMs: at + 1,
    text: content,
  }));
  return directivesOf(messages, [], 0, "somebody", (text) => tags.get(text)).live;
}

async function evaluatePart(part: OpenPart, cosine: Cosine, tagger: Tagger, listItems: boolean): Promise<void> {
  const tally = noTally();
  let messages = 0;
  for (const item of isLot(part) ? lots[part]() : readItems(part)) {
    const given = await givenFor(item, tagger);
    const matched = await match(item.rules, given, cosine);
    addTally(tally, matched, { expected: item.rules.length > 0, given: given.length > 0 });
    messages++;
    if (listItems) list(item, matched);
  }
  console.log(row(part, "all", tally.all));
  for (const type of directiveTypes) console.log(row(part, type, tally.byType[type]));
  console.log(row(part, "detection", tally.detection));
  console.log(row(part, "text only", tally.texts));
  const confused = [...tally.confused].map(([pair, count]) => `${pair} ${count}`).join(", ");
  console.log(`| ${part} | taken for another type: ${confused || "none"} | | | | | | |`);
  const { given, right, expected } = tally.detection;
  const found = `${given - right} of ${messages - expected}`;
  console.log(`| ${part} | messages without a rule in which one is found: ${found} | | | | | | |`);
}

function row(part: string, name: string, { right, given, expected }: Tally): string {
  const [precision, recall] = [right / given, right / expected];
  const shares = [precision, recall, f1({ right, given, expected })].map((share) => share.toFixed(3));
  return `| ${[part, name, ...shares, right, given, expected].join(" | ")} |`;
}

function list(item: Item, { missed, wrong }: Matched): void {
  if (missed.length + wrong.length === 0) return;
  const said = messagesOf(item).map(({ role, content }) => `${role === "user" ? "" : `${role}: `}${content}`);
  console.log(`${item.id} [${item.tags.join(",")}] ${said.join(" / ")}`);
  for (const { type, rule } of missed) console.log(`  missed ${type} | ${rule}`);
  for (const { type, rule } of wrong) console.log(`  wrong  ${type} | ${rule}`);
}

/** How many pairs of different expected rules of one type mean the same to the matching: it should tell them apart. */
async function colliding(cosine: Cosine): Promise<number> {
  const rules = halves.flatMap((half) => readItems(half).flatMap((item) => item.rules));
  let pairs = 0;
  for (const [at, one] of rules.entries()) {
    for (const other of rules.slice(at + 1)) {
      if (one.type !== other.type || one.rule === other.rule) continue;
      if ((await sameMeaning(one.rule, other.rule, cosine)) > 0) pairs++;
    }
  }
  return pairs;
}
