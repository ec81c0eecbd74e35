import { describe, expect, test } from "vitest";
import { told } from "../support/told.ts";

/** What a later message changes of what an earlier one said, and what it leaves. */

describe("a home for a while ends no other", () => {
  const berlin = "I live in Berlin.";
  const stays = "user lives_in Berlin ..";

  test.each([
    ["I'm living in Rome for two weeks.", "user lives_in Rome ..2026-W13"],
    ["I'm living in Rome for the next two weeks.", "user lives_in Rome ..2026-W13"],
    ["I'm living in Rome for a month while my flat is renovated.", "user lives_in Rome ..2026-04"],
    ["I'm living in Rome until May.", "user lives_in Rome ..2026-05"],
  ])("%s It has an end", (text, rome) => {
    expect(told(berlin, text)).toEqual([stays, rome]);
  });

  test.each([
    "I'm temporarily living in Rome.",
    "I'm living in Rome temporarily.",
    "I'm living in Rome for now.",
    "For now I live in Rome.",
    "I'm living in Rome for the time being.",
    "I'm living in Rome for a few weeks.",
    "I live in Rome while my flat is renovated.",
    "I'm living in Rome until my flat is ready.",
    "I moved to Rome for two years.",
  ])("%s", (text) => {
    expect(told(berlin, text)).toEqual([stays]);
  });

  test("where none was known, it is the home until another one is told of", () => {
    expect(told("For now I live in Rome.")).toEqual(["user lives_in Rome .."]);
    expect(told("For now I live in Rome.", berlin)).toEqual(["user lives_in Rome ..2026-03-11", stays]);
  });

  test("what is to come begins at its date, and without one not at all", () => {
    expect(told(berlin, "I'll be living in Rome for three months.")).toEqual([stays]);
    expect(told(berlin, "I'll live in Rome.")).toEqual([stays]);
    expect(told(berlin, "I'll be living in Rome from May.")).toEqual([
      "user lives_in Berlin ..2026-05",
      "user lives_in Rome 2026-05..",
    ]);
  });

  test.each([
    ["I've been living in Rome for three months.", "2025-12"],
    ["I've lived in Rome for two years.", "2024"],
    ["I'm living in Rome for two years now.", "2024"],
    ["I live in Rome while Ana lives in Oslo.", ""],
  ])("%s It is the home", (text, from) => {
    const facts = told(berlin, text);
    expect(facts).toContain(`user lives_in Berlin ..${from === "" ? "2026-03-11" : from}`);
    expect(facts).toContain(`user lives_in Rome ${from}..`);
  });

  test("of what there may be several of, it counts beside the others", () => {
    expect(told("I use Rust.", "I'm using Go for now.")).toEqual(["user uses Rust ..", "user uses Go .."]);
  });
});

describe("a former home or job", () => {
  test.each(["I worked at Acme from 2010 to 2016.", "I worked at Acme until 2016.", "I left Acme in 2016."])(
    "%s It is another time than the one that began later",
    (text) => {
      const from = text.includes("2010") ? "2010" : "";
      const facts = ["user works_at Acme 2020..", `user works_at Acme ${from}..2016`];
      expect(told("I have worked at Acme since 2020.", text)).toEqual(facts);
      expect(told("I have worked at Acme since 2020.", text, text)).toEqual(facts);
    },
  );

  test("ends when the one begins that is there", () => {
    expect(told("I have lived in Porto since 2024.", "I moved to Rome in 2019.")).toEqual([
      "user lives_in Porto 2024..",
      "user lives_in Rome 2019..2024",
    ]);
  });
});

describe("what is to come stays when somebody tells of the present", () => {
  const lisbon = "I'm moving to Lisbon in May 2026.";
  const planned = "user lives_in Lisbon 2026-05..";

  test("which ends when it begins", () => {
    const rome = "user lives_in Rome ..2026-05";
    expect(told(lisbon, "I live in Rome.")).toEqual([planned, rome]);
    expect(told("I live in Rome.", lisbon)).toEqual([rome, planned]);
    expect(told("I live in Rome.", lisbon, "I live in Rome.")).toEqual([rome, planned]);
    expect(told("I will start at Acme in June 2026.", "I work at Globex.")).toEqual([
      "user works_at Acme 2026-06..",
      "user works_at Globex ..2026-06",
    ]);
  });

  test("or earlier, if somebody says so", () => {
    expect(told("I work at Acme.", "I will join Globex in June 2026.", "I left Acme.")).toEqual([
      "user works_at Acme ..2026-03-11",
      "user works_at Globex 2026-06..",
    ]);
  });
});

