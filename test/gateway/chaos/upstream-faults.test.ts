import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChaosGateway, type ChaosGateway } from "./chaos-gateway.ts";
import * as faults from "./faults.ts";
import { ways, type Came, type Way } from "./ways.ts";
import { heard } from "./wires.ts";

/** Providers that fail in every way: each caller is told so in its own dialect, or, in an answer that began, cut off. */

let gateway: ChaosGateway;

beforeAll(async () => {
  gateway = await startChaosGateway({
    CAIRN_FIRST_BYTE_TIMEOUT_MS: "1000",
    CAIRN_SILENCE_TIMEOUT_MS: "1000",
    CAIRN_PING_MS: "250",
  });
});
afterAll(() => gateway.close());

/** What callers in all ways get from providers that fail alike. */
function getInAllWays(fault: faults.Fault): Promise<Came[]> {
  gateway.upstream.always(faults.inAllWays(fault));
  return Promise.all(ways.map((way) => gateway.client.get(way)));
}

/** What came, in a word: all of it, its own bytes, an error of the caller's dialect, at the end of a stream or whole. */
function outcomeOf(way: Way, { status, text, isCut }: Came): string {
  if (isCut) return "cut";
  if (status !== 200) return `${status} ${(JSON.parse(text) as { error: { message: string } }).error.message}`;
  const last = text.trimEnd().split("\n\n").at(-1)!;
  if (last.startsWith('data: {"error":')) return "an error, and no end";
  if (way.isStream ? last === "data: [DONE]" : text.endsWith("}")) return heard(way, text);
  return "passed";
}

const unreachable = [
  '503 the provider "openai" cannot be reached',
  '503 the provider "openai" cannot be reached',
  '503 the provider "anthropic" cannot be reached',
  '503 the provider "anthropic" cannot be reached',
];
const late = unreachable.map((each) =>
  each.replace("503", "504").replace("cannot be reached", "did not answer in time"),
);
const each = (outcome: string) => ways.map(() => outcome);
const broken = "503 the provider's answer broke off";
const unreadable = "502 the provider's answer cannot be read";
const failed = "an error, and no end";

/** In the same dialect, streamed and whole; translated, streamed and whole. */
const cases: [string, faults.Fault, string[]][] = [
  ["resets at once", faults.resetsAtOnce, unreachable],
  ["cuts its head", faults.cutsItsHead, unreachable],
  ["speaks another protocol", faults.speaksAnotherProtocol, unreachable],
  // A stream has had its head and its pings by then.
  ["never begins", faults.saysNothing, [failed, late[1]!, failed, late[3]!]],
  ["resets in the middle", faults.resetsInTheMiddle, ["cut", "cut", failed, broken]],
  ["stops halfway, as if that were all", faults.stopsHalfway, ["passed", "passed", failed, unreadable]],
  ["falls silent within an event", faults.fallsSilent, ["cut", "cut", failed, broken]],
  ["falls silent between events", faults.fallsSilentBetweenEvents, [failed, "cut", failed, broken]],
  // A stream says by itself that it is whole.
  ["announces more than it sends", faults.sendsTooLittle, ["cut", broken, faults.said, broken]],
  ["announces less than it sends", faults.sendsTooMuch, ["passed", "passed", failed, unreadable]],
  ["splits its bytes within characters", faults.splitsItsBytes, each(faults.said)],
  ["answers 429", faults.refuses(429), each("429 says 429")],
  ["answers 500", faults.refuses(500), each("500 says 500")],
  // A status of Anthropic's alone.
  ["answers 529", faults.refuses(529), ["529 says 529", "529 says 529", "503 says 529", "503 says 529"]],
];

describe("a provider that", () => {
  test.each(cases)("%s", async (_name, fault, expected) => {
    gateway.upstream.received.length = 0;
    const came = await getInAllWays(fault);
    expect(came.map((each, at) => outcomeOf(ways[at]!, each))).toEqual(expected);
    // Once each: what may have been worked on is not sent again, and nothing stays open.
    expect(gateway.upstream.received).toHaveLength(ways.length);
    await Promise.all(gateway.upstream.received.map(({ gone }) => gone));
    const texts = came.map(({ text, headers }) => text + JSON.stringify(headers)).join("");
    expect(texts).not.toMatch(/sk-|at file:|node_modules|\uFFFD/u);
    // Nor is it left alone for it.
    const after = await getInAllWays(faults.answersWell);
    expect(after.map((each, at) => outcomeOf(ways[at]!, each))).toEqual(each(faults.said));
  });
});

test("what came before a stream broke is the caller's", async () => {
  const [same, , translated] = await getInAllWays(faults.resetsInTheMiddle);
  expect(same!.text).toMatch(/Grüße 😀 — $/u);
  expect(translated!.text).toContain('"role":"assistant"');
});

test("silent streams are pinged between two events, and never within one", async () => {
  const between = await getInAllWays(faults.fallsSilentBetweenEvents);
  const within = await getInAllWays(faults.fallsSilent);
  const pings = /\n\n(: ping\n\n){2,}/u;
  expect(between.map(({ text }) => pings.test(text))).toEqual([true, false, true, false]);
  // Translated, an event is sent when it is whole.
  expect(within.map(({ text }) => pings.test(text))).toEqual([false, false, true, false]);
});

test("what a provider asks of retries is passed on", async () => {
  const came = await getInAllWays(faults.refuses(529));
  expect(came.map(({ headers }) => headers["x-should-retry"])).toEqual(each("false"));
});
