import { describe, expect, test } from "vitest";
import { repaired } from "../../src/memory/language/repair.ts";
import { cpuMsOf } from "../support/cpu-time.ts";

describe("what is said instead stands in the place of what is taken back", () => {
  test.each([
    ["I live in Porto, no sorry, Lisbon.", "I live in Lisbon."],
    ["I live in Porto... no wait, Lisbon, with my dog.", "I live in Lisbon, with my dog."],
    ["My name is Jon. Sorry, John.", "My name is John."],
    ["My manager is Helen. no wait, it's Grace now", "My manager is Grace now"],
    ["I work at Initech GmbH in Graz, I mean Globex.", "I work at Initech GmbH in Globex."],
    ["My boss is Mr. Feld, no wait, Mr. Kay.", "My boss is Mr. Kay."],
    ["We meet on 3 May at 5, sorry, 4 May.", "We meet on 4 May at 5."],
    ["Never call me before 9, sorry, 10.", "Never call me before 10."],
    ["I have two kids. Make that three.", "I have three kids."],
    ["The review with Ana is on Friday, sorry, Maria.", "The review with Maria is on Friday."],
    ["Always give doses in mg... no, in micrograms.", "Always give doses in micrograms."],
    ["Please always answer in Spanish, no wait, Portuguese.", "Please always answer in Portuguese."],
    ["Always cc Tom. Actually no, cc Anna.", "Always cc Anna."],
    ["Always use tabs, hm no, spaces.", "Always use spaces."],
    ["Our team uses Jira. Correction: Linear.", "Our team uses Linear."],
    ["I fly to Oslo - no wait - Bergen.", "I fly to Bergen."],
    ["I live in Porto, no wait, Lisbon, sorry, Faro.", "I live in Faro."],
    ["Write to a@example.org, sorry, b@example.org.", "Write to b@example.org."],
    ["I have a dog, no wait, a cat.", "I have a cat."],
    ["My name is Jon, sorry, John, and I live in Oslo.", "My name is John, and I live in Oslo."],
    ["My boss is Kim, sorry, Lee, who is kind.", "My boss is Lee, who is kind."],
    ["Keep it under 200 words, or rather 150.", "Keep it under 150 words."],
    ["I own a Volvo, actually, a Saab.", "I own a Saab."],
    ["My sister is 7. Sorry, 8.", "My sister is 8."],
    [
      "Always send the invoices to Fatima... wait, she's retired. Send them to Omar.",
      "Always send the invoices to Omar.",
    ],
    ["Always store backups in Oslo. Sorry, store them in Bergen.", "Always store backups in Bergen."],
    [
      "Please always put the keys in the drawer. No wait, put them on the hook.",
      "Please always put the keys on the hook.",
    ],
    ["Always serve soup in bowls. Hm, no. Serve it in mugs.", "Always serve soup in mugs."],
    ["Always mail reports to Ben. Scratch that, fax them to Omar.", "Always fax reports to Omar."],
    ["Send invoices to Ben, always. Correction: send them to Omar.", "Send invoices to Omar, always."],
    ["I'm 41. I live in Rome, sorry, I live in Milan. Bye.", "I'm 41. I live in Milan. Bye."],
  ])("%s", (text, expected) => {
    expect(repaired(text)).toBe(expected);
  });
});

describe("where that cannot be told, the sentence before is gone", () => {
  test.each([
    ["Always send the invoices to Fatima... wait, she's retired. I'll ask.", "she's retired. I'll ask."],
    ["I'm vegan. Actually no, I eat fish.", " I eat fish."],
    ["I like tea. I live in Porto, no wait, we moved.", "I like tea. we moved."],
    ["I live in Porto. Scratch that.", ""],
    ["Always ask Dana first. No, not Dana, ask Mo.", ", ask Mo."],
    ["Always add cumin, oh wait, coriander to the curry.", "coriander to the curry."],
    ["My sister Ana lives in Porto. Sorry, Lisbon.", "Lisbon."],
  ])("%s", (text, expected) => {
    expect(repaired(text).trim()).toBe(expected.trim());
  });
});

describe("other words of the kind take nothing back", () => {
  test.each([
    "I live in Porto. Sorry, I forgot to say that my dog is called Rex.",
    "I can't come on Friday, sorry, Tom.",
    "Always water the ferns on Mondays. Sorry, mist them on Fridays.",
    "I can't come on Friday, sorry, busy.",
    "I'm from Porto. No, really.",
    "I'm vegan, sorry, no eggs please.",
    "Never deploy on Fridays. Actually, never deploy on weekends either.",
    "Always cc Tom. No wait, cc Anna too.",
    "I live in Oslo, ah, Norway.",
    "My manager is Tom. Hold on, Ana.",
    "If the build is red, wait, then retry.",
    "Answer yes, no, or maybe.",
    "Answer with yes, no, maybe.",
    "No emojis, no tables, no headings.",
    "Always use tabs. Scratch that rule about emojis.",
    "Scratch that.",
    "Actually, scratch that.",
    "OK, hm, scratch that.",
    "Sorry, John.",
    "Use tabs... wait, is that allowed here?",
    "Never say sorry, please or thanks.",
    "Do you use Jira? No, actually we use Linear.",
    "I love Rome, I mean it.",
    "We use Jira. Actually, Linear is better.",
    "There is no wait at the clinic.",
    "Never ask Dana. No, not Dana.",
    "I like it. No, not really.",
    "Never quote by phone, I mean never.",
    "Always lock the gate at night, sorry, always.",
    "Never lend the van, I mean ever.",
    "Never lend the van to Bob. Sorry, Ana, I know he is your brother.",
    "I live in Ulm. Sorry, Ben, that was for Tom.",
    "I live in Ulm, sorry, Ben, I told you.",
    "I own a Volvo, actually, a red one.",
    "I like red wine. No, white.",
    "My daughter Ana is 7. Actually, 8 in May.",
    "Never ship on Fridays. Actually, Thursdays too.",
    "Always weigh the bags. Sorry, the boxes as well.",
    "I don't eat pork. I mean, neither do my kids.",
    "I live in Paris, um, Texas.",
    "I deployed on Friday. Oh no, the build fails.",
    "I live in Porto. No, sorry, I can't do that on Fridays.",
    "My name is Jon.\nSorry, John.",
  ])("%s", (text) => {
    expect(repaired(text)).toBe(text);
  });
});

test("the time it takes grows with the text", () => {
  for (const part of ["a, no wait, ", "no, ", ",", "... ", "wait ", "Porto, sorry, Faro, "]) {
    const text = part.repeat(Math.ceil(262_144 / part.length));
    expect(cpuMsOf(() => repaired(text))).toBeLessThan(1_000);
  }
});