describe("who somebody is to somebody changes", () => {
  const ana = "My boss is Ana.";
  const over = "user reports_to Ana ..2026-03-11";

  test.each(["My boss is now Tom.", "My boss now is Tom.", "My boss is Tom now.", "Tom is now my boss."])(
    "%s",
    (text) => {
      expect(told(ana, text)).toEqual([over, "user reports_to Tom .."]);
    },
  );

  test.each([
    "Ana is no longer my boss.",
    "Ana isn't my boss anymore.",
    "Ana is not my boss any more.",
    "My boss is no longer Ana.",
  ])("%s", (text) => {
    expect(told(ana, text)).toEqual([over]);
  });

  test("who is no longer the boss is not who the next sentence calls so", () => {
    expect(told("My boss is now Tom.", "Ana is no longer my boss.", "My boss plays golf.")).toContain(
      "Tom plays golf ..",
    );
  });

  test("a plain denial ends nothing", () => {
    expect(told(ana, "Tom is not my boss.")).toEqual(["user reports_to Ana .."]);
  });

  test("an animal that was given away is no pet, and still a dog", () => {
    expect(told("My dog is Rex.", "Rex is no longer our dog.")).toEqual([
      "user has_pet Rex ..2026-03-11",
      "Rex is_a dog ..",
    ]);
  });
});

describe("who has a name keeps it", () => {
  const vera = "My name is Vera.";

  test.each(["I'm Hungry", "I'm Pregnant!", "I'm Team Edward.", "I'm Jo."])("%s", (text) => {
    expect(told(vera, text)).toEqual(["user named Vera .."]);
    expect(told("I'm Vera.", text)).toEqual(["user named Vera .."]);
  });

  test.each(["My name is Jo now.", "Call me Jo.", "I go by Jo."])("%s It is a new one", (text) => {
    expect(told(vera, text)).toEqual(["user named Vera ..2026-03-11", "user named Jo .."]);
  });

  test("a first name is taken from a bare one; what it did not name is not who speaks", () => {
    expect(told("I'm Vera.", "Vera plays golf.")).toEqual(["user named Vera ..", "user plays golf .."]);
    expect(told(vera, "I'm Jo.", "Jo plays golf.")).toEqual(["user named Vera ..", "Jo plays golf .."]);
  });
});

describe("a marriage of the past is over", () => {
  test.each([
    ["I was married to Ben from 2010 to 2016.", "married_to Ben 2010..2016"],
    ["I was married to Ben until 2016.", "married_to Ben ..2016"],
    ["I used to be married to Ben until 2016.", "married_to Ben ..2016"],
    ["I was married to Ben for six years.", "married_to Ben ..2026-03-11"],
    ["I was engaged to Ben in 2012.", "partner_of Ben 2012..2012"],
    ["I've been married to Ben since 2010.", "married_to Ben 2010.."],
    ["I got married to Ben in 2010.", "married_to Ben 2010.."],
  ])("%s", (text, fact) => {
    expect(told(text)).toEqual([`user ${fact}`]);
  });

  test("and leaves the one of today", () => {
    expect(told("I'm married to Leo.", "I was married to Ben from 2010 to 2016.")).toEqual([
      "user married_to Leo ..",
      "user married_to Ben 2010..2016",
    ]);
  });
});

