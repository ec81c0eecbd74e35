import { isObject, type JsonObject } from "../../../json.ts";
import { callerDialects } from "../../dialect/dialects.ts";
import type { GatewayRequest } from "../../exchange.ts";
import { lazy, lazyEach } from "../../lazy.ts";
import { hasTools, systemTextOf } from "../clients/client-request.ts";
import type { Said } from "../clients/client.ts";
import { isSentOn, userReader } from "../clients/clients.ts";
import { looseHash } from "./canonical.ts";
import { chainOf } from "./chain.ts";
import { hasResults, textOf } from "./texts.ts";

/** A caller's request as memory sees it. Places are counted from the first message that is no leading system message. */
export type Conversation = {
  /** How many messages of OpenAI's are the system's, before all others. */
  leading: number;
  /** Of all that the system says, and of the tools: no part of the chain, for clients change them at will. */
  systemHash(): string;
  toolsHash(): string;
  messages: JsonObject[];
  /** The chain's hash at its first place. */
  root: string;
  /** The same at each place. */
  chain(): string[];
  newest: NewestTurn;
  /** What one of its messages says; of a user's without what its client put in. Read when it is asked for, and once. */
  saidIn(message: JsonObject): Said;
};

/**
 * The messages after the assistant's last, or before one that the caller wants continued; with a plan that a client had
 * made for them first.
 */
export type NewestTurn = {
  /** Its first message; 0 in a conversation's first turn. */
  from: number;
  /** Its last. */
  to: number;
  /** Its last message that holds text of the user; `undefined` where it has none. */
  readonly userAt: number | undefined;
  /** What the user says in it. */
  readonly text: string;
  /** Whether it returns results of tools. */
  hasResults: boolean;
};

/**
 * The place of the newest message in which Anthropic has compacted the conversation, -1 where none has: the model sees
 * none of the messages before it. A compaction that failed has no content, and hides nothing.
 */
export function compactionIn(messages: readonly JsonObject[]): number {
  return messages.findLastIndex(({ role, content }) => {
    if (role !== "assistant" || !Array.isArray(content)) return false;
    return content.some(
      (block) => isObject(block) && block["type"] === "compaction" && typeof block["content"] === "string",
    );
  });
}

/** `undefined` for what is not a conversation: the provider will say what is wrong with it. */
export function readConversation(dialect: GatewayRequest["dialect"], json: JsonObject): Conversation | undefined {
  const all = json["messages"];
  if (!Array.isArray(all) || !all.every(isObject)) return undefined;
  const leading = callerDialects[dialect].leadingSystem(all);
  const messages = all.slice(leading);
  const systemText = lazy(() => systemTextOf(json));
  const readUser = lazy(() => userReader(systemText(), messages, hasTools(json)));
  const said = lazyEach((message: JsonObject): Said =>
    message["role"] === "user" ? readUser()(message) : { text: textOf(message), origin: "user" },
  );
  const newest = newestOf(messages, systemText, said);
  if (newest === undefined) return undefined;
  const system = leading > 0 ? all.slice(0, leading).map((message) => message["content"] ?? null) : json["system"];
  const known = messages.slice(0, newest.to + 1);
  const [root = ""] = chainOf(known.slice(0, 1)); // there is a newest turn
  return {
    leading,
    messages,
    root,
    newest,
    saidIn: said,
    // Most requests are of no conversation that is known, and some are never stored: then these are not asked for.
    systemHash: lazy(() => looseHash(system)),
    toolsHash: lazy(() => looseHash(json["tools"])),
    chain: lazy(() => chainOf(known)),
  };
}

function newestOf(
  messages: readonly JsonObject[],
  system: () => string,
  saidIn: Conversation["saidIn"],
): NewestTurn | undefined {
  const to = messages.findLastIndex((message) => message["role"] !== "assistant");
  if (to < 0) return undefined;
  const from = turnStart(messages, system, to);
  const turn = messages.slice(from, to + 1);
  const said = lazy(() => turn.map((message) => (message["role"] === "user" ? saidIn(message).text : "")));
  return {
    from,
    to,
    get userAt() {
      const last = said().findLastIndex((text) => text !== "");
      return last < 0 ? undefined : from + last;
    },
    get text() {
      return said()
        .filter((text) => text !== "")
        .join("\n\n");
    },
    hasResults: turn.some(hasResults),
  };
}

function turnStart(messages: readonly JsonObject[], system: () => string, to: number): number {
  const from = behindReply(messages, to);
  const isPlanned = from > 0 && messages.slice(from, to + 1).every((message) => isSentOn(message, system()));
  return isPlanned ? behindReply(messages, from - 1) : from;
}

function behindReply(messages: readonly JsonObject[], end: number): number {
  return messages.slice(0, end).findLastIndex(({ role }) => role === "assistant") + 1;
}
