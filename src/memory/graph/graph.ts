import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { ListId, SortKey } from "../page/cursor.ts";
import { firstWithin } from "../page/first-within.ts";
import { pageBytes, pageOf, type Page, type PageRequest } from "../page/page.ts";
import type { Scope } from "../scope.ts";
import { fold } from "../words/fold.ts";
import type { Terms } from "../words/terms.ts";
import { termsOf } from "../words/tokenize.ts";
import { inTurns } from "../slice.ts";
import { beginningOf } from "../text.ts";
import type { ClaimStore } from "./claim-store.ts";
import { derive, leaningOf, shownFact, type Derived } from "./derive.ts";
import type { Fact } from "./fact.ts";
import { nameKey } from "./names.ts";
import { askedBy } from "./predicates.ts";
import { sentenceOf } from "./sentence.ts";
import { sameObject, type TimedFact } from "./timed-fact.ts";
import { spanOf } from "./time/calendar.ts";

/**
 * `objectId` where the object is an entity; `saidAtMs`: when it was said first; `leansOn`: messages beside its evidence
 * that say who is meant, and by whose words they are called; `notBefore`: where no beginning is said, the day till which
 * something else held. `user`: whose messages say so; `isPersonal`: it calls them "the user", or somebody "my sister".
 */
export type GraphFact = Fact & {
  id: string;
  user: string;
  isPersonal: boolean;
  subjectId: string;
  objectId?: string;
  sentence: string;
  saidAtMs: number;
  leansOn: string[];
  notBefore?: string;
};
export type Entity = { id: string; name: string; aliases: string[]; factCount: number };
/**
 * `facts` hold on the day asked for; `timeline` is all that is known up to it, the earliest first. Of both the last, as many as
 * a client can read; `hasMore` where that is not all.
 */
export type EntityView = Entity & { facts: GraphFact[]; timeline: GraphFact[]; hasMore: boolean };

/** `asOf`: a day, `2026-03-14`; today if absent. `q`: a part of a name. */
export type EntityQuery = { q?: string; asOf?: string };

/** So many users' graphs are kept in memory, the latest used; and of so many facts in all, each some 1.4 KB. */
const keptMax = 32;
const keptFactsMax = 100_000;
const sliceMs = 3;
const aliasesMax = 20;

/** `sharedAliases`: those that are not only the speaker's, as "my sister" is. */
type Node = Entity & { key: string; sharedAliases: string[]; facts: GraphFact[] };
/**
 * A fact with the terms of its sentence, of its entities' other names, and of what is asked of such facts. `sharedTerms`:
 * those for a user who did not say it, whose sister is somebody else.
 */
export type SearchableFact = { fact: GraphFact; terms: Terms; sharedTerms: Terms };

type Known = {
  nodes: Map<string, Node>;
  formerIds: Map<string, string>;
  facts: number;
  /** Made by the first search. */
  searchable?: Promise<SearchableFact[]>;
};
/**
 * Whoever asks meanwhile waits for the same. `facts`: none are known of as long as it is made. `isAsked`: somebody asked
 * for it since it was begun.
 */
type Kept = { version: string; known: Promise<Known>; facts: number; isAsked: boolean };

export type GraphOptions = { now?: () => number; factsMax?: number };

/** Who and what a user's messages tell of. Derived from their claims; kept until these change. */
export class Graph {
  readonly #store: Pick<ClaimStore, "version" | "list">;
  readonly #now: () => number;
  readonly #kept: LRUCache<string, Kept>;

  constructor(
    store: Pick<ClaimStore, "version" | "list">,
    { now = Date.now, factsMax = keptFactsMax }: GraphOptions = {},
  ) {
    this.#store = store;
    this.#now = now;
    this.#kept = new LRUCache({ max: keptMax, maxSize: factsMax, sizeCalculation: ({ facts }) => Math.max(1, facts) });
  }

