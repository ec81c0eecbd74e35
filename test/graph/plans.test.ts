import { describe, expect, test } from "vitest";
import { factsOf } from "../support/facts-of.ts";

/** What is planned, begins, is replaced or taken back, in whole sentences. */

/** What was said, each "day: text": its facts, as "predicate object from..to". */
function told(...said: string[]): string[] {
  const evidence = said.map((each, at) => {
    const [, day = "", text = ""] = /^([\d-]+): (.*)$/u.exec(each) ?? [];
    return { id: `m${at}`, saidAtMs: Date.parse(`${day}T12:00Z`), text };
  });
  return factsOf(evidence).map(
    ({ predicate, object, validFrom, validTo }) => `${predicate} ${object} ${validFrom ?? ""}..${validTo ?? ""}`,
  );
}

const porto = "2026-01-05: I live in Porto.";
const lisbon = "2026-02-01: I'm moving to Lisbon in July.";
const acme = "2026-01-05: I work at Acme.";
const globex = "2026-02-01: I'm joining Globex in June.";

describe("what begins earlier than it was planned", () => {
  test.each(["I live in Lisbon now.", "I've moved to Lisbon.", "I moved to Lisbon."])("%s", (text) => {
    const moved = ["lives_in Porto ..2026-05-01", "lives_in Lisbon 2026-05-01.."];
    expect(told(porto, lisbon, `2026-05-01: ${text}`)).toEqual(moved);
    expect(told(porto, lisbon, `2026-05-01: ${text}`, "2026-05-20: I live in Lisbon.")).toEqual(moved);
  });

  test.each(["I work at Globex now.", "I joined Globex.", "I'm at Globex now."])("%s", (text) => {
    expect(told(acme, globex, `2026-05-01: ${text}`)).toEqual([
      "works_at Acme ..2026-05-01",
      "works_at Globex 2026-05-01..",
    ]);
  });

  test("ends what was left before when that ended", () => {
    expect(told(acme, globex, "2026-04-01: I left Acme and joined Globex.")).toEqual([
      "works_at Acme ..2026-04-01",
      "works_at Globex 2026-04-01..",
    ]);
  });
});

test.each(["I'm joining Globex.", "I join Globex.", "I'm starting at Globex."])("stays planned: %s", (text) => {
  expect(told(acme, globex, `2026-03-01: ${text}`)).toEqual(["works_at Acme ..2026-06", "works_at Globex 2026-06.."]);
  expect(told(acme, `2026-03-01: ${text}`)).toEqual(["works_at Acme .."]);
});

describe("what is no longer so is not stated", () => {
  test.each([
    ["I'm studying medicine at Oxford.", "I'm no longer studying medicine at Oxford."],
    ["I'm studying medicine at Oxford.", "I no longer study medicine at Oxford."],
    ["I'm studying medicine at Oxford.", "I don't study medicine at Oxford any more."],
  ])("%s %s", (before, text) => {
    expect(told(`2026-01-05: ${before}`, `2026-03-01: ${text}`)).toEqual([
      "studies medicine ..2026-03-01",
      "studies_at Oxford ..2026-03-01",
    ]);
  });

  test.each([
    ["My daughter Mia speaks Dutch.", "Mia no longer speaks Dutch.", "speaks Dutch ..2026-03-01"],
    ["We have a cat named Tom.", "We no longer have a cat named Tom.", "has_pet Tom ..2026-03-01"],
    ["I have a car.", "I no longer have a car.", "owns car ..2026-03-01"],
    ["The site is on version 5.3.", "The site is no longer on version 5.3.", "has_version 5.3 ..2026-03-01"],
    ["I'm vegan.", "I no longer eat vegan.", "diet vegan ..2026-03-01"],
  ])("%s %s", (before, text, over) => {
    const facts = told(`2026-01-05: ${before}`, `2026-03-01: ${text}`);
    expect(facts).toContain(over);
    expect(facts).toHaveLength(told(`2026-01-05: ${before}`).length);
  });

  test.each([
    ["My name is Vera Hill.", "I'm no longer called Vera Stone."],
    ["My name is Vera Hill.", "I used to go by Vee."],
    ["I work at Bosch as a driver.", "I'm no longer retired."],
    ["I work at Bosch.", "I'm no longer unemployed."],
    ["The offsite is on 10 April.", "The offsite is no longer moved to 17 April."],
    ["I'm married to Ben.", "My sister Ana is no longer getting married to Tom in May."],
    ["I'm married to Ben.", "We're no longer getting married in May."],
    ["My favourite band is Khruangbin.", "My favourite band is no longer Muse."],
    ["I live in Porto.", "We're no longer flying to Oslo on Friday."],
    ["I live in Porto.", "We no longer go to Rome in July."],
    ["I live in Porto.", "We're no longer moving here from Porto in May."],
    ["Our database is in Frankfurt.", "We're no longer moving the database from Frankfurt to Paris in May."],
  ])("%s %s", (before, text) => {
    const known = told(`2026-01-05: ${before}`);
    expect(known).not.toEqual([]);
    const facts = told(`2026-01-05: ${before}`, `2026-03-01: ${text}`);
    expect(facts.filter((fact) => !fact.startsWith("sibling_of"))).toEqual(known);
  });
});

