/** Twenty problems with ten ways each to solve them, all about as close to a question about the problem. */
export type Family = { problem: string; thing: string; questions: string[] };

const problems: [thing: string, problem: string, other: string][] = [
  ["ingest worker", "The ingest worker hangs and its queue grows", "ingest queue keeps growing"],
  ["payment webhook", "The payment webhook is delivered twice", "webhook from the payment provider arrives twice"],
  ["search index", "The search index returns stale documents", "stale documents in search results"],
  ["login page", "The login page loops after the session expires", "login redirects in a loop"],
  ["nightly backup", "The nightly backup stops halfway", "backup at night does not finish"],
  ["image resizer", "The image resizer runs out of memory", "resizing images exhausts the memory"],
  ["mail sender", "The mail sender is blocked as spam", "our mail lands in spam"],
  ["price cache", "The price cache shows yesterday's prices", "old prices in the cache"],
  ["report export", "The report export times out for large customers", "exporting large reports times out"],
  ["mobile build", "The mobile build fails on the signing step", "signing of the mobile build fails"],
  ["database replica", "The database replica lags behind by minutes", "replica lag of several minutes"],
  ["rate limiter", "The rate limiter refuses good customers", "good customers are rate limited"],
  ["chat socket", "The chat socket drops every minute", "websocket of the chat disconnects"],
  ["invoice printer", "The invoice printer cuts long addresses", "addresses on invoices are cut off"],
  ["feature flag", "The feature flag is ignored in one region", "flag has no effect in a region"],
  ["log shipper", "The log shipper fills the disk", "disk is full of logs"],
  ["translation file", "The translation file misses new strings", "new strings are not translated"],
  ["test suite", "The test suite fails at random in continuous integration", "flaky tests in integration"],
  ["certificate", "The certificate expires without a warning", "expired certificate on the host"],
  ["container image", "The container image grows to several gigabytes", "container images are far too large"],
];

const ways = [
  "restart it on a schedule",
  "roll it back to the last release",
  "raise its limits",
  "split its work into batches",
  "pin the version of its library",
  "move it to a host of its own",
  "add a retry with a pause",
  "clear its state by hand",
  "check its settings at the start",
  "rewrite its inner loop",
];

export const families: Family[] = problems.map(([thing, problem, other]) => ({
  problem,
  thing,
  questions: [`${problem}, what do we do?`, `How do we solve it: ${other}?`, `What helps with the ${thing}?`],
}));

export const waysEach = ways.length;

/** The pattern of a family's problem that solves it in one of the ways. */
export function patternOf({ problem, thing }: Family, way: number) {
  return {
    title: `${problem}: ${ways[way]!}`,
    problem: `${problem}.`,
    solution: `For the ${thing}: ${ways[way]!}.`,
  };
}
