import { patternText, type PatternContent } from "../../../memory/pattern.ts";
import type { HydratedMemory } from "../../../memory/search/index-store.ts";
import type { Source } from "../chain/ledger.ts";
import { squeeze } from "../chain/texts.ts";
import type { Item } from "./item.ts";

export type Sources = ReadonlyMap<string, Source>;

/** The memories that say what a found one does. */
export function saidIn({ id, fact }: HydratedMemory): string[] {
  return fact ? fact.evidence : [id];
}

/** All that its words may be from. */
export function sourceIdsOf(memory: HydratedMemory): string[] {
  return [...saidIn(memory), ...(memory.fact?.leansOn ?? [])];
}

/** What is found as the model is to see it, in the same order. */
export function foundItems(memories: readonly HydratedMemory[], sources: Sources): Item[] {
  const said = new Set(memories.map(({ id }) => id));
  return unrepeated(
    memories.flatMap((memory) => (memory.fact ? factItem(memory, sources, said) : item(memory, sources))),
  );
}

/** A memory whose source nobody knows any more was erased meanwhile. */
function item({ id, layer, content, createdAtMs, message }: HydratedMemory, sources: Sources): Item[] {
  const source = sources.get(id);
  if (source === undefined || source.isOwn) return [];
  const from = message?.role === "assistant" && source.origin === "user" ? "assistant" : source.origin;
  const text = source.pattern ? textOfPattern(source.pattern) : content;
  return [{ id, memoryIds: [id], layer, text, from, atMs: createdAtMs }];
}

/** A fact that holds adds nothing to the message that says so; one that has ended does. */
function factItem(memory: HydratedMemory, sources: Sources, said: ReadonlySet<string>): Item[] {
  const { id, layer, content, createdAtMs, fact } = memory;
  const memoryIds = saidIn(memory);
  const isKnown = sourceIdsOf(memory).every((each) => sources.has(each));
  const isSaid = memoryIds.some((each) => sources.get(each)?.isOwn || (fact?.validTo === null && said.has(each)));
  if (!isKnown || isSaid) return [];
  return [{ id, memoryIds, leansOn: fact?.leansOn, layer, text: content, from: "user", atMs: createdAtMs }];
}

/** Its words as they are searched, and what is not to be done. */
function textOfPattern(content: PatternContent): string {
  const { worksWhen, antiPatterns } = content;
  return [
    patternText({ ...content, worksWhen: [] }),
    ...(worksWhen.length > 0 ? [`Works when: ${worksWhen.join("; ")}`] : []),
    ...(antiPatterns.length > 0 ? [`Not: ${antiPatterns.join("; ")}`] : []),
  ].join("\n");
}

/** The same text said twice is shown once: where it ranks best. */
function unrepeated(items: readonly Item[]): Item[] {
  const texts = new Set<string>();
  return items.filter(({ text }) => texts.size < texts.add(squeeze(text)).size);
}
