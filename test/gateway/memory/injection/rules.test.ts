import * as fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "../../../../src/gateway/estimate.ts";
import { budgetedTokens, ruleSet, type Rule } from "../../../../src/gateway/memory/injection/rules/rules.ts";
import { assistant, user, World } from "../world.ts";

/** The rules that hold are told first, once, and again where others hold. */

const rule = (text: string, more: Partial<Rule> = {}): Rule => ({
  type: "MUST",
  text,
  isOfAll: false,
  memoryIds: [],
  atMs: Date.UTC(2026, 2, 4),
  ...more,
});

/** A world in which rules can be stated and taken back. */
async function ruledWorld() {
  const rules: Rule[] = [];
  const world = await World.create({ rulesOf: async () => [...rules] });
  return Object.assign(world, {
    async states(text: string, more: Partial<Rule> = {}) {
      rules.push(rule(text, { memoryIds: [await world.said(`Rule: ${text}`)], ...more }));
    },
    /** In the first turn of a conversation, which is answered by "a". */
    async statesInConversation(text: string, said: string) {
      const first = await world.exchange({ messages: [user(said)] }, "a");
      const { message_id: own } = await world.store.db.read
        .selectFrom("gateway_turn")
        .select("message_id")
        .where("chain", "=", first.plan.opening!.messages[0]!.chain)
        .executeTakeFirstOrThrow();
      rules.push(rule(text, { memoryIds: [own] }));
    },
    rules,
  });
}

const texts = (upstream: Buffer) => upstream.toString().match(/<cairn_rules>.*?<\/cairn_rules>/gsu) ?? [];

test("a first turn has them behind the system's text, before guidance, whatever it is about", async () => {
  await using world = await ruledWorld();
  await world.states("Use pnpm");
  await world.states("Never say <b>hi</b>", { type: "NEVER", isOfAll: true });
  world.finds(await world.pattern("Deploy"));
  const { upstream, headers } = await world.prepare({ system: "Help.", messages: [user("How do we deploy here?")] });
  const { system } = JSON.parse(upstream.toString()) as { system: { text: string }[] };
  expect(system.map(({ text }) => text.slice(0, 13))).toEqual(["Help.", "<cairn_rules>", "<cairn_guidan"]);
  expect(system[1]!.text).toContain('<rule type="MUST" for="user" date="2026-03-04">Use pnpm</rule>');
  expect(system[1]!.text).toContain(
    '<rule type="NEVER" for="everybody" date="2026-03-04">Never say &lt;b&gt;hi&lt;/b&gt;</rule>',
  );
  expect(headers).toMatchObject({ "x-cairn-memory-rules": "2", "x-cairn-memory-items": "1" });

  const short = await world.prepare({ messages: [user("hi")] });
  expect(texts(short.upstream)).toHaveLength(1);
  expect(short.headers).toMatchObject({ "x-cairn-memory": "applied", "x-cairn-memory-items": "0" });
});

test("a user's own are told before everybody's of their type, and everybody's have their room first", () => {
  const given = [
    rule("Answer in German", { isOfAll: true }),
    rule("Answer in English"),
    rule("Never lie", { type: "NEVER" }),
  ];
  expect(ruleSet(given, 0).rules.map(({ text }) => text)).toEqual([
    "Answer in English",
    "Answer in German",
    "Never lie",
  ]);
  const long = rule("long ".repeat(380));
  expect(ruleSet([given[0]!, long, long], 0).rules).toEqual([long, given[0]]);
});

test("they are told whatever the budget is: with none only MUST and NEVER, and nothing is searched for", async () => {
  await using world = await ruledWorld();
  await world.states("Use pnpm");
  await world.states("Use tabs", { type: "PREFER" });
  world.finds(await world.said("Oslo"));
  const headers = { "x-cairn-memory-budget": "0" };
  const { upstream, headers: told } = await world.prepare({ messages: [user("the first question")] }, { headers });
  expect(texts(upstream)).toEqual([expect.stringContaining("Use pnpm")]);
  expect(upstream.toString()).not.toMatch(/Use tabs|Oslo/u);
  expect(told).toMatchObject({ "x-cairn-memory": "applied", "x-cairn-memory-rules": "1", "x-cairn-memory-items": "0" });
  expect(world.asked).toEqual([]);
});

