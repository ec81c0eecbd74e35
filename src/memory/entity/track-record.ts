/**
 * What was reported of a memory, as the outcomes that are stored of it give it. Weights are as of `asOfMs`: they halve
 * every 90 days, so that nothing has to be written as time passes. docs/learning.md has the formulas.
 */
export type TrackRecord = {
  /** How many outcomes credited it, and how many of them were successes. */
  applications: number;
  succeeded: number;
  /** Weights of both kinds. */
  successes: number;
  failures: number;
  asOfMs: number;
  /** Whether it was failing too often then: see `isQuarantined`. */
  quarantined: boolean;
};

/** One outcome's share of a memory, in the version that was shown. */
export type Credit = { atMs: number; success: boolean; weight: number; version: number };

/** Of an outcome's weight. */
export const halfLifeMs = 90 * 24 * 60 * 60 * 1000;
/**
 * A pattern below the first, with so many outcomes at least, is left out until it is above the second. Five outcomes of
 * the last days weigh a little less than five.
 */
const quarantineBelow = 0.3;
const quarantineLeast = 4.5;
const quarantineUntil = 0.4;
/** Of more outcomes the newest count, by which each has its say many times over. */
export const creditsMax = 300;

/** Of a memory that no outcome has credited yet. */
export const noRecord: Readonly<TrackRecord> = {
  applications: 0,
  succeeded: 0,
  successes: 0,
  failures: 0,
  asOfMs: 0,
  quarantined: false,
};

/** What of a record changes with time: all that search needs. */
export type Standing = Pick<TrackRecord, "successes" | "failures" | "asOfMs" | "quarantined">;

/** Mean of the Beta posterior over its outcomes, with a uniform prior: .5 without any. */
export function confidence({ successes, failures, asOfMs }: Standing, nowMs: number): number {
  const share = decay(nowMs - asOfMs);
  return (successes * share + 1) / ((successes + failures) * share + 2);
}

/** Successes over applications; 0 without any. */
export function successRate({ applications, succeeded }: TrackRecord): number {
  return applications === 0 ? 0 : succeeded / applications;
}

/** Whether it failed too often to be shown unasked. What nobody reports on any more comes back with time. */
export function isQuarantined(standing: Standing, nowMs: number): boolean {
  return standing.quarantined && confidence(standing, nowMs) < quarantineUntil;
}

/**
 * The weights that credits give, which are in the order of their times, beginning with those of `before`. A pure function
 * of that order: to the last bit the same, however the outcomes came in. A version counts half of the one after it.
 */
export function standingOf(before: Standing, credits: Iterable<Credit>, version: number): Standing {
  let { successes, failures, asOfMs } = before;
  let quarantined = isHeldBack(false, successes, failures);
  for (const credit of credits) {
    const share = decay(credit.atMs - asOfMs);
    successes *= share;
    failures *= share;
    asOfMs = Math.max(asOfMs, credit.atMs);
    quarantined = isHeldBack(quarantined, successes, failures);
    const weight = credit.weight * 2 ** (credit.version - version);
    if (credit.success) successes += weight;
    else failures += weight;
    quarantined = isHeldBack(quarantined, successes, failures);
  }
  return { successes, failures, asOfMs, quarantined };
}

function isHeldBack(already: boolean, successes: number, failures: number): boolean {
  const mean = (successes + 1) / (successes + failures + 2);
  if (already) return mean < quarantineUntil;
  return mean < quarantineBelow && successes + failures >= quarantineLeast;
}

/** What is left of a weight; a clock that was set back takes nothing away. */
function decay(ageMs: number): number {
  return 2 ** (-Math.max(0, ageMs) / halfLifeMs);
}
