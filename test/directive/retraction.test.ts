import { describe, expect, it } from "vitest";
import { directivesOf } from "../support/directives-of.ts";

/** What holds after a user's messages, which are of one conversation. */
function after(...texts: string[]) {
  const messages = texts.map((text, at) => {
    return { id: `msg_${at}`, user: "ana", sessionId: "s", origin: "user" as const, saidAtMs: at + 1, text };
  });
  const { live, ended } = directivesOf(messages, [], 0, "ana");
  return {
    live: live.map(({ rule }) => rule),
    retracted: ended.flatMap(({ how, rule }) => (how === "retracted" ? [rule] : [])),
  };
}

const far = "What's the weather like?";

describe("what withdraws no rule", () => {
  it.each([
    "That's fine, thanks!",
    "It's fine.",
    "It's okay, no worries.",
    "The soup was cold, but that's ok.",
    "I checked the second hotel and it's okay.",
    "He is fine.",
    "We are okay.",
    "All is fine.",
    "What you did is fine.",
    "The early flight is fine.",
    "You're welcome.",
    "It's fine again.",
    "Everything is fine now.",
    "You can try again.",
    "You can skip this.",
    "You can stop now.",
    "You can book again.",
  ])("%s", (text) => {
    expect(after("Never book flights before 9 am.", text).retracted).toEqual([]);
    expect(after("Never book flights before 9 am.", far, text).retracted).toEqual([]);
  });

  it.each([
    "Forget that, I found it.",
    "Scratch that, let's start over.",
    "I take it back, the soup was great.",
    "No need to do that.",
    "You don't have to do that any more.",
  ])("where no rule was stated just before: %s", (text) => {
    expect(after("Never book flights before 9 am.", far, text).retracted).toEqual([]);
  });

  it.each([
    ["Never call me in the evening.", "Tomorrow morning is fine."],
    ["Never deploy on Fridays.", "Friday is fine for the dentist."],
    ["Explain each step, always.", "No need to explain, I get it."],
    ["Always write short replies.", "Detailed is fine for this one."],
    ["Never restart the server.", "The server is fine again."],
    ["Never deploy Python on Fridays.", "Forget the rule about tabs in Python."],
    ["Always cc Maria.", "You don't have to cc Maria on mails to the bank."],
    ["Never email contractors.", "The contract ban is lifted."],
    ["Never touch production.", "The product ban is lifted."],
    ["Never mail clients in Austria.", "The ban on mailing clients in Australia is lifted."],
    ["Never mail clients in Austria.", "Mails to clients in Australia are fine again."],
    ["Never touch account 4711001.", "Forget the rule about account 4711002."],
    ["Never book flights before 9.", "You can book the flight now."],
    ["Never book flights before 9.", "You can book flights now."],
    ["Never serve starters.", "You can serve starters now."],
    ["Never take photos.", "You can take photos now, the light is good."],
    ["Never feed ducks.", "You're welcome to feed ducks now, they're hungry."],
    ["Always use semicolons.", "Never mind the semicolons, just fix the tests."],
    ["Always add footnotes.", "Never mind the footnotes, send it."],
    ["Never mail Anna without asking.", "You can mail Anna now."],
    ["Never run migrations without my go.", "You can run migrations now."],
    ["Never deploy on Fridays.", "You can go now."],
    ["Always run the tests.", "Drop the test table, it is empty."],
    ["Always run the tests.", "Delete the test thing, please."],
    ["Always water the ferns on Mondays.", "Never mind the ferns today."],
    ["Always water the ferns on Mondays.", "Never mind the gardener, he is late."],
    ["Always copy Anna on invoices.", "Never mind the invoices, I'll do them."],
    ["Always water the ferns on Mondays.", "Drop the fern thing for today."],
    ["Always sign with my full name.", "Forget the ferry thing, we drive."],
    ["Always cc Maria on invoices.", "You don't have to cc Maria on this one, just Tom."],
    ["Always cc Maria on invoices.", "You needn't worry."],
    ["Never use emojis.", "The emoji ban in the newsletter is lifted."],
    ["Never use emojis.", "The emoji ban in Anna's project is lifted."],
    ["Never use emojis.", "We dropped the request for emojis."],
    ["Never use emojis.", "Emojis are fine in this project."],
  ])("%s / %s", (rule, text) => {
    expect(after(rule, text).retracted).toEqual([]);
  });
});

