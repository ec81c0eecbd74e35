import { describe, expect, test } from "vitest";
import { rulesOfMarked as rulesOf } from "../support/marked.ts";

/** How what a model picks of a message becomes a sentence that somebody can follow. */

describe("what a clause says of a thing is said of it", () => {
  test.each([
    ["{MUST Ferry crossings} have to be refundable.", "MUST Keep ferry crossings refundable"],
    [
      "{MUST The greenhouse vents} stay {... open while it rains}.",
      "MUST Keep the greenhouse vents open while it rains",
    ],
    [
      "{NEVER Rehearsal tapes} are not to be {... shared outside the band}.",
      "NEVER Do not share rehearsal tapes outside the band",
    ],
    [
      "{PREFER Saddle bags} should be {... packed the night before}.",
      "PREFER Try to pack saddle bags the night before",
    ],
    ["{MUST The first violin} turns the {... pages for both}.", "MUST The first violin turns the pages for both"],
    ["Nobody {NEVER under sixteen} may {... steer the boat}.", "NEVER Nobody under sixteen may steer the boat"],
    ["No one {NEVER on the committee} gets {... my number}.", "NEVER No one on the committee gets my number"],
    ["Nothing else is to be {NEVER put on the altar}.", "NEVER Nothing else is to be put on the altar"],
    ["No one of us wants {NEVER a brass band}.", "NEVER No brass band"],
    ["{NEVER My aunt's piano} is {... never moved without her}.", "NEVER My aunt's piano is never moved without her"],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["{MUST Trail maps on waxed paper}, as we hike in the rain.", "MUST Trail maps on waxed paper"],
    ["{MUST Proof the dough in a drawer} that has to be warm.", "MUST Proof the dough in a drawer"],
    ["{NEVER Plastic toys} at the nursery.", "NEVER No Plastic toys"],
    ["{PREFER Window seats on night trains} are what I book.", "PREFER Prefer Window seats on night trains"],
    ["{MUST Ask whoever has to row}.", "MUST Ask whoever has to row"],
    ["{AVOID Puns on people's names} are cheap.", "AVOID Avoid Puns on people's names"],
  ])("as before: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["Scratch that, {NEVER meetings on} Fridays are fine."],
    ["{NEVER Phone calls in the evening} are okay by me."],
    ["Actually, {AVOID dogs in the workshop} are welcome."],
  ])("what is said to be fine is not forbidden: %s", (message) => {
    expect(rulesOf(message)).toEqual([]);
  });

  test.each([
    ["{NEVER Phone calls in the evening} are not okay.", "NEVER Do not use phone calls in the evening"],
    ["No {NEVER dogs in the workshop}, cats are fine.", "NEVER No dogs in the workshop"],
    ["Avoid {AVOID saying a dish is fine}.", "AVOID Avoid saying a dish is fine"],
    ["It's rude to {NEVER ask guests if shoes are fine}.", "NEVER Do not ask guests if shoes are fine"],
  ])("and where it is not: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test("a mere name of which more is said is no rule", () => {
    expect(rulesOf("{MUST My violin} is older than I am.")).toEqual([]);
    expect(rulesOf("{MUST The oldest boats of our harbour} have a red sail.")).toEqual([]);
  });
});

