import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json.ts";
import { elementsAt, membersAt } from "../../../src/gateway/wire/spans.ts";
import { World } from "./world.ts";

/** Conversations as clients hold them: whatever memory does, what a provider saw stays the beginning of what it sees. */

let world: World;
let memories: string[];
beforeAll(async () => {
  world = await World.create();
  const everybody = { account: "acc_a", user: "system" };
  memories = [];
  for (let i = 0; i < 24; i++) {
    const name = `memory ${i} with "quotes" and </cairn_memory>`;
    memories.push(i % 3 === 0 ? await world.pattern(name) : await world.said(name, { scope: everybody }));
  }
});
afterAll(() => world[Symbol.asyncDispose]());

type Step = {
  kind: "next" | "tool" | "edit" | "branch" | "retry";
  at: number;
  found: number[];
  mode: "on" | "read" | "off";
  fails: boolean;
};
type Sent = { messages: JsonObject[]; upstream: Buffer; mode: Step["mode"]; fails: boolean };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("next", "next", "next", "tool", "edit", "branch", "retry"),
  at: fc.nat(1_000),
  found: fc.uniqueArray(fc.nat(23), { maxLength: 4 }),
  mode: fc.constantFrom("on", "on", "on", "read", "off"),
  fails: fc.boolean(),
});
const conversation = fc.record({
  dialect: fc.constantFrom("anthropic" as const, "openai" as const),
  system: fc.constantFrom(undefined, "You help.", "array" as const),
  systemInMessages: fc.boolean(),
  session: fc.constantFrom(undefined, "s-1"),
  thinks: fc.boolean(),
  steps: fc.array(step, { minLength: 2, maxLength: 40, size: "max" }),
});
type Client = typeof conversation extends fc.Arbitrary<infer T> ? T : never;

let runs = 0;

test("each request's bytes begin with the previous one's, up to the new turn", { timeout: 300_000 }, async () => {
  await fc.assert(fc.asyncProperty(conversation, hold), { numRuns: 100 });
  expect(world.errors.filter((error) => !String(error).includes("scripted"))).toEqual([]);
});

async function hold(client: Client): Promise<void> {
  const scope = { account: "acc_a", user: `user ${runs++}` };
  let messages: JsonObject[] = [];
  let previous: Sent | undefined;
  for (const [turn, { kind, at, found, mode, fails }] of client.steps.entries()) {
    messages = nextMessages(messages, kind, at, turn, client.dialect);
    world.finds(...found.map((each) => memories[each]!));
    world.fail = fails && at % 4 === 0 ? () => Promise.reject(new Error("scripted")) : undefined;
    world.nowMs += 1_000;
    const target = { provider: "p", model: "m", systemInMessages: client.systemInMessages };
    const headers = { "x-cairn-memory": mode, "x-session-id": client.session };
    const reply = `reply ${turn}`;
    const sent = await world.exchange(bodyOf(client, messages), reply, {
      scope,
      dialect: client.dialect,
      headers,
      target,
    });
    const now: Sent = { messages, upstream: sent.upstream, mode, fails };
    if (previous) compare(previous, now);
    previous = now;
    messages = [...messages, { role: "assistant", content: replyOf(client, reply) }];
  }
}

type Node = { messages: JsonObject[]; upstream: Buffer; reply: JsonObject };

/** Whichever reply is gone on from: what it was given for stays, though the same turn was asked in other modes too. */
const tree = fc.record({
  client: conversation,
  steps: fc.array(
    fc.record({
      again: fc.boolean(),
      at: fc.nat(1_000),
      found: fc.uniqueArray(fc.nat(23), { minLength: 1, maxLength: 4 }),
      mode: fc.constantFrom("on" as const, "off" as const, "read" as const, "nothing" as const),
    }),
    { minLength: 3, maxLength: 20, size: "max" },
  ),
});

test("a reply is gone on from with what it was given for, in whatever mode", { timeout: 300_000 }, async () => {
  await fc.assert(fc.asyncProperty(tree, goOn), { numRuns: 100 });
});

