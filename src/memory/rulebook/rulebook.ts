import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { foldTag } from "../entity/pattern.ts";
import { firstWithin } from "../page/first-within.ts";
import type { ListId } from "../page/cursor.ts";
import { pageBytes, pageOf, type Page, type PageRequest } from "../page/page.ts";
import type { Scope } from "../scope.ts";
import type { EvidenceStores } from "./evidence.ts";
import type { MarkStore } from "./mark.ts";
import { statementRulesVersion } from "./read-message.ts";
import type { StatementStore } from "./statement-store.ts";
import { listKeyOf, Viewer, type StandingDirective } from "./viewer.ts";

export type RulebookOptions = EvidenceStores & {
  statements: Pick<StatementStore, "version" | "list" | "get" | "waiting">;
  marks: MarkStore;
  /** Somebody waits for what was just written to be read. */
  wake?: () => void;
  now?: () => number;
};

/** Users whose directives are kept; those of others are derived when they ask. */
const keptMax = 64;
const pollMs = 10;

/** The directives of users: derived from what their messages state, from patterns, and from what people decided. */
export class Rulebook {
  readonly #options: RulebookOptions;
  readonly #now: () => number;
  readonly #viewers = new LRUCache<string, Viewer>({ max: keptMax });

  constructor(options: RulebookOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /**
   * All directives that bind the scope's user now: their own and `system`'s, whatever their age, in their order. Cheap
   * where nothing has changed; a message counts about a second after it was written.
   */
  async live(scope: Scope): Promise<StandingDirective[]> {
    const { standing } = await this.#viewer(scope).all(this.#now());
    return standing.filter(({ status }) => status === "live");
  }

  /** Those of a session, of a platform by its label, or of patterns with a tag. */
  async liveFrom(scope: Scope, name: string): Promise<StandingDirective[]> {
    const { standing, places } = await this.#viewer(scope).all(this.#now());
    const tag = foldTag(name);
    return standing.filter(
      ({ status, evidence }) =>
        status === "live" &&
        evidence.some((each) => {
          const place = places.get(each);
          return place && (place.sessionId === name || place.source === name || place.tags.includes(tag));
        }),
    );
  }

  /** What messages of the last hours state, patterns, and what was pinned: of long rules the first that a page has. */
  async within(scope: Scope, hours: number): Promise<StandingDirective[]> {
    return firstWithin(await this.#viewer(scope).within(hours, this.#now()), pageBytes, bytesOf);
  }

  /** Those in one of these states: those that hold first. Errors: AppError invalid_argument, for a cursor of no list. */
  async list(
    scope: Scope,
    states: readonly StandingDirective["status"][],
    page: PageRequest,
  ): Promise<Page<StandingDirective>> {
    const { standing, ended } = await this.#viewer(scope).all(this.#now());
    const found = [...standing, ...ended].filter(({ status }) => states.includes(status));
    const list: ListId = ["directives", scope.account, scope.user, states];
    return pageOf(found, page, { list, key: listKeyOf, bytesOf });
  }

  /** `undefined` where nothing states such a directive, or it was deleted. */
  async get(scope: Scope, id: string): Promise<StandingDirective | undefined> {
    const { standing, ended } = await this.#viewer(scope).all(this.#now());
    return [...standing, ...ended].find((directive) => directive.id === id);
  }

  /** Changes one of the scope's own user; `undefined` where they have none. */
  async edit(
    scope: Scope,
    id: string,
    change: { pinned?: boolean; disabled?: boolean },
  ): Promise<StandingDirective | undefined> {
    const found = await this.get(scope, id);
    if (found?.user !== scope.user) return undefined;
    await this.#options.marks.change(scope, id, change);
    return this.get(scope, id);
  }

  /** What states the rule later makes it anew. False where the scope's own user has and had none. */
  async delete(scope: Scope, id: string): Promise<boolean> {
    const found = await this.get(scope, id);
    if (found?.user !== scope.user) {
      const marks = await this.#options.marks.list(scope);
      return marks.some((mark) => mark.id === id && mark.deletedAtMs !== undefined);
    }
    const deletedAtMs = Math.max(this.#now(), found.createdAtMs);
    await this.#options.marks.change(scope, id, { pinned: false, disabled: false, deletedAtMs });
    return true;
  }

  /** Waits until what was written before is read, `patienceMs` at most. False where something is still unread. */
  async settled(scope: Scope, patienceMs: number): Promise<boolean> {
    const { statements, wake } = this.#options;
    const deadline = performance.now() + patienceMs;
    for (;;) {
      if (!(await statements.waiting(statementRulesVersion, scope.account))) return true;
      if (performance.now() >= deadline) return false;
      wake?.();
      await sleep(pollMs);
    }
  }

  #viewer(scope: Scope): Viewer {
    const name = JSON.stringify([scope.account, scope.user]);
    const viewer = this.#viewers.get(name) ?? new Viewer(this.#options, scope);
    this.#viewers.set(name, viewer);
    return viewer;
  }
}

/** Beside the rule, which is the most of it, there are some ids. */
const bytesOf = ({ rule, evidence }: StandingDirective): number => Buffer.byteLength(rule) + 40 * evidence.length;