describe("few words that are missing between others are filled in", () => {
  test.each([
    ["{MUST Proof the dough} slowly {... in a warm drawer}.", "MUST Proof the dough slowly in a warm drawer"],
    ["{MUST Sow beans} when the soil is {... warm}.", "MUST Sow beans when the soil is warm"],
    ["{MUST Soup spoons}: these go {... on the right side}.", "MUST Put soup spoons on the right side"],
    ["{MUST Soup spoons}: these go on the right.", "MUST Put soup spoons on the right"],
    [
      "Never, under any circumstances, {MUST share the roster with vendors}.",
      "NEVER Never share the roster with vendors under any circumstances",
    ],
    ["Don't, for any reason, {MUST unplug the freezer}.", "NEVER Do not unplug the freezer for any reason"],
    ["Never, ever, at any price, {MUST sell the boat}.", "NEVER Never sell the boat at any price"],
    ["{MUST Tune the} cello's {... strings by ear}.", "MUST Tune the cello's strings by ear"],
    ["{MUST Light the stove with the} wood.", "MUST Light the stove with the wood"],
    ["I was told: not {MUST a saddle, a rug}.", "MUST Not a saddle, a rug"],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["{MUST Salt the butter}, says my aunt, who is a cook, {... by hand}.", "MUST Salt the butter by hand"],
    ["{MUST Fold the napkins} on the table. It looks {... nice}.", "MUST Fold the napkins, nice"],
    ["{MUST Press the flowers}, as I said, {... by colour}.", "MUST Press the flowers by colour"],
  ])("but not many, nor over a comma: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("where what is picked makes no sentence, the message's own words stand", () => {
  test.each([
    ['{NEVER Phase out "synergy"}, I beg you.', 'NEVER Phase out "synergy"'],
    ["Keep your fingers {NEVER off the seedlings}, please.", "NEVER Keep your fingers off the seedlings"],
    ["I do not wish to be {NEVER addressed as a boss}.", "NEVER Do not address me as a boss"],
    ["Strictly no {NEVER sharing of the tide tables}.", "NEVER Strictly no sharing of the tide tables"],
    [
      "Don't {NEVER ring}, don't {... ping}, don't {... blink during the concert}.",
      "NEVER Do not ring, do not ping, do not blink during the concert",
    ],
    [
      "{MUST The rye loaves} sell out by noon, so {... bake them first thing every market day}.",
      "MUST The rye loaves sell out by noon, so bake them first thing every market day",
    ],
    ["You could do with {AVOID hedging less about mushrooms}.", "AVOID Hedge less about mushrooms"],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["The pans are new. Don't {NEVER scratch} or {... heat them dry}.", "NEVER Do not scratch or heat the pans dry"],
    ["{NEVER Berlin trips} are off.", "NEVER No Berlin trips"],
  ])("not where they lack what they are about, or ban nothing: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["[MUST Tide tables]: {MUST two pages at most}.", "MUST Two pages at most for tide tables"],
    ["[MUST The day before a trip], {MUST print the tickets}.", "MUST Print the tickets the day before a trip"],
    ["[PREFER Night shifts], {PREFER strong tea}.", "PREFER Prefer strong tea for night shifts"],
    ["[MUST Family trips], {MUST book aisle seats}.", "MUST Book aisle seats for family trips"],
    ["{MUST End commit subjects with a period}.", "MUST End commit subjects with a period"],
  ])("what a rule is about stands behind it: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("what is liked better than what", () => {
  test.each([
    [
      "I'd call {PREFER a slow train} better than {... a short flight}.",
      "PREFER Prefer a slow train over a short flight",
    ],
    [
      "{PREFER Mending socks} rather than {... buying some} is our way.",
      "PREFER Prefer mending socks over buying some",
    ],
    [
      "We {PREFER walk to the mill} rather than {... drive there}.",
      "PREFER Prefer to walk to the mill rather than drive there",
    ],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["I like {PREFER a stop longer than a day}.", "PREFER Prefer a stop longer than a day"],
    ["I like {PREFER a walk} of more than {... an hour}.", "PREFER Prefer a walk of more than an hour"],
  ])("but not how much: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("what limits a rule is none", () => {
  test.each([
    [
      "{MUST If the kiln is above 900 degrees}, {MUST call the potter}.",
      "MUST Call the potter if the kiln is above 900 degrees",
    ],
    ["Unless {AVOID it's a wedding}, {AVOID avoid white lilies}.", "AVOID Avoid white lilies unless it's a wedding"],
    ["{MUST When the tide is out}, who knows."],
    ["Should [MUST a guest fall in], {MUST throw the ring}.", "MUST Throw the ring if a guest fall in"],
    ["Before you pitch a tent, {MUST ask the farmer}.", "MUST Ask the farmer before you pitch a tent"],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["If you could {AVOID keep the drum solos short}, I'd be glad.", "AVOID Keep the drum solos short"],
    ["{MUST Feed the geese, then the ducks}.", "MUST Feed the geese, then the ducks"],
    ["While you're at it, {MUST ask the farmer for wood}.", "MUST Ask the farmer for wood"],
    ["For the choir, {MUST large print}, {... no staples}.", "MUST Large print, no staples"],
  ])("as before: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("what asks for less is not turned round", () => {
  test.each([
    ["{AVOID Be wary of lending the good chisels}.", "AVOID Be wary of lending the good chisels"],
    ["So {NEVER strike my cousin off the mailing list}.", "NEVER Strike my cousin off the mailing list"],
    ["{AVOID Reduce the commas in my toasts}, they read like lists.", "AVOID Reduce the commas in my toasts"],
    ["{NEVER Turn nothing on} while we sleep.", "NEVER Turn nothing on"],
    ["{AVOID Go light on garlic}.", "AVOID Go light on garlic"],
    ["Please {AVOID lean on the cymbals less}.", "AVOID Lean on the cymbals less"],
    ["{AVOID Go back to the old seating plan}.", "MUST Go back to the old seating plan"],
    ["I'd not mind {AVOID less incense in the hall}.", "AVOID Use less incense in the hall"],
    ["{AVOID Try not to wake the bees}.", "AVOID Avoid waking the bees"],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["It is not for you to {NEVER rank the pupils}.", "NEVER Do not rank the pupils"],
    ["I don't want you to {NEVER praise my watercolours}.", "NEVER Do not praise my watercolours"],
    ["Nobody should {NEVER touch the sourdough}.", "NEVER Do not touch the sourdough"],
    ["{NEVER Force pushing to it} is prohibited.", "NEVER Do not use force pushing to it"],
    ["I am no fan of {AVOID group photos}.", "AVOID Avoid group photos"],
  ])("and a ban is one: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("what pleases or bothers is all of its clause", () => {
  test.each([
    ["I hate it if {AVOID a hymn} skips its last verse.", "AVOID Avoid a hymn that skips its last verse"],
    ["I love it when {PREFER a tour} has one free hour in it.", "PREFER Prefer that a tour has one free hour in it"],
    ["I'd be glad if the {PREFER soup} came as {... a broth}.", "PREFER Prefer that the soup came as a broth"],
    ["I'd be grateful if you {PREFER left the shutters open}.", "PREFER Try to leave the shutters open"],
    ["It's great if {PREFER the soup} of the day is {... vegan}.", "PREFER Prefer that the soup of the day is vegan"],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["I hate {AVOID puns in hymns}, as they jar.", "AVOID Avoid puns in hymns"],
    ["When it rains I love {PREFER a hot soup}.", "PREFER Prefer a hot soup"],
    ["I love it when you {PREFER hum the tune}.", "PREFER Try to hum the tune"],
  ])("but nothing else is: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("what a message says is not turned round by what the model leaves out", () => {
  test.each([
    ["It helps me no end when you {AVOID hum the tune first}.", "PREFER Try to hum the tune first"],
    ["Don't, [PREFER if it can be helped], {PREFER wake the bees}.", "AVOID Avoid waking the bees if it can be helped"],
    ["You shouldn't want {MUST more than one hive each}.", "NEVER Do not want more than one hive each"],
    ["You are not, said the vet, {MUST to feed the hens bread}."],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["Never forget {MUST the sextant on long trips}.", "MUST The sextant on long trips"],
    ["Posters never name the donors, {MUST only the town they live in}.", "MUST Only the town they live in"],
    ["It bores me when you {AVOID whistle the tune}.", "AVOID Avoid whistling the tune"],
  ])("as before: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("where and when alone are no rule", () => {
  test.each([
    ["Guests come {MUST between six and eight}."],
    ["I'd want that {MUST on each jar, under the name}."],
    ["Never again {NEVER under fifteen minutes a hill}."],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["Pupils who squint: try {PREFER for bigger print}.", "PREFER Try for bigger print"],
    ["The bell is loud, so {MUST ring it between six and eight}.", "MUST Ring it between six and eight"],
    ["Whatever they say, {MUST out with the old nets}.", "MUST Out with the old nets"],
  ])("but what is done there is: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("a rule has its last word, though the model is less sure of it", () => {
  test.each([
    ["For the feast: {NEVER no smoked} {?... eel}.", "NEVER No smoked eel"],
    ["I'm no fan of {AVOID folded} {?... napkins}, as they fall.", "AVOID Avoid folded napkins"],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["I'm no fan of {AVOID eel soup} {?... for} breakfast on Sundays at home.", "AVOID Avoid eel soup"],
    ["I'm no fan of {AVOID eel soup}, {?... Bob}.", "AVOID Avoid eel soup"],
  ])("but not what goes on: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

describe("a rule has its first word, though the model is less sure of it", () => {
  test.each([
    ["Toads are shy, so {?MUST carry} them {... to the pond in a hat}.", "MUST Carry toads to the pond in a hat"],
    [
      "The bell is loud, so don't {?NEVER ring} it {... before the baby wakes}.",
      "NEVER Do not ring the bell before the baby wakes",
    ],
    ["We eat late, so {?MUST book} a {... table after nine}.", "MUST Book a table after nine"],
  ])("%s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });

  test.each([
    ["So {?MUST carry} them, the toads, slowly, {... in a straw hat}."],
    ["He will {?NEVER sing} at {MUST church fairs in winter}.", "MUST Church fairs in winter"],
    ["{?MUST carry the toads}"],
    ["Stop {NEVER praising}, {MUST hum instead}.", "NEVER Do not praise", "MUST Hum instead"],
  ])("but not one that is far off, or another's: %s", (message, ...rules) => {
    expect(rulesOf(message)).toEqual(rules);
  });
});

test("a rule ends with its item of a list", () => {
  expect(rulesOf("Camp rules:\n- {NEVER no fires under trees}\n- {... no knives for cubs}")).toEqual([
    "NEVER No fires under trees",
    "NEVER No knives for cubs",
  ]);
  expect(rulesOf("{MUST Pack the tent\nby its own poles}")).toEqual(["MUST Pack the tent by its own poles"]);
});

test("a rule that runs through two marks is one", () => {
  expect(rulesOf("{MUST Any boat in the harbour} must {MUST carry two oars}.")).toHaveLength(1);
});
