import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evidenceIn } from "../../../../src/gateway/memory/verdict/evidence.ts";
import { cpuMsOf } from "../../../support/cpu-time.ts";

describe("a confirmation", () => {
  test.each([
    "yes, exactly",
    "Yes, exactly. Now add a test.",
    "Exactly!",
    "That worked, thanks",
    "that worked! Next: the deploy script",
    "Perfect, that fixed it.",
    "Great, that fixed the build. Can you also bump the version?",
    "thanks, it works now",
    "That’s exactly what I needed",
    "Yes, that's right.",
    "Ok, this solved my problem, thank you",
    "it did the trick",
    "You're right, thanks.",
    "That's it!",
    "Yes, that's it, thank you. Now the next file.",
  ])("%s", (text) => expect(evidenceIn(text)).toBe("success"));
});

describe("a correction", () => {
  test.each([
    "no, that's wrong",
    "No, that’s wrong. It is in Oslo.",
    "That's not right",
    "that's not right, the port is 8080",
    "I said Lisbon, not London",
    "No, I said npm not yarn.",
    "Nope. That's incorrect.",
    "that didn't work",
    "Thanks, but that didn't work.",
    "It still doesn't work",
    "that did not fix it and the log is the same",
    "you're wrong about the year",
    "You got that wrong.",
    "you misunderstood me",
    "Wrong. Try again.",
    "no that's not what I asked for",
    "I meant the blue one, not the red one",
    "Wrong",
    "Wrong, it's in Oslo.",
    "Incorrect. The answer is 42.",
    "I told you to use npm, not yarn!",
  ])("%s", (text) => expect(evidenceIn(text)).toBe("failure"));
});

describe("no verdict", () => {
  test.each([
    "",
    "thanks",
    "yes",
    "no",
    "Yes please, go on",
    "No, use npm",
    "perfect",
    "is that right?",
    "That's not right?",
    "that's wrong, isn't it?",
    "Tell me if that's wrong",
    "He said that's wrong.",
    "If that worked, continue",
    "That worked until I upgraded",
    "that worked yesterday, it does not now",
    "It worked on my machine but not in CI",
    "it works, but it is slow",
    "that's wrong if the list is empty",
    "That's wrong of him to say",
    "that's not wrong",
    "Yes, that's wrong",
    "no, that's right",
    "that's right before the loop",
    "exactly how many rows are there?",
    "Exactly which file do you mean",
    "I said hello, not that it matters",
    "It didn't work out between us",
    "that doesn't work for people who drive",
    "You're right that it is slow but I need it",
    "> that's wrong\nWhat does the reviewer mean by this?",
    '"That is wrong" is the message that I see',
    "The test says: that's wrong",
    "What is wrong with this code",
    "wrong number of arguments, says the compiler",
    "Write a poem that begins with: yes, exactly",
    "That helped him a lot in school",
    "I wanted a window seat, not an aisle seat, and they gave me an aisle. What can I do?",
    "I wanted a window seat, not an aisle seat.",
    "I asked for a table outside, not inside. The waiter was rude.",
    "I asked for a table outside, not inside, and the waiter was rude.",
    "I said no to him, not to her, when he asked",
    "Wrong. My brother lied to me.",
    "Wrong, my brother lied to me.",
    "Wrong you are",
    "That's it, I'm quitting my job!",
    "That's it. I am leaving him.",
    "this is it, the last chapter of the book is done and I want a summary",
  ])("%s", (text) => expect(evidenceIn(text)).toBeUndefined());
});

test("a long text is read in no time, whatever it is made of", () => {
  const pieces = fc.constantFrom(
    "no, ",
    "yes, ",
    "that's ",
    "wrong ",
    "i said ",
    "not ",
    "a",
    " ",
    ",",
    "\n",
    "that worked ",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 400 }), (parts) => {
      expect(cpuMsOf(() => evidenceIn(parts.join("").repeat(50)))).toBeLessThan(50);
    }),
  );
});
