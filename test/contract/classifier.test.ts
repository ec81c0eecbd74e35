import { afterAll, expect, test, vi } from "vitest";
import { ThreadedClassifier } from "../../src/classifier/threaded-classifier.ts";
import type { Premise } from "../../src/memory/conflict/classifier.ts";

/** The model that comes with Cairn, in its thread. */

const errors: unknown[] = [];
const onError = (error: unknown) => void errors.push(error);
const classifier = new ThreadedClassifier({ onError });
afterAll(() => classifier.close());

const fridays: Premise = { kind: "never", text: "Deploy on Fridays" };
const tests: Premise = { kind: "must", text: "Run the tests before every deploy" };

test("a rule and an action have three chances, the same each time and in any company", async () => {
  const [one, other] = await classifier.classify([fridays, tests], "Deploy the new version on Friday afternoon.");
  for (const chances of [one!, other!]) {
    expect(chances.keeps + chances.doubtful + chances.breaks).toBeCloseTo(1, 5);
    expect(Math.min(chances.keeps, chances.doubtful, chances.breaks)).toBeGreaterThan(0);
  }
  await using alone = disposable(new ThreadedClassifier({ onError }));
  expect(await alone.classify([tests], "Deploy the new version on Friday afternoon.")).toEqual([other]);
});

test.each([
  [fridays, "Deploy the new version on Friday afternoon.", "breaks"],
  [fridays, "Water the plants in the hall.", "keeps"],
  [tests, "Skip the tests and deploy right away.", "breaks"],
  [tests, "Run all tests; once they are green, deploy.", "keeps"],
] as const)("%j: %s", async (premise, action, most) => {
  const [chances] = await classifier.classify([premise], action);
  expect(chances![most]).toBeGreaterThan(0.5);
});

test("what is longer than it was trained on has none", async () => {
  expect(await classifier.classify([fridays, tests], "Deploy. ".repeat(100))).toEqual([undefined, undefined]);
  expect(await classifier.classify([{ ...fridays, text: "x ".repeat(200_000) }], "Deploy.")).toEqual([undefined]);
});

test("no rule is no question, and one too many is refused", async () => {
  expect(await classifier.classify([], "Deploy.")).toEqual([]);
  const many = Array.from({ length: 129 }, (_, at): Premise => ({ kind: "must", text: `Write ${at}` }));
  await using own = disposable(new ThreadedClassifier({ onError }));
  await expect(own.classify(many, "Deploy.")).rejects.toMatchObject({ code: "unavailable" });
});

test("what is asked while it closes, and after, fails", async () => {
  const own = new ThreadedClassifier({ onError });
  const asked = own.classify([fridays], "Deploy.").catch((error: unknown) => error);
  await own.close();
  expect(await asked).toMatchObject({ code: "unavailable" });
  await expect(own.classify([fridays], "Deploy.")).rejects.toMatchObject({ code: "unavailable" });
});

test("a model that does not load in its time is left, and none is begun for half a minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const heard: unknown[] = [];
    await using own = disposable(new ThreadedClassifier({ onError: (error) => void heard.push(error) }));
    const late = own.classify([fridays], "Deploy.").catch((error: unknown) => error);
    vi.advanceTimersByTime(5_000);
    expect(await late).toMatchObject({ code: "unavailable" });
    expect(heard).toHaveLength(1);
    vi.advanceTimersByTime(29_000);
    await expect(own.classify([fridays], "Deploy.")).rejects.toMatchObject({ code: "unavailable" });
    vi.advanceTimersByTime(1_000);
    await expect(own.classify([fridays], "Deploy.")).resolves.toHaveLength(1);
    expect(heard).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test("a pair that takes too long is left, and another worker takes the next", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await using own = disposable(new ThreadedClassifier({ onError: () => undefined }));
    await own.classify([fridays], "Deploy.");
    const late = own.classify([tests], "Deploy.").catch((error: unknown) => error);
    vi.advanceTimersByTime(5_000);
    expect(await late).toMatchObject({ code: "unavailable" });
    await expect(own.classify([tests], "Deploy.")).resolves.toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

function disposable(own: ThreadedClassifier): ThreadedClassifier & AsyncDisposable {
  return Object.assign(own, { [Symbol.asyncDispose]: () => own.close() });
}