  /**
   * Derives a user's graph anew before anybody asks, if their claims changed: once for each time that it was asked for,
   * so that whoever asks seldom waits, and a flood of messages costs nothing.
   */
  async refresh(scope: Scope): Promise<void> {
    if (!this.#kept.peek(keptName(scope))?.isAsked) return;
    await searchableOf(await this.#graph(scope, { isAsked: false }));
  }

  /** Entities of which something was known to hold by that day, those with most facts first. */
  async entities(scope: Scope, { q, asOf }: EntityQuery, page: PageRequest): Promise<Page<Entity>> {
    const { nodes } = await this.#graph(scope);
    const found = [...nodes.values()]
      .filter(q === undefined ? () => true : isCalled(q))
      .map((node) => ({ ...node, factCount: holding(node.facts, asOf ?? this.#today()).length }))
      .filter(({ facts }) => asOf === undefined || facts.some((fact) => begunBy(fact, asOf)));
    const list: ListId = ["entities", scope.account, scope.user, q, asOf];
    const shown = pageOf(found, page, { list, key: listKeyOf, bytesOf });
    return { ...shown, items: shown.items.map(entityOf) };
  }

  /** `undefined` where the user's messages tell of no such entity. */
  async entity(scope: Scope, id: string, asOf?: string): Promise<EntityView | undefined> {
    const { nodes, formerIds } = await this.#graph(scope);
    // Who was "my sister" when the id was given may have a name by now.
    const node = nodes.get(formerIds.get(id) ?? id);
    if (!node) return undefined;
    const known = node.facts.filter((fact) => asOf === undefined || begunBy(fact, asOf)).toSorted(byTime);
    const held = holding(node.facts, asOf ?? this.#today());
    const [facts, timeline] = [lastOf(held), lastOf(known)];
    const hasMore = facts.length < held.length || timeline.length < known.length;
    return { ...entityOf(node), factCount: held.length, facts, timeline, hasMore };
  }

  /** All facts of the scope's own user. */
  async searchable(scope: Scope): Promise<SearchableFact[]> {
    return searchableOf(await this.#graph(scope));
  }

  #today(): string {
    return new Date(this.#now()).toISOString().slice(0, 10);
  }

  async #graph(scope: Scope, { isAsked } = { isAsked: true }): Promise<Known> {
    const name = keptName(scope);
    const version = await this.#store.version(scope);
    const before = this.#kept.get(name);
    if (before?.version === version) {
      before.isAsked ||= isAsked;
      return before.known;
    }
    const known = this.#derive(scope);
    this.#kept.set(name, { version, known, facts: 0, isAsked });
    const ownKept = () => {
      const kept = this.#kept.peek(name);
      return kept?.known === known ? kept : undefined;
    };
    try {
      const graph = await known;
      const kept = ownKept();
      if (kept) this.#kept.set(name, { ...kept, facts: graph.facts });
      return graph;
    } catch (error) {
      if (ownKept()) this.#kept.delete(name);
      throw error;
    }
  }

  async #derive(scope: Scope): Promise<Known> {
    const derived = await inTurns(derive(await this.#store.list(scope)), sliceMs);
    return inTurns(build(scope, derived), sliceMs);
  }
}

const keptName = ({ account, user }: Scope) => JSON.stringify([account, user]);

const searchableOf = (graph: Known): Promise<SearchableFact[]> =>
  (graph.searchable ??= inTurns(searchableFacts(graph.nodes), sliceMs));

function* searchableFacts(nodes: Map<string, Node>): Generator<undefined, SearchableFact[]> {
  const searchable: SearchableFact[] = [];
  // Each fact stands with its subject; with its object, too, if that is an entity.
  for (const { id, facts } of nodes.values()) {
    for (const fact of facts) {
      if (fact.subjectId !== id) continue;
      const about = [fact.subjectId, fact.objectId].flatMap((each) => (each && nodes.get(each)) || []);
      const [all, shared] = [about.flatMap(({ aliases }) => aliases), about.flatMap((node) => node.sharedAliases)];
      const termsWith = (aliases: string[]) => termsOf([fact.sentence, ...aliases, askedBy(fact.predicate)].join("\n"));
      const terms = termsWith(all);
      searchable.push({ fact, terms, sharedTerms: shared.length === all.length ? terms : termsWith(shared) });
      yield;
    }
  }
  return searchable;
}

const wordStart = /(?<![\p{L}\p{N}])/gu;

/**
 * By a part of a name that begins as a word does, without accents: "ana" is no part of "my manager". What has no letter and no
 * digit is a part of none, "my dog" none of "Ana's dog".
 */
function isCalled(q: string): (node: Node) => boolean {
  const wanted = fold(nameKey(q));
  const isMine = /^\s*(?:my|our)\s/iu.test(q);
  const isPartOf = (key: string) => {
    const isAt = (at: number) => key.startsWith(wanted, at) && !(isMine && /['’]s /u.test(key.slice(0, at)));
    return [...key.matchAll(wordStart)].some(({ index }) => isAt(index));
  };
  return ({ name, aliases }) => wanted !== "" && [name, ...aliases].some((each) => isPartOf(fold(nameKey(each))));
}

/** Those with most facts first, then by name: its beginning, for a cursor has a bound. */
const listKeyOf = ({ factCount, key, id }: Node): SortKey => [-factCount, beginningOf(key, 100), id];

const bytesOf = ({ name, aliases }: Entity) => Buffer.byteLength([name, ...aliases].join(""));

/** The last that half a page has room for. */
const lastOf = (facts: GraphFact[]): GraphFact[] =>
  firstWithin(facts.toReversed(), pageBytes / 2, bytesOfFact).toReversed();

/** Its ids and times have some 200; with their marks, ids of messages have 40 each. */
const bytesOfFact = ({ subject, object, sentence, evidence }: GraphFact) =>
  200 + Buffer.byteLength(subject + object + sentence) + 40 * evidence.length;

const entityOf = ({ id, name, aliases, factCount }: Entity): Entity => ({ id, name, aliases, factCount });

/**
 * From its first day, or else since something else held, up to its last: a day that ends a fact is no longer of it, a
 * longer time is.
 */
export function holdsOn(fact: GraphFact, day: string): boolean {
  const { validFrom, validTo } = fact;
  if (!begunBy(fact, day)) return false;
  if (validTo === null) return true;
  return validTo.length === 10 && validTo !== validFrom ? day < validTo : day <= spanOf(validTo).last;
}

const holding = (facts: GraphFact[], day: string) => facts.filter((fact) => holdsOn(fact, day));
const begunBy = ({ validFrom, notBefore = "" }: GraphFact, day: string) =>
  (validFrom === null ? notBefore : spanOf(validFrom).first) <= day;
const startOf = ({ validFrom, saidAtMs }: GraphFact) =>
  validFrom === null ? new Date(saidAtMs).toISOString() : spanOf(validFrom).first;

function byTime(one: GraphFact, other: GraphFact): number {
  const [first, second] = [startOf(one), startOf(other)];
  return first < second ? -1 : first > second ? 1 : one.saidAtMs - other.saidAtMs;
}

function* build({ account, user }: Scope, { facts, names }: Derived): Generator<undefined, Known> {
  const ids = new Map<string, string>();
  const idOf = (key: string) => {
    const id = ids.get(key) ?? `ent_${digest([account, user, key])}`;
    ids.set(key, id);
    return id;
  };
  const aliases = names.aliases();
  const nodes = new Map<string, Node>();
  const formerIds = new Map<string, string>();
  const nodeOf = (key: string) => {
    const id = idOf(key);
    const known = nodes.get(id);
    if (known) return known;
    const others = (aliases.get(key) ?? []).slice(0, aliasesMax);
    const shownAs = (keys: string[]) => [...new Set(keys.map((other) => names.shown(other)))];
    const node: Node = {
      id,
      key,
      name: names.shown(key),
      aliases: shownAs(others),
      sharedAliases: shownAs(others.filter((other) => !names.isPersonal(other))),
      factCount: 0,
      facts: [],
    };
    for (const other of others) formerIds.set(idOf(other), id);
    nodes.set(id, node);
    return node;
  };
  const times = new Map<string, number>();
  for (const fact of facts) {
    const object = fact.objectKey;
    const shown = graphFact({ account, user }, names, fact, times);
    const subject = nodeOf(fact.subject);
    const told: GraphFact = {
      ...shown,
      user,
      isPersonal: names.isPersonal(fact.subject) || names.isPersonal(object ?? ""),
      subjectId: subject.id,
      ...(object !== undefined && { objectId: idOf(object) }),
    };
    subject.facts.push(told);
    if (object !== undefined && object !== fact.subject) nodeOf(object).facts.push(told);
    yield;
  }
  return { nodes, formerIds, facts: facts.length };
}

/** What is said again after it had ended is another fact, counted by `times`. */
function graphFact({ account, user }: Scope, names: Derived["names"], fact: TimedFact, times: Map<string, number>) {
  const triple = JSON.stringify([fact.subject, fact.predicate, sameObject(fact)]);
  const time = times.get(triple) ?? 0;
  times.set(triple, time + 1);
  const shown = shownFact(names, fact);
  return {
    ...shown,
    id: `fact_${digest([account, user, triple, String(time)])}`,
    sentence: sentenceOf(shown),
    saidAtMs: fact.saidAtMs,
    ...(fact.notBefore !== undefined && { notBefore: fact.notBefore }),
    leansOn: leaningOf(names, fact),
  };
}

/** The same for the same parts, on every machine; it tells nothing of them. */
const digest = (parts: string[]) => hash("sha256", JSON.stringify(parts)).slice(0, 26);
