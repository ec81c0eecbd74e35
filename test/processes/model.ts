import { expect } from "vitest";
import type { IndexedMemory } from "../../src/memory/search/index-store.ts";
import { visibleUsers, type Scope } from "../../src/memory/scope.ts";
import { termsOf } from "../../src/memory/words/tokenize.ts";
import { halves, memory, textHashOf } from "../fixture/indexed.ts";
import { wordVector } from "../fixture/stores.ts";
import { reference } from "../search/reference.ts";
import { searchedAtMs, type Found, type Said } from "./protocol.ts";

export type Known = Said & { id: string; user: string; position: number; embedded: boolean; change: number };

/** What was acknowledged of one account, in plain maps: what every process must find. */
export class Model {
  readonly memories = new Map<string, Known>();
  /** Rises with each write. */
  changes = 0;
  readonly #sessions = new Map<string, { next: number; count: number }>();

  add(user: string, said: Said[], ids: string[], embedded: boolean): void {
    said.forEach((one, at) => {
      const session = this.#session(user, one.sessionId);
      session.count++;
      const known = { ...one, id: ids[at]!, user, position: session.next++, embedded, change: ++this.changes };
      this.memories.set(known.id, known);
    });
  }

  edit(id: string, content: string, embedded: boolean): void {
    const before = this.memories.get(id)!;
    if (before.content === content) return;
    this.memories.set(id, { ...before, content, embedded, change: ++this.changes });
  }

  embedAll(): void {
    for (const known of this.memories.values()) {
      if (known.embedded) continue;
      this.memories.set(known.id, { ...known, embedded: true, change: ++this.changes });
    }
  }

  /** A memory, or all of a session. */
  erase(gone: Known[]): void {
    for (const { id, user, sessionId } of gone) {
      this.changes++;
      this.memories.delete(id);
      const session = this.#session(user, sessionId);
      // A session that has lost its last message begins anew.
      if (--session.count === 0) this.#sessions.delete(`${user} ${sessionId}`);
    }
  }

  /** What a search must find now, best first. */
  expected(scope: Scope, query: string): { id: string; similarity: number }[] {
    const all = [...this.memories.values()].map(indexed);
    const filter = { users: visibleUsers(scope) };
    return reference(all, { text: query, vector: wordVector(query), filter, nowMs: searchedAtMs });
  }

  /** That it was found: the same memories, with the same scores in the same order. */
  check(found: Found[], scope: Scope, query: string): void {
    const expected = this.expected(scope, query);
    expect(texts(found)).toEqual(texts(expected.map(({ id }) => this.memories.get(id)!)));
    const similarities = new Map(expected.map(({ id, similarity }) => [id, similarity]));
    for (const { id, similarity } of found) expect(similarity).toBeCloseTo(similarities.get(id)!, 6);
    expected.forEach(({ similarity }, at) => expect(found[at]!.similarity).toBeCloseTo(similarity, 6));
  }

  /** That it was found by a search while writes went on: every text that did not change since its beginning, nothing erased. */
  checkBetween(found: Found[], scope: Scope, before: { expected: string[]; changes: number }): void {
    for (const { id, content } of found) {
      const known = this.memories.get(id);
      expect(known?.content).toBe(content);
      expect(visibleUsers(scope)).toContain(known?.user);
    }
    // Of those that say the same, another may stand for it now.
    const textOf = (id: string) => JSON.stringify([this.memories.get(id)?.user, this.memories.get(id)?.content]);
    const texts = new Set(found.map(({ id }) => textOf(id)));
    const missed = before.expected.filter((id) => {
      const known = this.memories.get(id);
      return known && known.embedded && known.change <= before.changes && !texts.has(textOf(id));
    });
    expect(missed).toEqual([]);
  }

  #session(user: string, sessionId: string) {
    const key = `${user} ${sessionId}`;
    let session = this.#sessions.get(key);
    if (!session) this.#sessions.set(key, (session = { next: 0, count: 0 }));
    return session;
  }
}

const texts = (some: { id: string; content: string }[]) => some.map(({ id, content }) => `${id} ${content}`).sort();

function indexed({ id, user, sessionId, position, content, createdAtMs, embedded, change }: Known): IndexedMemory {
  const vector = embedded ? halves(wordVector(content)) : undefined;
  const textHash = textHashOf(content);
  return memory(id, change, { user, sessionId, position, createdAtMs, vector, terms: termsOf(content), textHash });
}
