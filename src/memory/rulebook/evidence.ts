import type { Sourced } from "../directive/fold.ts";
import { priorityOf } from "../directive/priority.ts";
import { heardAtMs } from "../ids.ts";
import { foldTag } from "../entity/pattern.ts";
import type { Scope } from "../scope.ts";
import type { Mark, MarkStore } from "./mark.ts";
import { PatternRules } from "./pattern-rules.ts";
import type { RulingPatternStore } from "./pattern-store.ts";
import type { StatementStore, StatingMessage } from "./statement-store.ts";

export type EvidenceStores = {
  statements: Pick<StatementStore, "version" | "list" | "get">;
  patterns: Pick<RulingPatternStore, "seq" | "changedSince" | "ruling">;
  marks: Pick<MarkStore, "list">;
};

/** Where a rule comes from, by which it can be asked for. Tags are folded. `leansOn` is a message whose words it may have. */
export type Place = { sessionId: string; source: string; tags: string[]; leansOn?: string };

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
const statementsMax = 2_000;
const patternsMax = 500;
const dayMs = 86_400_000;

type Said = Pick<Evidence, "said" | "marks"> & { version: number; places: [string, Place][] };
type Known = { message: StatingMessage; sourced: Sourced[]; place: [string, Place] };
type Ruling = { seq: number; day: number; sourced: readonly Sourced[]; places: [string, Place][] };

/** Reads a user's evidence, and what of it has changed again. Records of patterns are taken as of the UTC day's begin. */
export class EvidenceReader {
  readonly #stores: EvidenceStores;
  readonly #scope: Scope;
  /** By message, of those read last. */
  #known = new Map<string, Known>();
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
    const messages = (await this.#newest()).toSorted((one, other) => byTime(one.message, other.message));
    return {
      version,
      said: messages.flatMap(({ sourced }) => sourced),
      marks: new Map((await marks.list(this.#scope)).map((mark) => [mark.id, mark])),
      places: messages.map(({ place }) => place),
    };
  }

  /** From the latest message on, as long as their statements are not too many. Only what is new is fetched. */
  async #newest(): Promise<Known[]> {
    const { statements } = this.#stores;
    const keys = await statements.list(this.#scope, statementsMax);
    const fresh = keys.filter(({ id, version }) => this.#known.get(id)?.message.version !== version);
    const fetched = new Map((await statements.get(this.#scope, fresh)).map((message) => [message.id, message]));
    const before = this.#known;
    this.#known = new Map();
    let room = statementsMax;
    for (const { id, version } of keys) {
      const message = fetched.get(id);
      const known = message ? knownOf(message) : before.get(id);
      // What has changed since it was listed is found by the next call.
      if (known?.message.version !== version) continue;
      room -= known.sourced.length;
      if (room < 0) break;
      this.#known.set(id, known);
    }
    return [...this.#known.values()];
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

const byTime = (one: StatingMessage, other: StatingMessage): number =>
  one.saidAtMs - other.saidAtMs || (one.id < other.id ? -1 : 1);

function knownOf(stored: StatingMessage): Known {
  const message = { ...stored, saidAtMs: heardAtMs(stored) };
  const { id, sessionId, source, leansOn } = message;
  const place: Place = { sessionId, source, tags: [], ...(leansOn !== undefined && { leansOn }) };
  return { message, sourced: sourcedOf(message), place: [`signal:${id}`, place] };
}

function sourcedOf({ id, binds, origin, saidAtMs, statements }: StatingMessage): Sourced[] {
  return statements.map((statement) => ({
    statement,
    source: `signal:${id}`,
    user: binds,
    atMs: saidAtMs,
    priority: statement.kind === "rule" ? priorityOf(statement, origin) : 0,
  }));
}
