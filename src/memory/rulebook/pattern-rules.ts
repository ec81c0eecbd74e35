import type { Sourced } from "../directive/fold.ts";
import { patternStatements } from "../directive/patterns.ts";
import type { Scope } from "../scope.ts";
import { Slice } from "../slice.ts";
import { confidence, isQuarantined } from "../entity/track-record.ts";
import type { RulingPattern } from "./pattern-store.ts";

/** Of more rules, those of the patterns updated last count. */
const rulesMax = 500;
const sliceMs = 3;

/** The rules that patterns give. Reading one takes .1 ms or more: what has not changed is not read again. */
export class PatternRules {
  #known = new Map<string, readonly Sourced[]>();

  /** `patterns` are in the order of their updates, the last first. Others have their turn while it works. */
  async of(scope: Scope, patterns: readonly RulingPattern[], nowMs: number): Promise<Sourced[]> {
    const before = this.#known;
    this.#known = new Map();
    const sourced: Sourced[] = [];
    const slice = new Slice(sliceMs);
    for (const { record, ...pattern } of patterns) {
      if (sourced.length >= rulesMax) break;
      if (slice.isOver) await slice.renew();
      const evidence = {
        ...pattern,
        applications: record.applications,
        confidence: confidence(record, nowMs),
        quarantined: isQuarantined(record, nowMs),
      };
      const { id, updatedAtMs, applications, quarantined } = evidence;
      const name = JSON.stringify([id, updatedAtMs, applications, quarantined, evidence.confidence]);
      const rules = before.get(name) ?? patternStatements([evidence], scope.user);
      this.#known.set(name, rules);
      sourced.push(...rules);
    }
    return sourced.slice(0, rulesMax);
  }
}
