import { LRUCache } from "lru-cache";
import { compareKeys, type SortKey } from "../page/cursor.ts";
import { directiveTypes, type Directive, type EndedDirective } from "../directive/directive.ts";
import type { Folded, Sourced } from "../directive/fold.ts";
import type { Scope } from "../scope.ts";
import { beginningOf } from "../text.ts";
import { directiveId } from "./directive-id.ts";
import { EvidenceReader, type Evidence, type EvidenceStores } from "./evidence.ts";
import { FoldedSequence } from "./folded.ts";
import type { Mark } from "./mark.ts";

/** A directive as it stands, with what people decided of it. */
export type StandingDirective = Directive & {
  id: string;
  /** The messages and patterns whose words it has or may have. */
  memoryIds: string[];
  pinned: boolean;
  status: "live" | "disabled" | "replaced" | "retracted";
  /** Of one that was replaced or retracted. */
  endedAtMs?: number;
  endedBy?: string;
};

/** All that binds or bound a user: `standing` those live and disabled, in their order; `ended` the others, the last first. */
export type View = { standing: StandingDirective[]; ended: StandingDirective[]; places: Evidence["places"] };

/** Windows of one user that are kept. */
const windowsMax = 4;

type Window = {
  folded: FoldedSequence;
  evidence?: Evidence;
  from: number;
  sequence: readonly Sourced[];
  /** What was given of it, and of which rules. */
  given?: { folded: Folded; view: View; directives: StandingDirective[] };
};

/** The directives of one user. Derived from the evidence; what did not change is kept. */
export class Viewer {
  readonly #reader: EvidenceReader;
  readonly #windows = new LRUCache<number, Window>({ max: windowsMax });
  #last: Promise<unknown> = Promise.resolve();
  #view: { evidence: Evidence; folded: Folded; view: View } | undefined;

  constructor(stores: EvidenceStores, scope: Scope) {
    this.#reader = new EvidenceReader(stores, scope);
  }

  /** What holds and what held, of all times. */
  all(nowMs: number): Promise<View> {
    return this.#inTurn(async () => this.#all(await this.#reader.read(nowMs), nowMs));
  }

  /** What the messages of the last hours state, with what was pinned before. */
  within(hours: number, nowMs: number): Promise<StandingDirective[]> {
    return this.#inTurn(async () => {
      const evidence = await this.#reader.read(nowMs);
      const view = await this.#all(evidence, nowMs);
      const window = this.#window(hours);
      const folded = await this.#folded(window, evidence, hours, nowMs);
      if (window.given?.folded !== folded || window.given.view !== view) {
        window.given = { folded, view, directives: withPinned(folded, view, evidence) };
      }
      return window.given.directives;
    });
  }

  async #all(evidence: Evidence, nowMs: number): Promise<View> {
    const folded = await this.#folded(this.#window(Infinity), evidence, Infinity, nowMs);
    if (this.#view?.evidence === evidence && this.#view.folded === folded) return this.#view.view;
    const standing = unique(folded.live.flatMap((rule) => stand({ ...rule, id: directiveId(rule) }, evidence)));
    const ids = new Set(standing.map(({ id }) => id));
    const ended = folded.ended
      .toSorted((one, other) => other.endedAtMs - one.endedAtMs)
      .flatMap((rule) => stand({ ...rule, id: directiveId(rule) }, evidence))
      .filter(({ id }) => !ids.has(id));
    const view = { standing, ended: firstOfEach(ended), places: evidence.places };
    this.#view = { evidence, folded, view };
    return view;
  }

  #window(hours: number): Window {
    const window = this.#windows.get(hours) ?? { folded: new FoldedSequence(), from: -1, sequence: [] };
    this.#windows.set(hours, window);
    return window;
  }

  async #folded(window: Window, evidence: Evidence, hours: number, nowMs: number): Promise<Folded> {
    // To the end: what is there was written, so that what was said later than now, by a clock that ran ahead, binds.
    const from = firstAfter(evidence.said, nowMs - hours * 3_600_000);
    if (window.evidence !== evidence || window.from !== from) {
      // At one time messages come before patterns: the sort keeps their order.
      const sequence = [...evidence.said.slice(from), ...evidence.fromPatterns].toSorted(
        (one, other) => one.atMs - other.atMs,
      );
      Object.assign(window, { evidence, from, sequence });
    }
    return window.folded.rules(window.sequence);
  }

  /** One after the other: a sequence is folded by one at a time. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** What binds by a window's statements, and what was pinned. */