describe("a plan that is taken back", () => {
  const taken = "2026-03-01: I'm no longer moving to Lisbon.";

  test("is one behind another one, too", () => {
    expect(told(porto, "2026-02-01: I'm moving to Rome in May.", lisbon, taken)).toEqual([
      "lives_in Porto ..2026-05",
      "lives_in Rome 2026-05..",
    ]);
  });

  test("that was told with an earlier date later can be made again", () => {
    const earlier = "2026-02-02: I'm moving to Lisbon in June.";
    expect(told(porto, lisbon, earlier, taken)).toEqual(["lives_in Porto .."]);
    expect(told(porto, lisbon, earlier, taken, "2026-03-02: I'm moving to Lisbon in July.")).toEqual([
      "lives_in Porto ..2026-07",
      "lives_in Lisbon 2026-07..",
    ]);
  });

  test("with its place of before leaves that one as it was", () => {
    const both = "2026-02-01: I'm moving from Porto to Lisbon in July.";
    expect(told(porto, both, taken)).toEqual(["lives_in Porto .."]);
    expect(told(porto, both, "2026-03-01: I'm no longer moving from Porto to Lisbon.")).toEqual(["lives_in Porto .."]);
  });

  test("had taken the place of another one, which ended the home of before", () => {
    const rome = "2026-03-02: I'm moving to Rome in July.";
    expect(told(porto, lisbon, rome, "2026-06-10: I'm no longer moving to Rome.")).toContain("lives_in Porto ..");
    expect(told(porto, lisbon, rome)).toContain("lives_in Porto ..2026-07");
  });

  test("takes with it what somebody would have worked as", () => {
    const teacher = "2026-01-05: I'm a teacher at Oakfield.";
    const joining = "2026-02-03: I'm joining Kestrel as an engineer on July 1.";
    const off = "2026-05-01: I'm no longer joining Kestrel.";
    expect(told(teacher, joining, off)).toEqual(["works_as teacher ..", "works_at Oakfield .."]);
    expect(told(teacher, joining, off, joining.replace("02-03", "06-03"))).toContain("works_as engineer 2026-07-01..");
    expect(told(teacher, joining, "2026-04-01: I'm an engineer now.", off)).toContain("works_as engineer 2026-04-01..");
  });

  test("does not undo what ended before", () => {
    const both = "2026-02-01: I left Acme last week and I'm joining Globex in June.";
    const ended = "works_at Acme ..2026-W04";
    expect(told(acme, both)).toEqual([ended, "works_at Globex 2026-06.."]);
    expect(told(acme, both, "2026-03-01: I'm no longer joining Globex.")).toEqual([ended]);
  });
});

