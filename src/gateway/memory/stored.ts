import { fitted, gatewaySource } from "../../memory/entity/message.ts";
import { beginningOf, isBlank, storable } from "../../memory/text.ts";
import type { Answer } from "../chat/answer.ts";
import { placeOfReply } from "./chain/branch.ts";
import type { Conversation } from "./chain/conversation.ts";
import type { PlacedMessage } from "./chain/ledger.ts";
import { replyText, saidInSystem } from "./clients/clients.ts";
import { cutCall, withCalls } from "./tool-calls.ts";

const factLengthMax = 1_000;
const source = gatewaySource;

/** What every stored message of an exchange says of it. */
export type ExchangeFacts = { model: string; provider: string; retrievalId?: string; loss?: string };

/**
 * What comes to be known of an exchange once it is answered; what its model does with what the caller let the reply begin
 * with: it goes on from that if nothing is said; and what `hide` takes out of what is stored.
 */
export type LateFacts = Partial<ExchangeFacts> & {
  beginning?: "continued" | "repeated" | "ignored";
  hide?: (text: string) => string;
};

/**
 * The user's messages of the newest turn. What tools gave and what the system says is not kept, but for what the user says
 * by way of these.
 */
export function storedTurn(conversation: Conversation, sessionId: string, facts: ExchangeFacts): PlacedMessage[] {
  const { from, to } = conversation.newest;
  const metadata = metadataOf(facts);
  return conversation.messages.slice(from, to + 1).flatMap((message, i) => {
    if (message["role"] !== "user" && message["role"] !== "system") return [];
    const { text, origin } = message["role"] === "user" ? conversation.saidIn(message) : saidInSystem(message);
    if (text === "") return [];
    const said = { role: "user" as const, origin, sessionId, source };
    return [{ chain: conversation.chain()[from + i]!, message: { ...said, ...fitted(text, metadata) } }];
  });
}

/**
 * The reply at its place of the chain: what was said, with the words that the caller let it begin with, and the calls of
 * tools as such; where there are only calls, they are the text. `undefined` where nothing came.
 */
export function storedReply(
  answer: Answer,
  { chain, fingerprint, beginning }: { chain: string; fingerprint: string; beginning: string },
  sessionId: string,
  facts: ExchangeFacts & Pick<LateFacts, "hide"> & { state: "complete" | "partial" },
): PlacedMessage | undefined {
  const { hide = (text: string) => text } = facts;
  const said = answer.parts.flatMap((part) => (part.kind === "text" || part.kind === "refusal" ? [part.text] : []));
  const calls = answer.parts.flatMap((part) =>
    part.kind === "tool_use" ? [cutCall({ name: hide(part.name), input: hide(part.input) })] : [],
  );
  const saidText = hide(replyText(`${beginning}${said.join("\n\n")}`.trim()));
  const text = isBlank(saidText) ? calls.map(({ name, input }) => `${name}(${input})`).join("\n") : saidText;
  if (isBlank(text)) return undefined;
  const { compactions: _, ...usage } = answer.usage ?? {};
  const metadata = {
    ...metadataOf(facts),
    ...(answer.usage && { usage }),
    ...(answer.finish && { finish: answer.finish.reason }),
    state: facts.state,
  };
  const reply = { role: "assistant" as const, origin: "assistant" as const, sessionId, source };
  return {
    chain: placeOfReply(chain, fingerprint),
    message: { ...reply, ...fitted(text, withCalls(metadata, calls)) },
  };
}

function metadataOf({ model, provider, retrievalId, loss }: ExchangeFacts): Record<string, unknown> {
  const short = (text: string) => storable(beginningOf(text, factLengthMax));
  return {
    model: short(model),
    provider,
    ...(retrievalId !== undefined && { retrieval_id: retrievalId }),
    ...(loss !== undefined && { loss: short(loss) }),
  };
}