test("what states a rule is shown where it bears on a turn, for the rule is a part of what it says", async () => {
  await using world = await ruledWorld();
  const whole = "We booked the hall in Elm Street for the concert, so ask Ines before you move it";
  const id = await world.said(whole);
  world.rules.push(rule("Ask Ines", { memoryIds: [id] }));
  const first = await world.exchange({ messages: [user("How do we deploy here?")] }, "a");
  expect(texts(first.upstream)).toHaveLength(1);
  world.finds(id);
  const messages = [user("How do we deploy here?"), assistant("a"), user("Which hall did we book?")];
  const { upstream, receipt } = await world.prepare({ messages });
  expect(receipt.items).toBe(1);
  expect(upstream.toString()).toContain(whole);
});

test("they are told where the search is late or fails, which is told too", async () => {
  const rulesOf = async () => [rule("Use pnpm", { memoryIds: [id] })];
  await using world = await World.create({ rulesOf, timeoutMs: 1_500 });
  const id = await world.said("Rule: Use pnpm");
  const ask = { messages: [user("How do we install it here?")] };
  world.fail = () => Promise.reject(new Error("no index"));
  const told = { "x-cairn-memory": "applied", "x-cairn-memory-rules": "1", "x-cairn-memory-items": "0" };
  expect((await world.prepare(ask)).headers).toMatchObject({ ...told, "x-cairn-memory-reason": "error" });
  world.fail = () => new Promise(() => {});
  const late = await world.prepare(ask);
  expect(late.headers).toMatchObject({ ...told, "x-cairn-memory-reason": "timeout" });
  expect(late.receipt.reason).toBe("timeout");
});

test("where they are not known what is found is shown, and told that it may not be all", async () => {
  await using world = await World.create({ rulesOf: () => Promise.reject(new Error("no rules")) });
  world.finds(await world.said("Oslo"));
  const { headers, receipt } = await world.prepare({ messages: [user("the first question")] });
  expect(headers).toMatchObject({ "x-cairn-memory": "applied", "x-cairn-memory-items": "1" });
  expect(receipt.reason).toBe("error");
});

test("they are told again only where others hold, and the whole of them", async () => {
  await using world = await ruledWorld();
  await world.states("Use pnpm");
  let messages = [user("the first question")];
  const first = await world.exchange({ messages }, "a");
  messages = [...messages, assistant("a"), user("the second question")];
  const second = await world.exchange({ messages }, "b");
  expect(texts(second.upstream)).toEqual(texts(first.upstream));
  expect(second.headers).not.toHaveProperty("x-cairn-memory-rules");

  await world.states("Use tabs", { type: "PREFER" });
  messages = [...messages, assistant("b"), user("the third question")];
  const third = await world.exchange({ messages }, "c");
  expect(texts(third.upstream)).toHaveLength(2);
  expect(texts(third.upstream)[1]).toMatch(/replaces every earlier list of rules[^]*Use pnpm[^]*Use tabs/u);
  expect(third.headers).toMatchObject({ "x-cairn-memory-rules": "2", "x-cairn-memory-position": "message" });

  world.rules.length = 0;
  messages = [...messages, assistant("c"), user("the fourth question")];
  const fourth = await world.exchange({ messages }, "d");
  expect(texts(fourth.upstream)[2]).toContain("None of the rules listed before applies any longer");
  messages = [...messages, assistant("d"), user("the fifth question")];
  expect(texts((await world.exchange({ messages }, "e")).upstream)).toHaveLength(3);
});

