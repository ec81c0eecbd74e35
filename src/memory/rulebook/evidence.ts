import type { Statement } from "../directive/directive.ts";
import type { Sourced } from "../directive/fold.ts";
import { priorityOf } from "../directive/priority.ts";
import { foldTag } from "../pattern.ts";
import type { Scope } from "../scope.ts";
import type { Mark, MarkStore } from "./mark.ts";
import { PatternRules } from "./pattern-rules.ts";
import type { RulingPatternStore } from "./pattern-store.ts";
import type { StatementStore, StatingMessage } from "./statement-store.ts";

export type EvidenceStores = {
  statements: Pick<StatementStore, "version" | "list">;
  patterns: Pick<RulingPatternStore, "seq" | "changedSince" | "ruling">;
  marks: Pick<MarkStore, "list">;
};

/** Where a rule comes from, by which it can be asked for. Tags are folded. */
export type Place = { sessionId: string; source: string; tags: string[] };

/** What a user's directives are made of, as it is at one time. */
export type Evidence = {
  /** In the order of time. */
  said: readonly Sourced[];
  fromPatterns: readonly Sourced[];
  marks: ReadonlyMap<string, Mark>;
  /** By `signal:msg_...` or `pattern:pat_...`. */
  places: ReadonlyMap<string, Place>;
};

/** Of more statements of a user and `system`, those said last count; of patterns those updated last. */
export const statementsMax = 2_000;
const patternsMax = 500;
const dayMs = 86_400_000;

type Said = Pick<Evidence, "said" | "marks"> & { version: number; places: [string, Place][] };
type Ruling = { seq: number; day: number; sourced: readonly Sourced[]; places: [string, Place][] };

/** Reads a user's evidence, and what of it has changed again. Records of patterns are taken as of the UTC day's begin. */
export class EvidenceReader {
  readonly #stores: EvidenceStores;
  readonly #scope: Scope;
  /** By message, of those read last. */
  #known = new Map<string, { stated: string; sourced: Sourced[] }>();
  readonly #rules = new PatternRules();
  #said: Said | undefined;
  #ruling: Ruling | undefined;
  #evidence: Evidence | undefined;

  constructor(stores: EvidenceStores, scope: Scope) {
    this.#stores = stores;
    this.#scope = scope;
  }

  /** The same object as before where nothing has changed. Of calls none may overlap. */
  async read(nowMs: number): Promise<Evidence> {
    const [said, ruling] = [await this.#messages(), await this.#patterns(nowMs)];
    if (!this.#evidence || said !== this.#said || ruling !== this.#ruling) {
      this.#evidence = {
        said: said.said,
        marks: said.marks,
        fromPatterns: ruling.sourced,
        places: new Map([...said.places, ...ruling.places]),
      };
    }
    [this.#said, this.#ruling] = [said, ruling];
    return this.#evidence;
  }

  async #messages(): Promise<Said> {
    const { statements, marks } = this.#stores;
    // Read first: what changes afterwards is found by the next call.
    const version = await statements.version(this.#scope.account);
    if (this.#said?.version === version) return this.#said;
    const messages = this.#newest(await statements.list(this.#scope, statementsMax)).toSorted(inTime);
    return {
      version,
      said: messages.flatMap(({ id }) => this.#known.get(id)?.sourced ?? []),
      marks: new Map((await marks.list(this.#scope)).map((mark) => [mark.id, mark])),
      places: messages.map(({ id, sessionId, source }) => [`signal:${id}`, { sessionId, source, tags: [] }]),
    };
  }

  /** From the latest message on, as long as their statements are not too many. Only what is new is parsed. */
  #newest(messages: readonly StatingMessage[]): StatingMessage[] {
    const before = this.#known;
    this.#known = new Map();
    let room = statementsMax;
    return messages.filter((message) => {
      const { id, stated } = message;
      const known = before.get(id);
      const sourced = known?.stated === stated ? known.sourced : sourcedOf(message);
      room -= sourced.length;
      if (room >= 0) this.#known.set(id, { stated, sourced });
      return room >= 0;
    });
  }

  async #patterns(nowMs: number): Promise<Ruling> {
    const { patterns } = this.#stores;
    const day = Math.floor(nowMs / dayMs);
    const seq = await patterns.seq(this.#scope.account);
    const known = this.#ruling;
    if (known?.day === day && known.seq === seq) return known;
    if (known?.day === day && !(await patterns.changedSince(this.#scope.account, known.seq))) {
      known.seq = seq;
      return known;
    }
    const ruling = await patterns.ruling(this.#scope, patternsMax);
    return {
      seq,
      day,
      sourced: await this.#rules.of(this.#scope, ruling, day * dayMs),
      places: ruling.map(({ id, sessionId, tags }) => [
        `pattern:${id}`,
        { sessionId, source: "", tags: tags.map(foldTag) },
      ]),
    };
  }
}

const inTime = (one: StatingMessage, other: StatingMessage): number =>
  one.saidAtMs - other.saidAtMs || (one.id < other.id ? -1 : 1);

function sourcedOf({ id, binds, origin, saidAtMs, stated }: StatingMessage): Sourced[] {
  // As the store was given them.
  return (JSON.parse(stated) as Statement[]).map((statement) => ({
    statement,
    source: `signal:${id}`,
    user: binds,
    atMs: saidAtMs,
    priority: statement.kind === "rule" ? priorityOf(statement, origin) : 0,
  }));
}
