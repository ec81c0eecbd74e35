import { expect, test } from "vitest";
import { statementsOf } from "../../src/memory/directive/statements-of.ts";

const rulesOf = (text: string, before?: string) =>
  statementsOf(text, { before }).flatMap((each) => (each.kind === "rule" ? [`${each.type} ${each.rule}`] : []));

test.each([
  ["Always run the linter before you hand me code.", "MUST Run the linter before you hand me code"],
  ["You must log every call.", "MUST Log every call"],
  ["Every pull request needs a changelog line.", "MUST Have a changelog line for every pull request"],
  ["From now on answer me in Spanish, ok?", "MUST Answer me in Spanish"],
  ["Don't ever forget to lock the file, whichever it is.", "MUST Lock the file"],
  ["Could you please always put the answer first?", "MUST Put the answer first"],
  ["plz dont use emojis when u talk to me", "NEVER Do not use emojis when you talk to me"],
  ["The side gate must never be left unlocked overnight.", "NEVER Never leave the side gate unlocked overnight"],
  ["Pushing to main is not allowed.", "NEVER Do not push to main"],
  ["No fish on Fridays.", "NEVER No fish on Fridays"],
  ["Never run git push --force.", "NEVER Never run git push --force"],
  ["Never run rm -rf on the server.", "NEVER Never run rm -rf on the server"],
  ["Always run npm ci --ignore-scripts in this repo", "MUST Run npm ci --ignore-scripts in this repo"],
  ["Never force push - it breaks CI.", "NEVER Never force push"],
  ["Never git push -f.", "NEVER Never git push -f"],
  ["I'd rather have walks than runs.", "PREFER Prefer walks over runs"],
  ["I like it when you give an example.", "PREFER Try to give an example"],
  ["If possible, book direct trains.", "PREFER Try to book direct trains"],
  ["I hate it when you repeat my question.", "AVOID Avoid repeating my question"],
  ["Fewer exclamation marks in my name, please.", "AVOID Avoid exclamation marks in my name"],
  [
    "Unless it's really hot code, avoid manual memoisation.",
    "AVOID Avoid manual memoisation unless it's really hot code",
  ],
  ["It helps me no end when you hum the tune first.", "PREFER Try to hum the tune first"],
  ["There's no doubt I'm happier if you list the sources.", "PREFER Try to list the sources"],
  ["I'm not happy when you skip the summary.", "AVOID Avoid skipping the summary"],
  ["Preferably never call before nine.", "AVOID Avoid calling before nine"],
  ["Never, ever, text my ex.", "NEVER Never text my ex"],
  ["Never, and I mean never, call my mother.", "NEVER Never call my mother"],
  ["You must never, for whatever reason, feed the geese.", "NEVER Never feed the geese for whatever reason"],
  ["Never, at any price, sell the boat to Bo, I mean it.", "NEVER Never sell the boat to Bo at any price"],
  ["Preferably call after nine.", "PREFER Try to call after nine"],
  ["In toasts, go without puns if you can.", "AVOID Avoid puns in toasts"],
  ["Please go without a helmet mic.", "NEVER No helmet mic"],
  ["Go without a tie on Fridays.", "NEVER No tie on Fridays"],
  ["Always go without knocking.", "MUST Go without knocking"],
  ["Never book a table unless I say so.", "NEVER Never book a table unless I say so"],
  ["I would rather not be disturbed on weekends.", "AVOID Avoid disturbing me on weekends"],
  ["I like to be called Annie.", "PREFER Try to call me Annie"],
  ["I never want meetings scheduled before ten.", "NEVER Do not have meetings scheduled before ten"],
  ["I never want pizza on Fridays.", "NEVER No pizza on Fridays"],
  ["How many times: don't touch the config.", "NEVER Do not touch the config"],
  ["I don't want anything published unless I say so.", "NEVER Do not have anything published unless I say so"],
  ["I insist that tests run before a deploy.", "MUST Make sure tests run before a deploy"],
  ["We insist on invoices in PDF.", "MUST Have invoices in PDF"],
  ["My rule is that every pull request needs two reviewers.", "MUST Have two reviewers for every pull request"],
  ["We have a rule that nobody deploys on Fridays.", "NEVER Do not deploy on Fridays"],
  ["I do not want to receive marketing mails.", "NEVER No marketing mails"],
  ["We never want to receive calls at night.", "NEVER No calls at night"],
  ["I ask that no calls be booked during lunch.", "NEVER No calls booked during lunch"],
  [
    "Please lean on the cymbals less when you score the drums.",
    "AVOID Lean on the cymbals less when you score the drums",
  ],
])("%s", (text, rule) => {
  expect(rulesOf(text)).toEqual([rule]);
});