describe("a marriage ends", () => {
  const tom = "I'm married to Tom.";
  const over = (to: string) => [`user married_to Tom ..${to}`];

  test.each([
    ["I'm divorced.", "2026-03-11"],
    ["We got divorced.", "2026-03-11"],
    ["I got divorced last year.", "2025"],
    ["Tom and I divorced in January.", "2026-01"],
    ["I divorced Tom.", "2026-03-11"],
    ["I'm recently divorced from Tom.", "2026-03-11"],
    ["I'm no longer married.", "2026-03-11"],
    ["I'm not married to Tom any more.", "2026-03-11"],
  ])("%s", (text, to) => {
    expect(told(tom, text)).toEqual(over(to));
  });

  test.each([
    "We're getting divorced.",
    "I might get divorced.",
    "My parents are divorced.",
    "I got divorced in 2015.",
  ])("%s It goes on", (text) => {
    expect(told(tom, text)).toEqual(over(""));
  });

  test("whoever tells of it", () => {
    expect(told("My sister Ana is married to Karl.", "Karl is divorced.")).toContain(
      "Ana married_to Karl ..2026-03-11",
    );
    expect(told("I'm divorced.")).toEqual([]);
  });

  test("one that began later goes on", () => {
    expect(told("I married Tom in March 2025.", "I got divorced in January 2025.")).toEqual([
      "user married_to Tom 2025-03..",
    ]);
  });
});

describe("work ends", () => {
  const bosch = "I work at Bosch.";
  const over = (to: string) => [`user works_at Bosch ..${to}`];

  test.each([
    ["I quit my job yesterday.", "2026-03-10"],
    ["I left my job at the plant in January.", "2026-01"],
    ["I resigned last week.", "2026-W10"],
    ["I was laid off.", "2026-03-11"],
    ["I've been laid off.", "2026-03-11"],
    ["I got laid off last month.", "2026-02"],
    ["I was let go yesterday.", "2026-03-10"],
    ["I was made redundant.", "2026-03-11"],
    ["I got fired from Bosch.", "2026-03-11"],
    ["I lost my job.", "2026-03-11"],
    ["I retired last year.", "2025"],
    ["I'm retired.", "2026-03-11"],
    ["I'm unemployed.", "2026-03-11"],
    ["I'm currently between jobs.", "2026-03-11"],
    ["I no longer work.", "2026-03-11"],
  ])("%s", (text, to) => {
    expect(told(bosch, text)).toEqual(over(to));
  });

  test.each([
    "I quit smoking yesterday.",
    "I left work at six.",
    "I quit my evening job.",
    "I lost the job to somebody else.",
    "I lost my role in the play.",
    "I retired the old server.",
    "I'm retiring some day.",
    "I quit my first job in 2019.",
    "I quit my job in 2019.",
    "The old server was retired.",
    "My boss was fired.",
  ])("%s It goes on", (text) => {
    expect(told(bosch, text)).toEqual(over(""));
  });

  test("who retires is nothing any more, who is laid off is still an engineer", () => {
    expect(told("I'm an engineer.", "I retired last year.")).toEqual(["user works_as engineer ..2025"]);
    expect(told("I'm an engineer.", "I was laid off.")).toEqual(["user works_as engineer .."]);
  });
});

describe("a death ends whose pet or spouse it was", () => {
  const pets = "My dog is Rex and my cat is Mia.";
  const held = (facts: string[]) => facts.filter((fact) => fact.includes("has_pet"));

  test.each([
    ["Rex died last week.", "2026-W10"],
    ["Rex passed away yesterday.", "2026-03-10"],
    ["Our dog has died.", "2026-03-11"],
    ["Rex is dead.", "2026-03-11"],
    ["My dog Rex died of cancer.", "2026-03-11"],
  ])("%s", (text, to) => {
    expect(held(told(pets, text))).toEqual([`user has_pet Rex ..${to}`, "user has_pet Mia .."]);
  });

  test.each(["My phone died.", "Rex is dead tired.", "Rex passed the test.", "Rex might die.", "I died laughing."])(
    "%s Nobody died",
    (text) => {
      expect(held(told(pets, text))).toEqual(["user has_pet Rex ..", "user has_pet Mia .."]);
    },
  );

  test("of somebody else's pet, of a husband, of one that is told of for the first time", () => {
    expect(told("My sister's dog Rex is sweet.", "Rex died.")).toContain("my sister has_pet Rex ..2026-03-11");
    expect(told("My husband Tom is a cook.", "Tom died last year.")).toContain("Tom married_to user ..2025");
    expect(told("My cat Mia died in 2019.")).toContain("user has_pet Mia ..2019");
  });

  test("of whom nothing was known makes no fact", () => {
    expect(told("Rex died.")).toEqual([]);
  });
});

