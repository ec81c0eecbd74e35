import { linkOf } from "./chain.ts";
import type { Conversation } from "./conversation.ts";
import type { Lineage } from "./lineage.ts";
import { repliesAfter } from "./reply.ts";

/** The place of a turn's reply: unlike a message's own, it is the same however its client sends it back. */
export function placeOfReply(turn: string, fingerprint: string): string {
  return linkOf(turn, `reply ${fingerprint}`);
}

/**
 * The places of the conversation as it is now, its replies included, where others of its thread were left by it: an
 * earlier message was edited or its reply made anew, or it goes on from there. `undefined` where it only grew.
 */
export function newBranch(conversation: Conversation, lineage: Lineage | undefined): string[] | undefined {
  if (lineage === undefined) return undefined;
  const chain = conversation.chain();
  const { entry, replies: ofTurn, isAgain } = lineage;
  const comesAgain = isAgain || entry.tip === chain.at(-1);
  // Somebody may have gone back to an earlier turn meanwhile: then this one goes on from what was left by that.
  const hasGrown = entry.tip === "" || chain.indexOf(entry.tip) >= chain.indexOf(entry.chain);
  const known = entry.tip === "" || entry.tip === entry.chain ? ofTurn : entry.tipReplies;
  if (hasGrown && (comesAgain || known.length < 2)) return undefined;
  const replies = chain.flatMap((place, i) => {
    if (conversation.messages[i]!["role"] === "assistant") return [];
    return (repliesAfter(conversation.messages, i) ?? []).map((reply) => placeOfReply(place, reply));
  });
  return [...chain, ...replies];
}
