import type { Scope } from "../../../memory/scope.ts";
import type { Conversation } from "../chain/conversation.ts";
import type { TurnContext } from "../turn-context.ts";
import { evidenceIn } from "./evidence.ts";

/** What the user says outright of an answer that was shown memories. */
export type Verdict = {
  success: boolean;
  /** As whom it is reported. */
  reporter: Scope;
  threadId: string;
  /** The places of the turn that was shown them: its stored messages name the retrieval. */
  chains: string[];
  /** Those that it was shown for the first time. */
  memoryIds: string[];
};

/** Only of the turn directly before: what was shown earlier may have nothing to do with it. */
export function verdictIn(context: TurnContext, reporter: Scope): Verdict | undefined {
  const { settings, lineage, conversation, blocks, threadId } = context;
  const isPlain = settings.mode === "on" && settings.requestClass === undefined;
  if (!isPlain || lineage === undefined || lineage.isAgain) return undefined;
  const { messages, newest } = conversation;
  const evidence = evidenceIn(saidByUser(conversation));
  if (evidence === undefined) return undefined;
  const chain = conversation.chain();
  const place = chain.indexOf(lineage.entry.chain);
  const isBefore = messages
    .slice(place + 1, newest.from)
    .every((each) => each["role"] !== "user" || conversation.saidIn(each).text === "");
  if (place < 0 || !isBefore) return undefined;
  const from = messages.slice(0, place).findLastIndex((each) => each["role"] === "assistant") + 1;
  const placed = lineage.entry.placements.filter(({ slot, at }) => (slot === "system" ? from === 0 : at >= from));
  const memoryIds = [...new Set(placed.flatMap(({ block }) => blocks.get(block)?.memoryIds ?? []))];
  if (memoryIds.length === 0) return undefined;
  return { success: evidence === "success", reporter, threadId, chains: chain.slice(from, place + 1), memoryIds };
}

/** What the user says in the newest turn, without the words of a program that runs their client. */
function saidByUser({ messages, newest, saidIn }: Conversation): string {
  const said = messages.slice(newest.from, newest.to + 1).flatMap((message) => {
    const { text, origin } = message["role"] === "user" ? saidIn(message) : { text: "", origin: "user" };
    return text !== "" && origin === "user" ? [text] : [];
  });
  return said.join("\n\n");
}