describe("a plan that is off", () => {
  const trip = "2026-02-01: I'm flying to Oslo on 3 May.";
  const launch = "2026-02-01: The launch is on 3 May.";

  test.each([
    "The move is off.",
    "The move to Lisbon is off.",
    "The Lisbon move is cancelled.",
    "The move fell through.",
    "Our move has been called off.",
    "I cancelled the move.",
    "We called off our move to Lisbon.",
    "The move isn't happening.",
    "I'm not moving to Lisbon after all.",
    "I'm not moving after all.",
  ])("%s", (text) => {
    expect(told(porto, lisbon, `2026-03-01: ${text}`)).toEqual(["lives_in Porto .."]);
  });

  test.each(["I'm not joining Globex after all.", "We won't be joining Globex.", "The job at Globex fell through."])(
    "%s",
    (text) => {
      expect(told(acme, globex, `2026-03-01: ${text}`)).toEqual(["works_at Acme .."]);
    },
  );

  test.each(["The trip to Oslo is off.", "The Oslo trip was cancelled.", "I'm not flying to Oslo after all."])(
    "%s",
    (text) => {
      expect(told(trip, `2026-03-01: ${text}`)).toEqual([]);
    },
  );

  test.each(["The launch is off.", "The launch is cancelled.", "We called off the launch."])("%s", (text) => {
    expect(told(launch, `2026-03-01: ${text}`)).toEqual(["scheduled_on 2026-05-03 ..2026-03-01"]);
  });

  test("may be somebody else's", () => {
    const toms = ["2026-01-05: My friend Tom lives in Kiel.", "2026-02-01: Tom is moving to Bonn in May."];
    const facts = told(porto, lisbon, ...toms, "2026-03-01: Tom's move is off.");
    expect(facts.filter((fact) => fact.startsWith("lives_in")).toSorted()).toEqual([
      "lives_in Kiel ..",
      "lives_in Lisbon 2026-07..",
      "lives_in Porto ..2026-07",
    ]);
  });

  test.each([
    "The light is off.",
    "The move isn't off.",
    "The move to Oslo is off.",
    "Our trip to Kiel fell through.",
    "I might cancel the move.",
    "I'm not moving the car.",
    "Standup is cancelled on Friday.",
  ])("but not here: %s", (text) => {
    expect(told(porto, lisbon, `2026-03-01: ${text}`)).toEqual([
      "lives_in Porto ..2026-07",
      "lives_in Lisbon 2026-07..",
    ]);
  });

  test("and what holds already does not end", () => {
    expect(told(porto, "2026-03-01: The move is off.")).toEqual(["lives_in Porto .."]);
    expect(told(acme, "2026-03-01: The job at Acme is off.")).toEqual(["works_at Acme .."]);
  });
});

describe("an end that is announced", () => {
  test.each([
    ["My last day at Acme is Friday.", "2026-03-06"],
    ["My final day at Acme is 31 March.", "2026-03-31"],
    ["My last day is 31 March.", "2026-03-31"],
    ["I handed in my notice, my last day is 30 April.", "2026-04-30"],
    ["My contract with Acme ends in May.", "2026-05"],
    ["I'm leaving Acme on Friday.", "2026-03-06"],
    ["I'll leave Acme in May.", "2026-05"],
    ["I'm quitting my job in May.", "2026-05"],
    ["I'm retiring in June.", "2026-06"],
  ])("%s", (text, to) => {
    expect(told(acme, `2026-03-01: ${text}`)).toEqual([`works_at Acme ..${to}`]);
  });

  test("may be somebody else's", () => {
    expect(
      told("2026-01-05: My wife Nadia works at Acme.", "2026-03-01: Nadia's last day at Acme is Friday."),
    ).toContain("works_at Acme ..2026-03-06");
  });

  test.each([
    "I'm leaving Acme.",
    "I'm leaving Oslo on Friday.",
    "I'm leaving the office on Friday.",
    "I'm not leaving Acme on Friday.",
    "My last day at the beach is Friday.",
    "Our contract with Hooli ends in May.",
    "I might leave Acme in May.",
  ])("but not by this: %s", (text) => {
    expect(told(acme, `2026-03-01: ${text}`)).toEqual(["works_at Acme .."]);
  });
});

describe("what will no longer be", () => {
  test.each([
    ["I live in Oslo.", "I will no longer live in Oslo from July.", "lives_in Oslo ..2026-07"],
    ["I live in Oslo.", "From July I won't live in Oslo any more.", "lives_in Oslo ..2026-07"],
    ["I work at Bosch.", "I will no longer work at Bosch from May.", "works_at Bosch ..2026-05"],
    ["I work at Bosch.", "I no longer worked at Bosch in July.", "works_at Bosch ..2025-07"],
  ])("%s %s", (before, text, fact) => {
    expect(told(`2026-02-01: ${before}`, `2026-03-01: ${text}`)).toEqual([fact]);
  });
});
