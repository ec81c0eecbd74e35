import { AppError } from "../../error.ts";
import type { Checked, WarnedPattern } from "../conflict/check.ts";
import type { PairClassifier } from "../conflict/classifier.ts";
import { worst, type Status, type Verdict } from "../conflict/conflict.ts";
import { isPattern } from "../directive/directive.ts";
import type { Scope } from "../scope.ts";
import type { Search } from "../search/search.ts";
import { Judging } from "./judging.ts";
import type { RulingPatternStore } from "./pattern-store.ts";
import type { Rulebook } from "./rulebook.ts";
import type { StandingDirective } from "./viewer.ts";

export type ConflictOptions = {
  rulebook: Pick<Rulebook, "live" | "liveFrom" | "settled">;
  /** Leaves no receipt: nobody asked for one. */
  search: Pick<Search, "search">;
  patterns: Pick<RulingPatternStore, "warned" | "ruling">;
  classifier: PairClassifier;
};

export type ConflictRequest = {
  action: string;
  includePatterns: boolean;
  /** Only rules of this session, of this platform or of patterns with this tag. */
  from?: string;
};

export type PatternConflict = { id: string; title: string; antiPattern: string; similarity: number; reason: string };
export type Conflict = {
  status: Status;
  directives: { directive: StandingDirective; similarity: number; reason: string }[];
  patterns: PatternConflict[];
  warnings: { message: string; source?: string }[];
  /** How many of each were looked at. */
  checked: { directives: number; patterns: number };
};

type FoundPattern = WarnedPattern & { id: string; title: string };
type Found = { patterns: FoundPattern[]; warning?: string };

const wordsOnly =
  "Patterns were searched by words only: the embedder is unavailable or too slow, or its vectors are not ready yet.";
const patternsMax = 20;
/** Of an action, as a question to search: the model reads the beginning of a text. */
const queryMax = 4_000;
/** What was written just before is waited for so long. */
const patienceMs = 500;

/** Tells whether an action keeps the rules that bind a user. What cannot be judged is a warning, never SAFE. */
export class Conflicts {
  readonly #options: ConflictOptions;

  constructor(options: ConflictOptions) {
    this.#options = options;
  }

  /** Errors: AppError unavailable (directives cannot be read), cancelled (the signal). */
  async check(scope: Scope, request: ConflictRequest, signal?: AbortSignal): Promise<Conflict> {
    const judging = new Judging(request.action, this.#options.classifier, signal);
    // Rules are judged while patterns are searched for.
    const [found, { isSettled, live, judged }] = await Promise.all([
      this.#patterns(scope, request, judging, signal),
      this.#rules(scope, request, judging),
    ]);
    const directives = notOf(found.patterns, live);
    const verdicts = directives.map((directive) => judged.get(directive)!); // each of `live` has one
    const checked = judging.checked(directives, verdicts, await judging.patterns(found.patterns));
    const unread = isSettled ? undefined : "The latest messages have not been read for rules yet.";
    const unsure = [...checked.warnings, found.warning, unread, judging.warning].filter((each) => each !== undefined);
    return {
      ...sorted(checked, directives, found.patterns),
      status: worst([checked.status, unsure.length > 0 ? "WARNING" : "SAFE"]),
      warnings: [...uncertain(checked, directives), ...unsure.map((message) => ({ message }))],
      checked: { directives: directives.length, patterns: found.patterns.length },
    };
  }

  async #rules(scope: Scope, { from, includePatterns }: ConflictRequest, judging: Judging) {
    const { rulebook } = this.#options;
    const isSettled = await rulebook.settled(scope, patienceMs);
    const all = await (from === undefined ? rulebook.live(scope) : rulebook.liveFrom(scope, from));
    const live = includePatterns ? all : all.filter(({ evidence }) => !evidence.every(isPattern));
    // These may be dropped for their patterns, which are looked at themselves.
    const verdicts = await judging.rules(live, (directive) => !isOfPatterns(directive));
    return {
      isSettled,
      live,
      judged: new Map<StandingDirective, Verdict>(live.map((rule, at) => [rule, verdicts[at]!])),
    };
  }

  /** The patterns that bear on the action most. */
  async #patterns(
    scope: Scope,
    request: ConflictRequest,
    { isForeign }: Judging,
    signal: AbortSignal | undefined,
  ): Promise<Found> {
    const { search, patterns } = this.#options;
    if (!request.includePatterns) return { patterns: [] };
    try {
      const { results, isByWordsOnly } = await search.search(
        scope,
        {
          query: request.action.slice(0, queryMax).toWellFormed(),
          limit: patternsMax,
          layers: ["patterns"],
          ...(request.from !== undefined && { tags: [request.from] }),
        },
        signal,
      );
      const ids = results.map(({ memory }) => memory.id);
      const warned = await patterns.warned(scope, ids);
      return {
        patterns: results.map(({ memory: { id, pattern } }) => {
          return { id, title: pattern?.title ?? "", antiPatterns: [], ...warned.get(id) };
        }),
        warning: isByWordsOnly ? wordsOnly : await this.#missed(scope, isForeign),
      };
    } catch (error) {
      if (signal?.aborted || !(error instanceof AppError)) throw error;
      return { patterns: [], warning: "Patterns could not be searched, so none were checked." };
    }
  }

  /** Why the search may have missed patterns that warn of something, where it may. */
  async #missed(scope: Scope, isForeign: boolean): Promise<string | undefined> {
    const [pattern] = isForeign ? await this.#options.patterns.ruling(scope, 1) : [];
    return pattern && "Patterns may have been missed, because the action is not in English.";
  }
}

const isOfPatterns = ({ type, evidence }: StandingDirective): boolean => type === "AVOID" && evidence.every(isPattern);

/** A MUST or NEVER that may be broken is no conflict yet. */
function isUncertain({ type }: StandingDirective, status: Status): boolean {
  return (type === "MUST" || type === "NEVER") && status === "WARNING";
}

/** Those that not only these patterns warn of: a pattern is judged itself, with when it does not count. */
function notOf(patterns: readonly FoundPattern[], directives: readonly StandingDirective[]): StandingDirective[] {
  const judged = new Set(patterns.map(({ id }) => `pattern:${id}`));
  return directives.filter(({ type, evidence }) => type !== "AVOID" || !evidence.every((each) => judged.has(each)));
}

/** What is broken. */
function sorted({ verdicts, patterns: judged }: Checked, rules: readonly StandingDirective[], found: FoundPattern[]) {
  const patterns = found.flatMap(({ id, title }, at): PatternConflict[] => {
    const verdict = judged[at];
    if (verdict?.antiPattern === undefined || verdict.status === "SAFE") return [];
    const { antiPattern, similarity, reason } = verdict;
    return [{ id, title, antiPattern, similarity, reason }];
  });
  const directives = rules.flatMap((directive, at) => {
    const { status, similarity, reason } = verdicts[at]!;
    return status === "SAFE" || isUncertain(directive, status) ? [] : [{ directive, similarity, reason }];
  });
  return { directives, patterns };
}

function uncertain({ verdicts }: Checked, directives: readonly StandingDirective[]): Conflict["warnings"] {
  return directives.flatMap((directive, at) => {
    const { status, reason } = verdicts[at]!;
    return isUncertain(directive, status) ? [{ message: reason, source: directive.source }] : [];
  });
}
