import { expect, test } from "vitest";
import { statementsOf } from "../../src/memory/directive/statements-of.ts";
import { marked, rulesOfMarked as rulesOf } from "../support/marked.ts";

test.each([
  ["a verb that no reader knows", "{MUST deglaze pans with cider} is how we do it.", "MUST Deglaze pans with cider"],
  ["a thing", "Our house style? {MUST plain British spelling} everywhere.", "MUST Plain British spelling"],
  ["a ban on a thing", "What I can do without is {NEVER cliffhangers}.", "NEVER No cliffhangers"],
  [
    "a ban that the message denies itself",
    "It is not for you to {NEVER promise refunds} there.",
    "NEVER Do not promise refunds",
  ],
  [
    "a verb of leaving out",
    "The emojis in headings break my reader, so {NEVER leave them out} now.",
    "NEVER Leave them out",
  ],
  ["a wish", "It makes my day to see you {PREFER start with the answer}.", "PREFER Try to start with the answer"],
  ["what is to be less", "My ears hurt from {AVOID shouting in capitals}.", "AVOID Avoid shouting in capitals"],
])("%s", (_, message, rule) => {
  expect(rulesOf(message)).toEqual([rule]);
});

test("what limits a rule stands behind it", () => {
  expect(rulesOf("The thing [MUST in recipes for four] is to have you {MUST weigh the flour}.")).toEqual([
    "MUST Weigh the flour in recipes for four",
  ]);
});

test("two rules are two, each of its type", () => {
  expect(rulesOf("You know how we live, {MUST shoes by the door}, and {NEVER cats on tables}.")).toEqual([
    "MUST Shoes by the door",
    "NEVER No cats on tables",
  ]);
});

test("what readers and model both found is said once, in the readers' words", () => {
  expect(rulesOf("Please always {MUST run the linter before you hand me code}.")).toEqual([
    "MUST Run the linter before you hand me code",
  ]);
});

test("what the model takes for no rule is none, whatever the readers say", () => {
  expect(statementsOf("You must log every call.")).toHaveLength(1);
  expect(rulesOf("You must log every call.")).toEqual([]);
  // But for what nobody needs a model to tell.
  expect(rulesOf("Always run the linter.")).toEqual(["MUST Run the linter"]);
  expect(rulesOf("My rules: always run the linter.")).toEqual(["MUST Run the linter"]);
  expect(rulesOf("My gran had a saying: never trust a gull.")).toEqual([]);
  expect(rulesOf("The Thursday crowd is loud and never have cash.")).toEqual([]);
});

test.each([
  ["Whatever you do, never sell the piano.", "NEVER Never sell the piano whatever you do"],
  ["Whatever else you do, don't mention my ex.", "NEVER Do not mention my ex whatever else you do"],
  ["No matter who asks, never lend the key.", "NEVER Never lend the key no matter who asks"],
  ["Come what may, never skip the safety check.", "NEVER Never skip the safety check"],
  ["You don't have to knock, just never enter the darkroom.", "NEVER Never enter the darkroom"],
  ["You may whisper, but never shout.", "NEVER Never shout"],
  ["Always weigh the bags. Oh, always weigh the boxes too.", "MUST Weigh the boxes too"],
  ["Knock twice and never open the shutters yourself.", "NEVER Never open the shutters yourself"],
])("nor does what is said behind a command, or whatever happens, need it: %s", (message, rule) => {
  expect(rulesOf(message)).toContain(rule);
});

test.each([
  "The ferries are slow but never sink.",
  "They are all charming and never pay their debts.",
  "Whatever he says, I don't mind the piano.",
  "It rains, but don't cancel the picnic.",
  "Fold the letter twice and never trust a postman, he wrote.",
  "Never marry a sailor, my gran said.",
  "My cousins, who never call, sent a card.",
])("but what is told does: %s", (message) => {
  expect(rulesOf(message)).toEqual([]);
});

test.each([
  [
    "I don't want you to stop {NEVER asking before you delete files}.",
    "NEVER Do not stop asking before you delete files",
  ],
  ["Don't be afraid to {NEVER use swear words}.", "NEVER Do not be afraid to use swear words"],
  [
    "You are not, whatever my colleagues tell you there, to {NEVER remove the disclaimers}.",
    "NEVER Do not remove the disclaimers",
  ],
  ["None of us may ever {NEVER drop a table}.", "NEVER Never drop a table"],
  ["It is such a habit: {NEVER don't use emojis}.", "NEVER Do not use emojis"],
  ["Try not to {AVOID leave me hanging}.", "AVOID Avoid leaving me hanging"],
])("is not turned round: %s", (message, rule) => {
  expect(rulesOf(message)).toEqual([rule]);
});

test("what is only a quotation is no rule", () => {
  expect(rulesOf('My boss keeps saying "{NEVER use tabs in this file}".')).toEqual([]);
});

test("what the model is unsure of is no rule, and does not silence the readers", () => {
  expect(rulesOf("{MUST deglaze pans with cider} is how we do it.", { sure: 0.6 })).toEqual([]);
  expect(rulesOf("Always {MUST run the linter}.", { sure: 0.6 })).toEqual(["MUST Run the linter"]);
});

test("behind what the model read the readers are alone", () => {
  const { text, tagged } = marked("Thanks.");
  const whole = `${text} Never use emojis.`;
  expect(statementsOf(whole, { tagged })).toEqual(statementsOf(whole));
  expect(statementsOf(whole)).toHaveLength(1);
});

test("a pronoun stands for what was spoken of before", () => {
  expect(
    rulesOf("Whoever cooks must surely {MUST deglaze it with cold cider}.", { before: "I bought the heavy pan." }),
  ).toEqual(["MUST Deglaze the heavy pan with cold cider"]);
});

test("what is quoted or pasted is nobody's rule, though the model takes it for one", () => {
  expect(rulesOf("CI says:\n```\n{MUST sign your commits}\n```")).toEqual([]);
});