describe("an employer, a place or a thing is the same whatever its company suffix, article or case", () => {
  test.each([
    ["I work at Deutsche Bank AG.", "I quit Deutsche Bank.", "user works_at Deutsche Bank AG ..2026-03-11"],
    ["I work at Deutsche Bank.", "I quit Deutsche Bank AG.", "user works_at Deutsche Bank ..2026-03-11"],
    ["I work at Initech GmbH.", "I left Initech.", "user works_at Initech GmbH ..2026-03-11"],
    ["I work at Globex since 2019.", "I work at Globex Ltd.", "user works_at Globex 2019.."],
    ["I work at Siemens.", "I have worked at Siemens AG since 2019.", "user works_at Siemens 2019.."],
    ["Nadia works at Bosch GmbH.", "Nadia quit Bosch.", "Nadia works_at Bosch GmbH ..2026-03-11"],
    [
      "Kestrel runs on Amazon Web Services Inc.",
      "Kestrel runs on Amazon Web Services.",
      "Kestrel runs_on Amazon Web Services Inc. ..",
    ],
  ])("%s %s", (before, after, fact) => {
    expect(told(before, after)).toEqual([fact]);
  });
});

describe("a time behind a name is no part of it", () => {
  test.each([
    ["last weekend", "2026-W10"],
    ["two weekends ago", "2026-W09"],
    ["last evening", "2026-03-10"],
    ["first thing this morning", "2026-03-11"],
    ["earlier this month", "2026-03"],
    ["end of last year", "2025"],
    ["late last year", "2025"],
    ["last week of May", "2025-05"],
    ["last quarter", ""],
    ["last Christmas", ""],
    ["two semesters ago", ""],
    ["end of the term", ""],
    ["earlier", ""],
  ])("I joined Globex %s.", (time, from) => {
    expect(told(`I joined Globex ${time}.`)).toEqual([`user works_at Globex ${from}..`]);
    expect(told(`I moved to Kyoto ${time}.`)).toEqual([`user lives_in Kyoto ${from}..`]);
  });

  test("ends what it names, at that time", () => {
    expect(told("I work at Globex.", "I quit Globex last weekend.")).toEqual(["user works_at Globex ..2026-W10"]);
    expect(told("I work at Globex.", "I quit Globex last quarter.")).toEqual(["user works_at Globex ..2026-03-11"]);
  });

  test("but it may be a name", () => {
    expect(told("I like Last Christmas.")).toEqual(["user likes Last Christmas .."]);
    expect(told("I like last minute deals.")).toEqual(["user likes last minute deals .."]);
  });
});

describe("what is so, too, ends nothing", () => {
  test.each([
    ["I work at Acme.", "Actually, I work at Globex too.", "user works_at Globex .."],
    ["I live in Rome.", "I also live in Oslo.", "user lives_in Oslo .."],
    ["I work as a nurse.", "I work as a barista as well.", "user works_as barista .."],
    ["I report to Ana.", "I report to Ben, too.", "user reports_to Ben .."],
    ["I study at Oxford.", "I also study at Delft.", "user studies_at Delft .."],
    ["Kestrel runs on Postgres.", "Kestrel also runs on Redis.", "Kestrel runs_on Redis .."],
  ])("%s %s", (before, text, fact) => {
    expect(told(before, text)).toEqual([...told(before), fact]);
    expect(told(`${before} ${text}`)).toEqual([...told(before), fact]);
  });

  test("and is ended by its name alone", () => {
    const both = ["I work at Acme.", "I also work at Globex."];
    expect(told(...both, "I work at Initech now.")).toEqual([
      "user works_at Acme ..2026-03-11",
      "user works_at Globex ..",
      "user works_at Initech ..",
    ]);
    expect(told(...both, "I left Globex.")).toEqual(["user works_at Acme ..", "user works_at Globex ..2026-03-11"]);
  });

  test.each(["I live in Oslo.", "I live in Oslo, as well as I can.", "Also, I live in Oslo.", "I moved to Oslo, too."])(
    "but this does: %s",
    (text) => {
      expect(told("I live in Rome.", text)[0]).toBe("user lives_in Rome ..2026-03-11");
    },
  );

  test("where nothing else is so, it is what the next one ends", () => {
    expect(told("I also live in Oslo.", "I live in Rome.")).toEqual([
      "user lives_in Oslo ..2026-03-11",
      "user lives_in Rome ..",
    ]);
  });
});