test.each([0, 60])("a budget of %d takes back no wish that was told", async (budget) => {
  await using world = await ruledWorld();
  await world.states("Use pnpm");
  await world.states("Use tabs", { type: "PREFER" });
  let messages = [user("the first question")];
  const first = await world.exchange({ messages }, "a");
  const headers = { "x-cairn-memory-budget": String(budget) };
  const goesOn = async () => {
    messages = [...messages, assistant("a"), user("the next question")];
    return texts((await world.exchange({ messages }, "a", { headers })).upstream);
  };
  expect(await goesOn()).toEqual(texts(first.upstream));
  await world.states("Be brief", { type: "AVOID" });
  world.rules.shift();
  const [, second, ...more] = await goesOn();
  expect(second).toContain("Use tabs");
  expect(second).not.toMatch(/Use pnpm|Be brief/u);
  expect(more).toEqual([]);
  expect(await goesOn()).toHaveLength(2);
  world.rules.length = 0;
  expect((await goesOn()).slice(2)).toEqual([
    expect.stringContaining("None of the rules listed before applies any longer"),
  ]);
});

test("where the room is short, a wish that was told keeps it before a new one that is weightier", () => {
  const wish = (text: string, more: Partial<Rule> = {}) => rule(text, { type: "PREFER", ...more });
  const told = [wish("short paragraphs"), wish("no emoji", { type: "AVOID" })];
  const before = ruleSet(told, 900).text;
  const shown = (rules: Rule[], budget: number) => ruleSet(rules, budget, before).rules.map(({ text }) => text);
  const added = wish("plain words");
  expect(shown([added, ...told], 0)).toEqual(["short paragraphs", "no emoji"]);
  expect(shown([added, ...told], 900)).toEqual(["plain words", "short paragraphs", "no emoji"]);
  const anew = wish("no emoji", { type: "AVOID", atMs: Date.UTC(2026, 5, 6) });
  expect(shown([added, told[0]!, anew], 0)).toEqual(["short paragraphs", "no emoji"]);
});

test("none are told where memory is off, nor to what a tool asks for itself", async () => {
  await using world = await ruledWorld();
  await world.states("Use pnpm");
  const asked = { messages: [user("the first question")] };
  const off = { "x-cairn-memory": "off" };
  expect(texts((await world.prepare(asked, { headers: off })).upstream)).toEqual([]);
  const auxiliary = { "x-claude-code-request-class": "auxiliary" };
  expect(texts((await world.prepare(asked, { headers: auxiliary })).upstream)).toEqual([]);
});

test("what the user states in this very conversation stands there", async () => {
  await using world = await ruledWorld();
  await world.statesInConversation("Use pnpm", "From now on, use pnpm.");
  const messages = [user("From now on, use pnpm."), assistant("a"), user("the next question")];
  expect(texts((await world.prepare({ messages })).upstream)).toEqual([]);
  expect(texts((await world.prepare({ messages: [user("another question here")] })).upstream)).toHaveLength(1);
});

test("but for what stands before Anthropic's compaction: that is told behind it, once", async () => {
  await using world = await ruledWorld();
  await world.statesInConversation("Use pnpm", "From now on, use pnpm.");
  const compacted = { role: "assistant", content: [{ type: "compaction", content: "s" }] };
  const messages = [user("From now on, use pnpm."), compacted, user("the next question")];
  const { upstream } = await world.exchange({ messages }, "b");
  expect(texts(upstream)).toEqual([expect.stringContaining("Use pnpm")]);
  const later = { messages: [...messages, assistant("b"), user("the last question")] };
  expect(texts((await world.prepare(later)).upstream)).toHaveLength(1);
});

test("a rule whose message was erased is not told again; what is left is", async () => {
  await using world = await ruledWorld();
  await world.states("Use pnpm");
  await world.states("Use tabs");
  const first = [user("the first question")];
  await world.exchange({ messages: first }, "a");
  const [gone] = world.rules.splice(0, 1);
  await world.forgets(...gone!.memoryIds);
  const { upstream } = await world.prepare({ messages: [...first, assistant("a"), user("the next question")] });
  expect(upstream.toString()).not.toContain("pnpm");
  expect(texts(upstream)).toHaveLength(1);
  expect(upstream.toString()).toContain("Use tabs");
});