describe("what withdraws a rule", () => {
  it.each([
    ["Never use emojis.", "You can use emojis again."],
    ["Never use emojis.", "Emojis are fine again."],
    ["Never use emojis.", "Emojis are okay now."],
    ["Never use emojis.", "Emojis are fine after all."],
    ["Never use emojis.", "Emojis are allowed again."],
    ["Never use emojis.", "Forget the rule about emojis."],
    ["Never use emojis.", "Forget what I said about emojis."],
    ["Never use emojis.", "Forget that rule."],
    ["Never deploy on Fridays.", "Deploying on Fridays is fine now."],
    ["Never schedule calls on Fridays.", "The Friday rule no longer applies."],
    ["No sweets in the lunch plans.", "Forget the sweets rule, it's a lost cause."],
    ["Always cc Maria.", "You don't have to cc Maria any more."],
    ["Always cc Maria on invoices.", "You don't have to cc Maria any more, just Tom."],
    ["Always cc Maria on invoices.", "You don't need to cc Maria anymore, Tom is enough."],
    ["Always sign with my full name.", "Forget about the full name thing, short is okay."],
    ["Always convert to miles.", "Scrap the miles thing, we're metric."],
    ["Always greet in Dutch.", "Ignore the Dutch thing from now on."],
    ["Always write handovers in SBAR.", "Drop the SBAR thing, the trust wants ISBAR now."],
    ["Prefer slow cooker recipes.", "Never mind the slow cooker, it broke."],
    ["Always water the ferns on Mondays.", "You needn't water the ferns any more."],
    ["Always water the ferns on Mondays.", "You need not water the ferns any longer."],
    ["Always start with a joke.", "No more need to start with a joke."],
    ["Never book window seats.", "You can book window seats again."],
    ["Never suggest Italian places.", "From now on you may suggest Italian places."],
    ["Never deploy on Fridays.", "You're free to deploy on Fridays from now on."],
    ["Never serve starters.", "You can serve starters from now on."],
    ["Always use semicolons.", "Never mind the semicolons, they annoy Ben."],
    ["Always explain each step.", "No need to explain each step."],
    ["Always explain each step.", "Forget the rule about explanations."],
    ["Never deploy on Fridays.", "The deployment ban is lifted."],
    ["Never use emojis.", "The emoji ban in this project is lifted."],
    ["Never use emojis.", "In this project the emoji ban is lifted."],
    ["Never use emojis.", "Emojis are allowed in this project again."],
    ["Never deploy on Fridays.", "The ban on Friday deploys in our team is lifted."],
    ["Never serve peanuts.", "The peanut ban in this household no longer applies."],
    ["Never park in the yard.", "The ban on parking in the yard has been dropped."],
    ["Never plan meetings on Mondays.", "We dropped the rule about Monday meetings."],
    ["Never wear perfume.", "I'm lifting the perfume ban."],
    ["Always cc Lena on supplier mails.", "Lena has left the company, no need to cc her any more."],
  ])("%s / %s", (rule, text) => {
    expect(after(rule, far, text).live).toEqual([]);
  });

  it.each([
    "Forget that.",
    "Actually forget that, by date was fine.",
    "Actually, scratch that.",
    "I take that back.",
    "No need to do that.",
  ])("where it was stated just before: %s", (text) => {
    const rules = ["Never use emojis.", "Always sort my inbox by sender."];
    expect(after(...rules, text)).toEqual({ live: ["Never use emojis"], retracted: ["Sort my inbox by sender"] });
    expect(after(rules[0]!, far, `${rules[1]} ${text}`).live).toEqual(["Never use emojis"]);
  });

  it("of this project, where there is one", () => {
    const { retracted } = after(
      "Never use emojis in this project.",
      "Never use emojis in letters.",
      "The emoji ban in this project is lifted.",
    );
    expect(retracted).toEqual(["Never use emojis in this project"]);
  });

  it("the one that it is about most, and not the last that shares a word with it", () => {
    const { retracted } = after(
      "Never use tabs in Go.",
      "Never use tabs in shell scripts.",
      "Forget the rule about tabs in Go.",
    );
    expect(retracted).toEqual(["Never use tabs in Go"]);
  });
});

describe("what corrects a rule of the message before", () => {
  it.each([
    ["Always send the invoices to Ben.", "No, send them to Omar.", "Send the invoices to Omar"],
    ["Always send reports to Ben.", "Wait, no. Send them to Omar.", "Send reports to Omar"],
    ["Always send reports to Ben.", "Scratch that. Send them to Omar.", "Send reports to Omar"],
    ["Always store backups in Oslo.", "Actually, store them in Bergen.", "Store backups in Bergen"],
    ["Always file receipts under travel.", "Correction: file them under costs.", "File receipts under costs"],
    ["Always label jars in red.", "Oops, label them in blue.", "Label jars in blue"],
    ["Always put the keys in the drawer.", "Sorry, put them on the hook.", "Put the keys on the hook"],
  ])("%s / %s", (rule, text, corrected) => {
    expect(after(rule, text).live).toEqual([corrected]);
  });

  it.each(["Send them to Omar.", "No, send them now.", "No, send them to Omar today.", "Sorry, send Omar a mail."])(
    "but not %s",
    (text) => {
      expect(after("Always send the invoices to Ben.", text).live).toEqual(["Send the invoices to Ben"]);
    },
  );
});
