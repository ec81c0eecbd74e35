import type { HeaderFields } from "../../../call.ts";
import type { JsonObject, JsonValue } from "../../../json.ts";
import { isBlank } from "../../../memory/text.ts";
import { withoutMemory } from "../injection/block/render.ts";
import { clientRequestOf, textsOf } from "./client-request.ts";
import { saidByUser, type RequestClass, type Said, type SaidIn } from "./client.ts";
import { clients } from "./programs/index.ts";
import { toolResultsIn } from "./tool-results.ts";

/** Which of a client's own requests this is; `undefined` for a turn of the user's. */
export function requestClassOf(headers: HeaderFields, json: JsonObject): RequestClass | undefined {
  const request = clientRequestOf(headers, json);
  return firstOf(clients, ({ classOf }) => classOf?.(request));
}

/**
 * Reads the user's messages of a request: what each says, without what its client put in. Made once for a request, from
 * its system text, its messages, and whether it has tools. Where these are of more than one, who is named is another: an
 * agent, or one of several people.
 */
export function userReader(
  system: string,
  messages: readonly JsonObject[] = [],
  hasTools = false,
): (message: JsonObject) => Said {
  const isAlone = !hasTools && messages.filter(({ role }) => role === "user").length <= 1;
  const readers = clients.flatMap((client) => client.saidIn ?? client.saidUnder?.(system, isAlone) ?? []);
  const saidIn: SaidIn = (text) => firstOf(readers, (read) => read(text));
  const systemStart = system.trimStart();
  const resultsBefore = toolResultsIn(messages);
  const names = new Set(messages.filter(({ role }) => role === "user").map(({ name }) => name ?? ""));
  return (message) => {
    const parts = textsOf(message["content"]);
    const framed = firstOf(clients, ({ saidAmong }) => saidAmong?.(parts, () => resultsBefore(message), systemStart));
    const said = join(framed ?? parts.map((text) => saidIn(text) ?? saidByUser(text)));
    const { name } = message;
    const isAmongOthers = typeof name === "string" && names.size > 1 && !ownNames.test(name);
    return isAmongOthers || isClientsOwn(name) ? { ...said, origin: "agent" } : said;
  };
}

/** Whether a message of the user's role says only that the model goes on with what it planned for the same turn. */
export function isSentOn({ role, content }: JsonObject, system: string): boolean {
  const texts = role === "user" ? textsOf(content) : [];
  return texts.length > 0 && texts.every((text) => clients.some(({ sendsOn }) => sendsOn?.(text, system)));
}

/** What the user says in a message of the system's that a client passes it on in. */
export function saidInSystem(message: JsonObject): Said {
  const said = textsOf(message["content"]).map((text) => firstOf(clients, (client) => client.saidInSystem?.(text)));
  return join(said.filter((each) => each !== undefined));
}

/** What a model's reply says, without the marks that clients have it set, and without memory that it says again. */
export function replyText(text: string): string {
  return clients.reduce((said, { repliedIn }) => repliedIn?.(said) ?? said, withoutMemory(text));
}

/** Of nobody, and of the user among agents. */
const ownNames = /^(?:$|user|human)/iu;

function isClientsOwn(name: JsonValue | undefined): boolean {
  return clients.some(({ names }) => names?.some((own) => own === name));
}

function join(parts: readonly Said[]): Said {
  const said = parts.map((part) => ({ ...part, text: withoutMemory(part.text) })).filter(({ text }) => !isBlank(text));
  const text = said
    .map((each) => each.text)
    .join("\n\n")
    .trim();
  return { text, origin: said.some(({ origin }) => origin === "agent") ? "agent" : "user" };
}

function firstOf<E, T>(list: readonly E[], find: (element: E) => T | undefined): T | undefined {
  for (const element of list) {
    const found = find(element);
    if (found !== undefined) return found;
  }
  return undefined;
}
