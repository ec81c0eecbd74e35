import { expect, test } from "vitest";
import { told } from "../support/told.ts";

/** What is taken back in the same breath is no fact. */

test.each([
  ["I live in Porto, no sorry, Lisbon", ["user lives_in Lisbon .."]],
  ["My name is Jon. Sorry, John.", ["user named John .."]],
  ["We moved to Oslo in 2019, I mean 2020.", ["user lives_in Oslo 2020.."]],
  ["I work at Globex... wait, no, at Initech.", ["user works_at Initech .."]],
  ["My sister Ana lives in Rome — scratch that — Milan.", ["Ana sibling_of user ..", "Ana lives_in Milan .."]],
  ["I'm allergic to peanuts, no wait, almonds.", ["user allergic_to almonds .."]],
  ["I'm a vegan. I live in Bern, hm no, it's complicated.", ["user diet vegan .."]],
  ["My hearing is on 3 April, sorry, 4 April.", ["hearing scheduled_on 2026-04-04 .."]],
])("%s", (text, facts) => {
  expect(told(text)).toEqual(facts);
});

test.each([
  ["I live in Porto. Sorry, I forgot: my dog is called Rex.", "user lives_in Porto .."],
  ["I live in Porto, sorry, bad line.", "user lives_in Porto .."],
  ["I work at Globex. Wait, does that matter?", "user works_at Globex .."],
  ["My sister Ana lives in Rome. Actually, she loves it there.", "Ana lives_in Rome .."],
  ["I'm from Galway. No, really.", "user comes_from Galway .."],
])("%s It stays", (text, fact) => {
  expect(told(text)).toContain(fact);
});

test("who was named for a moment is in no role", () => {
  expect(told("My manager is Helen. no wait, it's Grace now")).toEqual(["user reports_to Grace .."]);
});