function withPinned({ live }: Folded, { standing }: View, evidence: Evidence): StandingDirective[] {
  const bySource = Map.groupBy(standing, ({ source }) => source);
  const given = live.flatMap((rule) => stand({ ...rule, id: idIn(bySource.get(rule.source) ?? [], rule) }, evidence));
  const ids = new Set(given.map(({ id }) => id));
  const pinned = standing.filter(({ id, pinned: isPinned }) => isPinned && !ids.has(id));
  return unique([...given, ...pinned].filter(({ status }) => status === "live"));
}

/** The place of the first statement after a time. */
function firstAfter(said: readonly Sourced[], ms: number): number {
  let [low, high] = [0, said.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (said[middle]!.atMs > ms) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** As it stands by what was decided of it; none where it was deleted. */
function stand(
  rule: (Directive | EndedDirective) & { id: string },
  { marks, places }: Pick<Evidence, "marks" | "places">,
): StandingDirective[] {
  const mark: Partial<Mark> = marks.get(rule.id) ?? {};
  if (mark.deletedAtMs !== undefined && rule.createdAtMs <= mark.deletedAtMs) return [];
  const pinned = mark.pinned ?? false;
  const memoryIds = memoryIdsOf(rule, places);
  if (!("how" in rule)) return [{ ...rule, memoryIds, pinned, status: mark.disabled ? "disabled" : "live" }];
  const { how, ...ended } = rule;
  return [{ ...ended, memoryIds, pinned, status: how }];
}

function memoryIdsOf({ evidence }: Directive, places: Evidence["places"]): string[] {
  const ids = evidence.flatMap((source) => {
    return [source.slice(source.indexOf(":") + 1), places.get(source)?.leansOn ?? []].flat();
  });
  return [...new Set(ids)];
}

/** A rule has one id in every window: that of what it is part of in all times, which may have fuller words. */
function idIn(ofSource: readonly StandingDirective[], directive: Directive): string {
  const { user, type, rule } = directive;
  const whole = ofSource.filter((each) => each.user === user && each.type === type);
  const same = whole.find((each) => each.rule === rule) ?? (whole.length === 1 ? whole[0] : undefined);
  return same?.id ?? directiveId(directive);
}

/** In their order, the first of each id: rules without a word of their own ("never use them") are not told apart. */
function unique(directives: StandingDirective[]): StandingDirective[] {
  const keyed = directives.map((directive) => ({ directive, key: listKeyOf(directive) }));
  const sorted = keyed.toSorted((one, other) => compareKeys(one.key, other.key));
  return firstOfEach(sorted.map(({ directive }) => directive));
}

function firstOfEach(directives: StandingDirective[]): StandingDirective[] {
  const seen = new Set<string>();
  return directives.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/**
 * As directives are listed: MUST, NEVER, PREFER, AVOID; of these the pinned first, then the highest priority, the latest, and by
 * source and rule, of which a cursor has room for the beginning. Then those that ended, the last first.
 */
export function listKeyOf({ id, type, pinned, priority, createdAtMs, ...rest }: StandingDirective): SortKey {
  if (rest.endedAtMs !== undefined) return [1, -rest.endedAtMs, id];
  const text = beginningOf(rest.source + rest.rule, 200);
  return [0, directiveTypes.indexOf(type), pinned ? 0 : 1, -priority, -createdAtMs, text, id];
}
