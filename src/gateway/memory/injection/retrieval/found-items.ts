import { patternText, type PatternContent } from "../../../../memory/entity/pattern.ts";
import type { HydratedMemory } from "../../../../memory/search/index-store.ts";
import type { Source } from "../../chain/ledger.ts";
import type { Item } from "../block/item.ts";

export type Sources = ReadonlyMap<string, Source>;

/** The memories that say what a found one does. */
export function saidIn({ id, fact }: HydratedMemory): string[] {
  return fact ? fact.evidence : [id];
}

/** All that its words may be from. */
export function sourceIdsOf(memory: HydratedMemory): string[] {
  return [...saidIn(memory), ...(memory.fact?.leansOn ?? [])];
}

/** Whether nothing of it was said in the conversation itself; one whose source nobody knows any more was erased meanwhile. */
export function isFromElsewhere(memory: HydratedMemory, sources: Sources): boolean {
  const isKnown = sourceIdsOf(memory).every((id) => sources.has(id));
  return isKnown && !saidIn(memory).some((id) => sources.get(id)!.isOwn);
}

/** What is found, all of it from elsewhere, as the model is to see it: in the same order. */
export function foundItems(memories: readonly HydratedMemory[], sources: Sources): Item[] {
  const said = new Set(memories.map(({ id }) => id));
  return memories.flatMap((memory) => (memory.fact ? factItem(memory, said) : [item(memory, sources)]));
}

/** The words that the model is to see of it. */
export function textOf({ id, content }: HydratedMemory, sources: Sources): string {
  const pattern = sources.get(id)?.pattern;
  return pattern ? textOfPattern(pattern) : content;
}

function item(memory: HydratedMemory, sources: Sources): Item {
  const { id, layer, createdAtMs, message } = memory;
  const { origin } = sources.get(id)!;
  const from = message?.role === "assistant" && origin === "user" ? "assistant" : origin;
  return { id, memoryIds: [id], layer, text: textOf(memory, sources), from, atMs: createdAtMs };
}

/** A fact that holds adds nothing to the message that says so; one that has ended does. */
function factItem(memory: HydratedMemory, said: ReadonlySet<string>): Item[] {
  const { id, layer, content, createdAtMs, fact } = memory;
  const memoryIds = saidIn(memory);
  if (fact?.validTo === null && memoryIds.some((each) => said.has(each))) return [];
  return [{ id, memoryIds, leansOn: fact?.leansOn, layer, text: content, from: "user", atMs: createdAtMs }];
}

/** Its words as they are searched, and what is not to be done. */
function textOfPattern(content: PatternContent): string {
  const { worksWhen, antiPatterns } = content;
  return [
    patternText({ ...content, worksWhen: [] }),
    ...(worksWhen.length > 0 ? [`Works when: ${worksWhen.join("; ")}`] : []),
    ...(antiPatterns.length > 0 ? [`What not to do: ${antiPatterns.join("; ")}`] : []),
  ].join("\n");
}
