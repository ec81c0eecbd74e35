/**
 * Imported before LanceDB wherever it is loaded. LanceDB 0.31 computes on (cores - 2) threads; on a small machine that is one,
 * and building a full-text index then waits for itself for ever (lance-format/lance#7423): 100,000 rows hung at about 60,000.
 * With four it finished. An operator's own value stays.
 */
process.env.LANCE_CPU_THREADS ??= "4";