test.each([
  "You must be tired.",
  "I never want to go back.",
  "Never mind, I found it.",
  "I'd prefer not to say.",
  "It must have been the cache.",
  "Should I avoid gluten?",
  "You don't have to ask.",
  "I never eat breakfast.",
  "We had to wait for hours.",
  "If we ever moved, we would have to sell the piano.",
  "Don't send it yet.",
  "For today only, let's skip the stand-up.",
  "Employers have to pay by the fifteenth.",
  "I wish they'd stop honking.",
  "I prefer the second draft.",
  "Default plugs in France are round, always were.",
  "Plant names are Latin, from now on as ever.",
  "Every boat we lend out must have two oars.",
  "Proof the dough in a drawer that has to be warm.",
  "I like a walk of more than an hour.",
])("no rule: %s", (text) => {
  expect(rulesOf(text)).toEqual([]);
});

test.each([
  ["Always quote all prices excl. VAT.", "MUST Quote all prices excl. VAT"],
  ["Never suggest more than max. two options.", "NEVER Never suggest more than max. two options"],
  ["Trips over 300 km need Dana's okay first.", "MUST Have Dana's okay first for trips over 300 km"],
  ["Never deploy without my OK.", "NEVER Never deploy without my OK"],
  ["Always get an ok from legal before publishing.", "MUST Get an ok from legal before publishing"],
  ["Never say ok in letters.", "NEVER Never say ok in letters"],
  ["OK, always answer in German.", "MUST Answer in German"],
  ["Always answer in German, ok?", "MUST Answer in German"],
  ["Always ring me first ok", "MUST Ring me first"],
  ["Okay please never use emojis.", "NEVER Never use emojis"],
])("no word is lost, and courtesy is: %s", (text, rule) => {
  expect(rulesOf(text)).toEqual([rule]);
});

test("several rules of one message, in their order", () => {
  const text = "Make sure every invoice has a due date. Don't send any to private addresses, and avoid Mondays.";
  expect(rulesOf(text).map((rule) => rule.split(" ")[0])).toEqual(["MUST", "NEVER", "AVOID"]);
});

test.each([
  ["Chess it is.", "Don't let me take it back.", "NEVER Do not let me take chess back"],
  ["The greys fade.", "Always count from one to five.", "MUST Count from one to five"],
  ["The new forms are long.", "Always check each one.", "MUST Check each one"],
  ["The new forms are long.", "Always check them.", "MUST Check the new forms"],
  ["The report is monthly.", "Always send it by mail.", "MUST Send the report by mail"],
  ["My scooter is heavy.", "Always charge it overnight.", "MUST Charge my scooter overnight"],
  ["The server is old.", "Never restart it if it's busy.", "NEVER Never restart the server if it's busy"],
  ["The dishwasher is loud.", "Never run it at night.", "NEVER Never run the dishwasher at night"],
  [
    "I drive a van.",
    "Never plan dinners outside when it's raining.",
    "NEVER Never plan dinners outside when it's raining",
  ],
  ["I run a bakery.", "Never book couriers while it is dark.", "NEVER Never book couriers while it is dark"],
  [
    "We sell heaters.",
    "Never promise refunds unless it's about warranty.",
    "NEVER Never promise refunds unless it's about warranty",
  ],
  ["We keep bees.", "Never suggest walks when it rains.", "NEVER Never suggest walks when it rains"],
  ["I have a boat.", "Never call me when it gets late.", "NEVER Never call me when it gets late"],
])("what a pronoun stands for: %s %s", (before, text, rule) => {
  expect(rulesOf(text, before)).toEqual([rule]);
});

test("a consequence takes the place of its reason, and its pronoun is resolved", () => {
  expect(rulesOf("Chemical weedkillers are out of the question, so don't recommend them.")).toEqual([
    "NEVER Do not recommend chemical weedkillers",
  ]);
});

test("a pronoun may stand for a thing of the user's message before", () => {
  expect(rulesOf("It must never run at night.", "Try to run the dishwasher at night.")).toEqual([
    "NEVER Never let the dishwasher run at night",
  ]);
});

test.each(["Never in my life, honestly, have I seen such rain.", "I have never, in ten years, missed a train."])(
  "what is told with an insertion is no rule: %s",
  (text) => {
    expect(rulesOf(text)).toEqual([]);
  },
);

test.each([
  ["Stop using yarn.", "NEVER Do not use yarn"],
  ["Please stop answering in English.", "NEVER Do not answer in English"],
  ["You need to stop adding emojis.", "NEVER Do not add emojis"],
  ["I'd like you to quit using emojis.", "NEVER Do not use emojis"],
  ["Stop sending me long emails and calling me Bob.", "NEVER Do not send me long emails and call me Bob"],
  ["Never stop testing the backups.", "NEVER Never stop testing the backups"],
])("what is to stop is banned, and not its stop: %s", (message, rule) => {
  expect(rulesOf(message)).toEqual([rule]);
});
