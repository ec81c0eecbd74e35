import type { Unrelated } from "../../src/memory/embedder.ts";
import type { SearchFilter } from "../../src/memory/search/base/base.ts";
import type { IndexedMemory } from "../../src/memory/search/index-store.ts";
import { termsOf } from "../../src/memory/words/tokenize.ts";

/**
 * docs/search.md, word for word and as slowly as it likes: every number is computed from all memories anew. It shares
 * nothing with search but the terms of a text and the memory's form. What SQL has to say of the results, and that of equal texts one
 * is a result, comes behind it.
 */
export function reference(
  all: IndexedMemory[],
  question: {
    text: string;
    vector: Float32Array | undefined;
    unrelated?: Unrelated;
    filter: SearchFilter;
    nowMs: number;
  },
): { id: string; similarity: number }[] {
  const { filter, vector, unrelated: { query: unrelated } = { query: 0 }, nowMs } = question;
  const visible = all.filter(({ user }) => filter.users.includes(user));
  const query = [...termsOf(question.text).ids];
  const sessions = Map.groupBy(
    visible.filter(({ sessionId }) => sessionId !== ""),
    ({ user, sessionId }) => JSON.stringify([user, sessionId]),
  );
  const bm25 = bm25Of(
    query,
    visible.map((memory) => [memory]),
  );
  const sessionBm25 = bm25Of(query, [...sessions.values()]);

  const cosine = (memory: IndexedMemory) => (memory.vector && vector ? cosineOf(vector, memory.vector) : undefined);
  const own = (memory: IndexedMemory) => {
    const measured = cosine(memory);
    if (measured === undefined) return 2 * bm25([memory]);
    return 0.5 * Math.max((measured - unrelated) / (1 - unrelated), 0) + bm25([memory]);
  };
  const neighbour = (memory: IndexedMemory, step: number) =>
    memory.sessionId === "" || memory.position < 0
      ? undefined
      : visible.find(
          (m) =>
            m.user === memory.user &&
            m.sessionId === memory.sessionId &&
            m.position >= 0 &&
            m.position === memory.position + step,
        );

  const eligible = visible.filter((memory) => allowed(filter, memory));
  const byTie = (one: IndexedMemory, other: IndexedMemory) => other.seq - one.seq || (one.id < other.id ? -1 : 1);
  const isFirstOfItsText = (memory: IndexedMemory, at: number, all: IndexedMemory[]) =>
    memory.layer === "patterns" ||
    at === all.findIndex(({ user, textHash }) => user === memory.user && textHash === memory.textHash);
  const first = (of: IndexedMemory[], value: (memory: IndexedMemory) => number) => {
    const sorted = of.toSorted((one, other) => value(other) - value(one) || byTie(one, other));
    const counted = sorted.filter(isFirstOfItsText).slice(0, 200);
    const before = counted.length < 200 ? sorted : sorted.slice(0, sorted.indexOf(counted.at(-1)!));
    const repeats = before.filter((memory) => !counted.includes(memory)).slice(0, 200);
    return [...counted, ...repeats];
  };
  const candidates = new Set([
    ...first(
      eligible.filter((memory) => cosine(memory) !== undefined),
      (memory) => cosine(memory)!,
    ),
    ...first(
      eligible.filter((memory) => bm25([memory]) > 0),
      (memory) => bm25([memory]),
    ),
  ]);
  const chosen = [...candidates];
  for (const candidate of chosen) {
    for (const step of [-1, 1]) {
      const next = neighbour(candidate, step);
      if (next && allowed(filter, next)) candidates.add(next);
    }
  }

  const confidence = ({ standing }: IndexedMemory) => {
    if (!standing) return 0.5;
    const halvings = Math.max(0, nowMs - standing.asOfMs) / (90 * 86_400_000);
    const [s, f] = [standing.successes * 0.5 ** halvings, standing.failures * 0.5 ** halvings];
    return (s + 1) / (s + f + 2);
  };
  const score = (memory: IndexedMemory) => {
    let evidence = own(memory);
    if (memory.sessionId !== "" && memory.position >= 0) {
      const around = [-1, 1].map((step) => neighbour(memory, step)).map((m) => (m ? own(m) : 0.6 * own(memory)));
      const session = sessions.get(JSON.stringify([memory.user, memory.sessionId]))!;
      evidence = (evidence + 0.2 * (around[0]! + around[1]!) + 0.6 * sessionBm25(session)) / 1.6;
    }
    const ageDays = Math.max(0, nowMs - memory.createdAtMs) / 86_400_000;
    return evidence * (1 + 0.2 * (confidence(memory) - 0.5)) * (1 - 0.03 * (1 - 2 ** (-ageDays / 30)));
  };
  return [...candidates]
    .map((memory) => ({ memory, score: score(memory) }))
    .sort((one, other) => other.score - one.score || byTie(one.memory, other.memory))
    .map(({ memory, score }) => ({ id: memory.id, similarity: Math.min(1, score) }));
}