test("rules that cannot be read leave the request its memory, and say nothing of rules", async () => {
  await using world = await World.create({ rulesOf: () => Promise.reject(new Error("no rules")) });
  world.finds(await world.said("I live in Oslo"));
  const { upstream, headers } = await world.prepare({ messages: [user("Where do I live?")] });
  expect(upstream.toString()).toContain("Oslo");
  expect(headers).toMatchObject({ "x-cairn-memory": "applied", "x-cairn-memory-items": "1" });
  expect(world.errors).toEqual([new Error("no rules")]);
});

test("PREFER and AVOID are a part of the budget, MUST and NEVER are not", async () => {
  const long = (words: number) => "so it is ".repeat(words / 3);
  const itemsBeside = async (...types: Rule["type"][]) => {
    await using world = await ruledWorld();
    for (const type of types) await world.states(`Be ${long(120)}`, { type });
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) ids.push(await world.said(`memory ${i} ${long(90)}`));
    world.finds(...ids);
    const headers = { "x-cairn-memory-budget": "800" };
    const { upstream, receipt } = await world.prepare({ messages: [user("the first question")] }, { headers });
    expect(texts(upstream)).toHaveLength(types.length === 0 ? 0 : 1);
    const isSoft = types.some((type) => type === "PREFER");
    const rest = receipt.tokens - (types.length > 0 && !isSoft ? estimateTokens(texts(upstream)[0]!) : 0);
    expect(rest).toBeLessThanOrEqual(800 + (isSoft ? 100 : 0)); // the head of the rules
    return receipt.items;
  };
  const alone = await itemsBeside();
  expect(alone).toBeLessThan(12);
  expect(await itemsBeside("MUST")).toBe(alone);
  expect(await itemsBeside("PREFER")).toBeLessThan(alone);
});

test("however often MUST and NEVER change, a conversation is shown what it would be without", async () => {
  await using world = await ruledWorld();
  let messages = [user("the first question")];
  for (let turn = 0; turn < 6; turn++) {
    world.rules.length = 0;
    await world.states(`Rule ${turn} ${"long ".repeat(300)}`);
    world.finds(await world.said(`memory ${turn}`));
    const headers = { "x-cairn-memory-budget": "200" };
    const { upstream, receipt } = await world.exchange({ messages }, "so", { headers });
    expect(texts(upstream)).toHaveLength(turn + 1);
    expect(receipt.items).toBe(1);
    messages = [...messages, assistant("so"), user(`this is question ${turn}`)];
  }
});

test("MUST and NEVER have room of their own; PREFER and AVOID a third of the budget", () => {
  const type = fc.constantFrom("MUST" as const, "NEVER" as const, "PREFER" as const, "AVOID" as const);
  const rules = fc.array(fc.record({ text: fc.string({ minLength: 1, maxLength: 600 }), type }), { maxLength: 20 });
  fc.assert(
    fc.property(rules, fc.nat(3_000), (all, budget) => {
      const given = all.map(({ text, type }) => rule(text, { type }));
      const { rules: chosen, omitted, text } = ruleSet(given, budget);
      expect(omitted).toBe(given.length - chosen.length);
      expect(chosen.every((each) => text.includes(`type="${each.type}"`))).toBe(true);
      const soft = chosen.filter(({ type }) => type === "PREFER" || type === "AVOID");
      expect(estimateTokens(text)).toBeLessThanOrEqual(600 + budget / 3 + 100);
      expect(budgetedTokens(text)).toBeLessThanOrEqual(budget / 3);
      expect(budgetedTokens(text) > 0).toBe(soft.length > 0);
      expect(budget < 48 ? soft : []).toEqual([]); // the shortest rule takes 16 tokens or more
      const binding = ruleSet(given, 0).rules;
      expect(chosen.slice(0, binding.length)).toEqual(binding);
    }),
  );
});
