import { randomUUID } from "node:crypto";
import type { Received } from "../../gateway/support/upstream.ts";
import { Rest } from "../../support/rest.ts";
import type { Place } from "../exchange.ts";
import { answering, askedIn } from "../provider.ts";
import { question, seeded, type World } from "../world.ts";
import { blocksIn, messagesOf, withoutMemory } from "./requests.ts";
import { Session, type Pointing } from "./session.ts";

const turns = [
  question,
  "And what does she keep on her roof?",
  "Then write her a birthday card, in one sentence.",
  "Shorter, please, and in Portuguese.",
];
const replies = ["In Lisbon.", "Bees.", "Dear Ana, a happy birthday to you and your bees.", "Parabéns, Ana!"];
/** What bears on the third turn only. */
const later = "Ana liked the birthday card in green ink that I wrote her last year.";
/** What every turn is told. */
const rule = "dates with the day first";

/**
 * A conversation with the provider itself and the same through the gateway: the requests differ in memory and in the
 * credential only, each begins with the one before, and what was said is stored in its session.
 */
export async function conversation(world: World, place: Place): Promise<string[]> {
  const key = await world.remindedUser("conversation");
  const rest = new Rest(world.server, key);
  for (const content of [later, `Always write ${rule}.`])
    await rest.post("/api/v1/working", { role: "user", session_id: "earlier", content });
  const id = randomUUID();
  const direct = await converse(world, place, id, { url: world.upstream.url, key, hints: true });
  const passed = await converse(world, place, id, { url: world.server.url, key, hints: true });
  if (direct.length !== turns.length || passed.length !== turns.length)
    return [`${direct.length} requests to the provider, ${passed.length} through the gateway`];
  return [
    ...passed.flatMap((request, i) => differences(direct[i]!, request).map((fault) => `turn ${i + 1}: ${fault}`)),
    ...passed.slice(1).flatMap((request, i) => prefixFaults(passed[i]!, request)),
    ...passed.flatMap((request, i) => missing(i < 2 ? [seeded, rule] : [seeded, later, rule], request, i)),
    ...(await storedFaults(rest, id)),
  ];
}

async function converse(world: World, place: Place, id: string, pointing: Pointing): Promise<Received[]> {
  const before = world.upstream.received.length;
  const session = new Session(place, id, pointing);
  for (const [i, text] of turns.entries()) {
    world.upstream.always(answering(() => ({ text: replies[i]! })));
    const { stdout, stderr } = await (i === 0 ? session.begin(text) : session.goOn(text));
    if (stdout.trim() !== replies[i]) throw new Error(`turn ${i + 1} printed ${stdout}${stderr}`);
  }
  return world.upstream.received
    .slice(before)
    .filter((request) => request.method === "POST" && askedIn(request).tools?.length);
}

/** What each connection has of its own, and the id of a prompt. */
const ofOne = ["host", "connection", "content-length", "accept-encoding", "authorization", "x-claude-code-prompt-id"];

function differences(direct: Received, passed: Received): string[] {
  const [sent, arrived] = [withoutMemory(direct), withoutMemory(passed)];
  const names = new Set([...Object.keys(direct.headers), ...Object.keys(passed.headers)]);
  const changed = [...names].filter((name) => direct.headers[name] !== passed.headers[name]);
  return [
    ...(sent === arrived ? [] : [`the body differs at ${firstDifference(sent, arrived)}`]),
    ...changed
      .filter((name) => !ofOne.includes(name) && name !== "x-api-key")
      .map((name) => `${name} was ${direct.headers[name]}, became ${passed.headers[name]}`),
  ];
}

function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((character, i) => character !== other[i]);
  return `${at}: ${one.slice(at - 60, at + 120)} | ${other.slice(at - 60, at + 120)}`;
}

function missing(memories: string[], { body }: Received, at: number): string[] {
  return memories.filter((text) => !body.includes(text)).map((text) => `turn ${at + 1} lacks "${text}"`);
}

function prefixFaults(before: Received, after: Received): string[] {
  const messages = messagesOf(after);
  const changed = messagesOf(before).findIndex((message, i) => message !== messages[i]);
  const isFewer = blocksIn(after) < blocksIn(before);
  return [
    ...(changed < 0 ? [] : [`message ${changed} changed: ${messages[changed]}`]),
    ...(isFewer ? ["memory is gone that was shown before"] : []),
  ];
}

async function storedFaults(rest: Rest, sessionId: string): Promise<string[]> {
  const { body } = await rest.get(`/api/v1/sessions/${sessionId}/messages?limit=50`);
  const stored = (body.messages ?? []).map(({ content }: { content: string }) => content);
  const said = turns.flatMap((text, i) => [text, replies[i]]);
  return JSON.stringify(stored) === JSON.stringify(said) ? [] : [`stored is ${JSON.stringify(stored)}`];
}
