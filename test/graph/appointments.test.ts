import { describe, expect, test } from "vitest";
import { told } from "../support/told.ts";

/** When appointments are, and when they are moved to. Said on 2026-03-11. */

describe("what is moved is at another time, and not who moves it", () => {
  test.each([
    ["The tribunal moved Farouk's hearing to 10 April.", "Farouk's hearing scheduled_on 2026-04-10 .."],
    ["The airline moved my flight to 4 April.", "flight scheduled_on 2026-04-04 .."],
    ["The court postponed the trial to 14 January.", "trial scheduled_on 2027-01-14 .."],
    ["They moved the launch to 12 April.", "launch scheduled_on 2026-04-12 .."],
    ["I moved my dentist appointment to 3 April.", "dentist appointment scheduled_on 2026-04-03 .."],
    ["The vet rescheduled Rex's checkup for 1 April at 14:30.", "Rex's checkup scheduled_on 2026-04-01T14:30 .."],
    ["The school brought the concert forward to 2 April.", "concert scheduled_on 2026-04-02 .."],
    ["The gallery delayed the opening from 1 April to 10 April.", "opening scheduled_on 2026-04-10 .."],
    ["The exam was pushed back to Friday.", "exam scheduled_on 2026-03-13 .."],
    ["The release slipped to 4 April.", "release scheduled_on 2026-04-04 .."],
    ["They pushed back Maria's tasting to 10 April.", "Maria's tasting scheduled_on 2026-04-10 .."],
    ["The club delayed the gala until 2 April.", "gala scheduled_on 2026-04-02 .."],
    ["We moved lunch to Friday.", "lunch scheduled_on 2026-03-13 .."],
    ["I moved the dentist to Friday morning.", "dentist scheduled_on 2026-03-13 .."],
  ])("%s", (text, fact) => {
    expect(told(text)).toEqual([fact]);
  });

  test("it is what was named last, or nothing", () => {
    expect(told("My demo is on Friday. The client moved it to 10 April.")).toContain("demo scheduled_on 2026-04-10 ..");
    expect(told("The court moved it to 10 April.")).toEqual([]);
    const facts = told("The wedding is on 11 June. I got a new sofa. I moved it to Friday.");
    expect(facts).toEqual(["wedding scheduled_on 2026-06-11 .."]);
  });
});

describe("other moves are no appointment", () => {
  test.each([
    "The airline delayed us until Monday.",
    "The court moved it to 10 April in Leeds.",
    "The hearing was moved on Friday.",
    "Snow delayed the train for two hours.",
    "I pushed the fix to Friday's branch.",
    "My landlord moved the bins to the yard on 3 March.",
    "We pushed hard until Friday.",
    "The crew pushed the crates until Saturday.",
    "I brought Tom to Sunday lunch.",
    "I moved my sister to Friday.",
    "They brought cake to Friday.",
  ])("%s", (text) => {
    expect(told(text).filter((fact) => /scheduled_on|Leeds/u.test(fact))).toEqual([]);
  });

  test("an office that moves is where it is", () => {
    expect(told("The company moved to Berlin on 1 March.")).toEqual(["company located_in Berlin 2026-03-01.."]);
  });
});

describe("what is so on some days does not recur", () => {
  test.each([
    "Fish is fine on Fridays.",
    "The gym is crowded on Fridays.",
    "Traffic is terrible on Mondays.",
    "The ferry is cheaper every weekday.",
    "The pool is closed on Sundays.",
    "The gym is the fullest on Mondays.",
  ])("%s", (text) => {
    expect(told(text)).toEqual([]);
  });

  test.each([
    ["The standup is on Mondays at 9.", "standup recurs Mondays at 9 .."],
    ["Our retro is every other Friday.", "retro recurs every other Friday .."],
    ["The book club meets on Thursdays in Cork.", "book club recurs Thursdays .."],
    ["The backup is scheduled daily.", "backup recurs daily .."],
    ["Yoga is at 7 on Mondays.", "Yoga recurs Mondays .."],
    ["Yoga is back on Tuesdays.", "Yoga recurs Tuesdays .."],
    ["Rehearsal is held on Tuesdays.", "Rehearsal recurs Tuesdays .."],
    ["The seminar is from 9 to 11 on Mondays.", "seminar recurs Mondays .."],
    ["Poker night is the first Friday of each month.", "Poker night recurs the first Friday of each month .."],
    ["The market is on the last Sunday of every month.", "market recurs the last Sunday of every month .."],
  ])("%s It does", (text, fact) => {
    expect(told(text)).toContain(fact);
  });
});
