import type { JsonObject } from "../../../../json.ts";
import type { ChatRequest, SystemBlock, Turn } from "../../../chat/request.ts";
import type { Formatting } from "../../request/formatting.ts";
import { compact } from "../../request/read-member.ts";
import { checkNewestSaid, formatUserTurn } from "../../request/unsaid.ts";
import { answerInstruction } from "./answer-schema.ts";
import { formatCache, formatParts } from "./format-parts.ts";
import { resultsFirst } from "./results-first.ts";

type Message = { role: Turn["role"]; content: JsonObject[] };

/** `system`, block by block, and `messages`. */
export function formatMessages(request: ChatRequest, formatting: Formatting): JsonObject {
  checkNewestSaid(request, formatting, formatParts);
  const { inPlace, hoisted } = placeSystem(request.turns, formatting);
  const instruction = answerInstruction(request.answerFormat, formatting);
  const blocks = [...request.system, ...hoisted, ...(instruction === undefined ? [] : [{ text: instruction }])];
  const system = blocks
    .filter(({ text }) => text.trim() !== "")
    .map(({ text, cache }) => ({ type: "text", text, ...formatCache(cache) }));
  const messages = inPlace
    .map((turn): Message => ({ role: turn.role, content: formatTurn(turn, formatting) }))
    .filter(({ content }) => content.length > 0);
  if (inPlace.some(({ name }) => name !== undefined)) formatting.losses.dropped("messages.name");
  return compact(withUser(system, finish(messages, formatting), formatting));
}

function formatTurn(turn: Turn, formatting: Formatting): JsonObject[] {
  if (turn.role !== "user") return formatParts(turn.parts, formatting);
  return formatUserTurn(turn, formatting, (parts, by) => formatParts(resultsFirst(parts), by));
}

/** There must be a message: where all is system text, the last of it is said by the user. */
function withUser(system: JsonObject[], messages: Message[], { losses }: Formatting) {
  if (messages.length > 0 || system.length === 0) {
    return { system: system.length > 0 ? system : undefined, messages };
  }
  losses.emulated("messages.system_only");
  const rest = system.slice(0, -1);
  return { system: rest.length > 0 ? rest : undefined, messages: [{ role: "user", content: system.slice(-1) }] };
}

/**
 * System turns may stand among the messages, with a model that takes them, after a user's turn and before the
 * assistant's or the end; all others go to the system blocks.
 */
function placeSystem(turns: readonly Turn[], { capabilities, losses }: Formatting) {
  const inPlace: Turn[] = [];
  const hoisted: SystemBlock[] = [];
  const next = nextSpeakers(turns);
  for (const [i, turn] of turns.entries()) {
    if (turn.role !== "system") {
      inPlace.push(turn);
      continue;
    }
    const before = inPlace.at(-1);
    const isBehindUser = before?.role === "user" || before?.role === "system";
    if (capabilities.systemInMessages && isBehindUser && next[i] !== "user") {
      if (before.role === "system") before.parts.push(...turn.parts);
      else inPlace.push({ ...turn, parts: [...turn.parts] });
      continue;
    }
    losses.emulated("system.position");
    hoisted.push(...turn.parts.flatMap((part) => (part.kind === "text" ? [part] : [])));
  }
  return { inPlace, hoisted };
}

/** Who speaks behind each turn, the system aside; nobody behind the last. */
function nextSpeakers(turns: readonly Turn[]): (Turn["role"] | undefined)[] {
  const next: (Turn["role"] | undefined)[] = [];
  let speaker: Turn["role"] | undefined;
  for (let at = turns.length - 1; at >= 0; at--) {
    next[at] = speaker;
    if (turns[at]!.role !== "system") speaker = turns[at]!.role;
  }
  return next;
}

/** What the last message must be: the user's, or an assistant's to continue, whose text ends in no white space. */
function finish(messages: Message[], { capabilities, losses }: Formatting): Message[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return messages;
  if (!capabilities.prefill) {
    losses.emulated("messages.assistant_last");
    return [...messages, { role: "user", content: [{ type: "text", text: "Continue." }] }];
  }
  const block = last.content.at(-1)!;
  if (typeof block["text"] !== "string") return messages;
  const content = [...last.content.slice(0, -1), { ...block, text: block["text"].trimEnd() }];
  return [...messages.slice(0, -1), { ...last, content }];
}