/** What may correct each of these messages: `found` is what `reference` finds. */
export function referenceCorrections(
  all: IndexedMemory[],
  found: { id: string; similarity: number }[],
  ids: string[],
  question: { vector: Float32Array | undefined; unrelated?: Unrelated },
): [string, string[]][] {
  const { unrelated: { document: unrelated } = { document: 0 } } = question;
  const byId = new Map(all.map((memory) => [memory.id, memory]));
  const messages = found.filter(({ id }) => byId.get(id)!.layer === "signals");
  const toldIds = messages.map(({ id }) => id).filter((id) => ids.includes(id));
  const sinceMs = Math.min(...toldIds.map((id) => byId.get(id)!.createdAtMs));
  const best = messages
    .filter(({ similarity }) => similarity >= 0.08)
    .map(({ id }) => byId.get(id)!)
    .filter(({ createdAtMs }) => createdAtMs > sinceMs)
    .slice(0, 400);
  return toldIds.map((id) => {
    const told = byId.get(id)!;
    const vector = question.vector && told.vector && new Float32Array(new Float16Array(told.vector.slice().buffer));
    const likeness = (each: IndexedMemory) =>
      vector && each.vector ? (cosineOf(vector, each.vector) - unrelated) / (1 - unrelated) : -1;
    const later = best.filter(({ user, createdAtMs }) => user === told.user && createdAtMs > told.createdAtMs);
    const tellsChange = ({ terms }: IndexedMemory) =>
      termsOf("now moved instead").ids.some((word) => terms.ids.includes(word));
    const changes = later.filter((each) => tellsChange(each) && likeness(each) >= 0.4).slice(0, 3);
    const alike = later.filter((each) => !changes.includes(each) && likeness(each) >= 0.5);
    const corrections = [...changes, ...alike];
    return [id, corrections.slice(0, 3).map(({ id }) => id)];
  });
}

/** BM25 over what the query could attain; a text is one memory, or all of a session together. */
function bm25Of(query: number[], texts: IndexedMemory[][]): (text: IndexedMemory[]) => number {
  const count = (text: IndexedMemory[], term: number) =>
    text.reduce((sum, { terms }) => sum + (terms.counts[terms.ids.indexOf(term)] ?? 0), 0);
  const length = (text: IndexedMemory[]) => text.reduce((sum, { terms }) => sum + terms.length, 0);
  const average = texts.reduce((sum, text) => sum + length(text), 0) / texts.length;
  const idf = (frequency: number) => Math.log(1 + (texts.length - frequency + 0.5) / (frequency + 0.5));
  const idfs = query.map((term) => idf(texts.filter((text) => count(text, term) > 0).length));
  const attainable = 2.2 * (idfs.reduce((sum, value) => sum + value, 0) + idf(0));
  return (text) => {
    const parts = query.map((term, at) => {
      const occurs = count(text, term);
      return occurs === 0 ? 0 : (idfs[at]! * occurs * 2.2) / (occurs + 1.2 * (0.25 + (0.75 * length(text)) / average));
    });
    return parts.reduce((sum, part) => sum + part, 0) / attainable;
  };
}

function cosineOf(query: Float32Array, halves: Uint16Array): number {
  const vector = new Float16Array(halves.slice().buffer);
  const product = query.reduce((sum, value, at) => sum + value * vector[at]!, 0);
  return Math.max(-1, Math.min(1, product));
}

function allowed(filter: SearchFilter, memory: IndexedMemory): boolean {
  const { layers, sessionId, tags, sinceMs, untilMs } = filter;
  if (layers && !layers.includes(memory.layer)) return false;
  if (sessionId !== undefined && sessionId !== memory.sessionId) return false;
  if (tags?.some((tag) => !memory.tags.includes(tag))) return false;
  if (sinceMs !== undefined && memory.createdAtMs < sinceMs) return false;
  return untilMs === undefined || memory.createdAtMs < untilMs;
}
