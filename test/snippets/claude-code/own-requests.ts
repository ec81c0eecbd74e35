import { randomUUID } from "node:crypto";
import type { Received } from "../../gateway/support/upstream.ts";
import { Rest } from "../../support/rest.ts";
import type { Place } from "../exchange.ts";
import { answering, askedIn, type Asked } from "../provider.ts";
import { question, seeded, type World } from "../world.ts";
import { blocksIn } from "./requests.ts";
import { Session } from "./session.ts";
import { Terminal } from "./terminal.ts";

/** What Claude Code asks for itself: shown nothing new, and no part of what is stored. */

const task = "Find out where the bees of my sister Ana live, and report briefly.";
const secondQuestion = "And what does she keep on her roof?";
const thirdQuestion = "In which city do her bees fly about?";

/** A subagent that the model starts, known by its class or by its id alone. */
export const subagent = (hints: boolean) => async (world: World, place: Place) => {
  const call = {
    id: `toolu_${randomUUID().slice(0, 8)}`,
    name: "Agent",
    input: { description: "Find bees", prompt: task, subagent_type: "general-purpose" },
  };
  let isCalled = false;
  const say = (asked: Asked) => {
    const tool = isCalled || !asked.tools?.length ? undefined : call;
    isCalled ||= tool !== undefined;
    return { text: isTask(asked) ? "The bees live in Lisbon." : "In Lisbon.", ...(tool && { tool }) };
  };
  const { rest, session, received } = await begin(world, place, { hints, user: `subagent-${hints}`, say });
  await session.begin(question);
  await session.goOn(secondQuestion);
  const own = received().filter(({ headers }) => headers["x-claude-code-agent-id"] !== undefined);
  const stored = await storedIn(rest, session.id);
  return [
    ...faultsOf(own, stored, [question, secondQuestion]),
    ...(stored.includes("The bees live in Lisbon.") ? ["the subagent's reply is stored"] : []),
    ...remindedFaults(received().filter((request) => !own.includes(request))),
  ];
};

/** A summary, known by its class or by its words, and what the user says behind it. */
export const summary = (hints: boolean) => async (world: World, place: Place) => {
  const say = () => ({ text: "The user asked about Ana, who lives in Lisbon." });
  const { rest, session, received } = await begin(world, place, { hints, user: `summary-${hints}`, say });
  await session.begin(question);
  await session.goOn(secondQuestion);
  await session.goOn("/compact");
  await session.goOn(thirdQuestion);
  const own = received().filter(({ body }) => body.includes("Respond with TEXT ONLY"));
  const stored = await storedIn(rest, session.id);
  return [
    ...faultsOf(own, stored, [question, secondQuestion, thirdQuestion], 1),
    ...remindedFaults(received().filter((request) => !own.includes(request))),
  ];
};

/** The title that it asks for in a terminal, without a class. */
export async function title(world: World, place: Place): Promise<string[]> {
  const say = ({ output_config: { format } = {} }: Asked) => ({ text: format ? '{"title":"Ana"}' : "In Lisbon." });
  const { rest, session, received } = await begin(world, place, { hints: false, user: "title", say });
  const isTitle = ({ body }: Received) => body.includes("<session>");
  {
    await using terminal = new Terminal(session);
    await terminal.say(question, () => received().some(isTitle) && received().some((request) => !isTitle(request)));
  }
  return [
    ...faultsOf(received().filter(isTitle), await storedIn(rest, session.id), [question]),
    ...remindedFaults(received().filter((request) => !isTitle(request))),
  ];
}

/** Counts of tokens, as many as `/context` wants. */
export async function counts(world: World, place: Place): Promise<string[]> {
  const say = () => ({ text: "In Lisbon." });
  const { rest, session, received } = await begin(world, place, { hints: true, user: "counts", say });
  await session.begin(question);
  const { code, stdout, stderr } = await session.goOn("/context");
  const asked = received().filter(({ path }) => path.startsWith("/messages/count_tokens"));
  return [
    ...(code === 0 && stdout.includes("Context Usage") ? [] : [`ended with ${code}: ${stdout}${stderr}`]),
    ...faultsOf(asked, await storedIn(rest, session.id), [question]),
  ];
}

type Start = { hints: boolean; user: string; say: Parameters<typeof answering>[0] };

async function begin(world: World, place: Place, { hints, user, say }: Start) {
  const key = await world.remindedUser(user);
  const session = new Session(place, randomUUID(), { url: world.server.url, key, hints });
  const before = world.upstream.received.length;
  world.upstream.always(answering(say));
  return { rest: new Rest(world.server, key), session, received: () => world.upstream.received.slice(before) };
}

function isTask({ messages }: Asked): boolean {
  return JSON.stringify(messages[0]).includes(task);
}

async function storedIn(rest: Rest, sessionId: string): Promise<string[]> {
  const { body } = await rest.get(`/api/v1/sessions/${sessionId}/messages?limit=50`);
  const messages = (body.messages ?? []) as { role: string; content: string }[];
  return messages.map(({ role, content }) => (role === "user" ? `user: ${content}` : content));
}

/** What is wrong with its own requests, each of which may show as many blocks as the conversation has. */
function faultsOf(own: Received[], stored: string[], said: string[], blocks = 0): string[] {
  const ofUser = stored.filter((text) => text.startsWith("user: "));
  const expected = said.map((text) => `user: ${text}`);
  return [
    ...(own.length > 0 ? [] : ["it made no such request"]),
    ...own.filter((request) => blocksIn(request) !== blocks).map((request) => `one has ${blocksIn(request)} blocks`),
    ...(JSON.stringify(ofUser) === JSON.stringify(expected) ? [] : [`stored is ${JSON.stringify(stored)}`]),
  ];
}

function remindedFaults(turns: Received[]): string[] {
  const ofUser = turns.filter((request) => askedIn(request).tools?.length);
  return ofUser.filter(({ body }) => !body.includes(seeded)).map((_, i) => `turn ${i + 1} has no memory`);
}