async function goOn({ client, steps }: typeof tree extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const scope = { account: "acc_a", user: `user ${runs++}` };
  const nodes: Node[] = [];
  world.fail = undefined;
  for (const [turn, { again, at, found, mode }] of steps.entries()) {
    const parent = nodes[at % Math.max(1, nodes.length)];
    const isGrown = parent !== undefined && !again;
    const question = { role: "user", content: `this is question ${turn}` };
    const messages = isGrown ? [...parent.messages, parent.reply, question] : (parent?.messages ?? [question]);
    world.finds(...found.map((each) => memories[each]!));
    world.nowMs += 1_000;
    // A conversation that begins without memory is not known.
    const isKnown = messages.length > 1 || mode !== "off";
    const asked = mode === "nothing" ? { "x-cairn-memory-budget": "0" } : { "x-cairn-memory": isKnown ? mode : "read" };
    const { upstream } = await world.exchange(bodyOf(client, messages), `reply ${turn}`, {
      scope,
      dialect: client.dialect,
      headers: { ...asked, "x-session-id": client.session },
      target: { provider: "p", model: "m", systemInMessages: client.systemInMessages },
    });
    const kept = isGrown ? parent.upstream.subarray(0, endOf(parent.upstream, parent.messages.length)) : "";
    expect(upstream.toString("utf8", 0, kept.length)).toBe(kept.toString());
    nodes.push({ messages, upstream, reply: { role: "assistant", content: replyOf(client, `reply ${turn}`) } });
  }
}

/** As the client keeps it. A thought is bound to each byte before it. */
function replyOf({ dialect, thinks }: Client, reply: string): JsonValue {
  if (dialect === "openai" || !thinks) return reply;
  return [
    { type: "thinking", thinking: "", signature: `sig of ${reply}` },
    { type: "text", text: reply },
  ];
}

/** What the client sends next; the last message is the assistant's, but for the first turn. */
function nextMessages(held: JsonObject[], kind: Step["kind"], at: number, turn: number, dialect: Client["dialect"]) {
  const said = { role: "user", content: `this is question ${turn}` };
  if (held.length === 0) return [said];
  switch (kind) {
    case "retry":
      return held.slice(0, -1);
    case "branch": {
      const users = held.flatMap(({ role }, i) => (role === "assistant" ? [i] : []));
      return [...held.slice(0, users[at % users.length]! + 1), said];
    }
    case "edit": {
      const edited = held.map((message, i) => (i === at % held.length ? editOf(message, turn) : message));
      return [...edited, said];
    }
    case "tool":
      return [...held.slice(0, -1), ...toolTurn(dialect, turn)];
    default:
      return [...held, said];
  }
}

/** Only text is edited; a result of a tool stays with its call. */
function editOf(message: JsonObject, turn: number): JsonObject {
  return typeof message["content"] === "string" && message["role"] !== "tool"
    ? { ...message, content: `${message["content"]} edited ${turn}` }
    : message;
}

function toolTurn(dialect: Client["dialect"], turn: number): JsonObject[] {
  const id = `call_${turn}`;
  if (dialect === "anthropic") {
    return [
      { role: "assistant", content: [{ type: "tool_use", id, name: "look", input: { at: turn } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "found" }] },
    ];
  }
  const call = { id, type: "function", function: { name: "look", arguments: `{"at":${turn}}` } };
  return [
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content: "found" },
  ];
}

function bodyOf({ dialect, system }: Client, messages: JsonObject[]): JsonObject {
  if (system === undefined) return { model: "m", messages };
  if (dialect === "openai") return { model: "m", messages: [{ role: "developer", content: system }, ...messages] };
  const blocks = [{ type: "text", text: "You help.", cache_control: { type: "ephemeral" } }];
  return { model: "m", system: system === "array" ? blocks : system, messages };
}

function compare(previous: Sent, now: Sent): void {
  const isEqual = (i: number) => JSON.stringify(previous.messages[i]) === JSON.stringify(now.messages[i]);
  const differing = previous.messages.findIndex((_, i) => i >= now.messages.length || !isEqual(i));
  const common = differing < 0 ? previous.messages.length : differing;
  const isRetry = common === previous.messages.length && common === now.messages.length;
  if (isRetry && previous.mode !== "off") {
    expect(now.upstream.toString()).toBe(previous.upstream.toString());
    return;
  }
  const newTurn = now.messages.slice(0, -1).findLastIndex(({ role }) => role === "assistant") + 1;
  const kept = Math.min(common, newTurn);
  if (kept === 0) return;
  const end = endOf(previous.upstream, kept);
  expect(now.upstream.toString("utf8", 0, end)).toBe(previous.upstream.toString("utf8", 0, end));
}

/** Where the client's first `count` messages end in what the provider got, with what was inserted behind them. */
function endOf(upstream: Buffer, count: number): number {
  const elements = elementsAt(upstream, membersAt(upstream).get("messages")!.start);
  let seen = 0;
  let end = 0;
  for (const element of elements) {
    const message = JSON.parse(upstream.toString("utf8", element.start, element.end)) as JsonObject;
    const isOwn = message["role"] === "user" || message["role"] === "assistant" || message["role"] === "tool";
    if (isOwn && ++seen > count) return end;
    end = element.end;
  }
  return end;
}
