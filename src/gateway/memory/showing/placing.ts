import { hash } from "node:crypto";
import type { Conversation } from "../chain/conversation.ts";
import type { Insertion } from "./insertion.ts";
import { hasAuthority, type Item } from "./item.ts";
import type { Block, Placement, Slot } from "../chain/ledger.ts";
import { renderGuidance, renderMemories } from "./render.ts";

/** What a turn is shown for the first time: its blocks, each at its place. */
export type Placed = { placement: Placement; block: Block };

/**
 * Where new memory goes: guidance behind the system's blocks in a first turn, later behind the user's turn as a system
 * message if the model takes one there, else into the user's turn; all other memory always into the user's turn, as its
 * last part. Nothing that was sent before changes by it.
 */
export function placeNew(
  items: readonly Item[],
  conversation: Conversation,
  { isFirst, systemInMessages }: { isFirst: boolean; systemInMessages: boolean },
): Placed[] {
  const { from, to, userAt } = conversation.newest;
  if (userAt === undefined) return [];
  const guidance = items.filter(hasAuthority);
  const memories = items.filter((item) => !hasAuthority(item));
  const placed: Placed[] = [];
  if (guidance.length > 0) {
    const isBehindUser = conversation.messages[to]!["role"] === "user";
    const place: [Slot, number] =
      isFirst && from === 0 ? ["system", 0] : systemInMessages && isBehindUser ? ["message", to] : ["part", userAt];
    placed.push(placedAt(...place, renderGuidance(guidance), guidance));
  }
  if (memories.length > 0) placed.push(placedAt("part", userAt, renderMemories(memories), memories));
  return placed;
}

function placedAt(slot: Slot, at: number, text: string, items: readonly Item[]): Placed {
  const block = {
    hash: hash("sha256", text, "base64url"),
    text,
    memoryIds: [...new Set(items.flatMap(({ memoryIds }) => memoryIds))],
  };
  return { placement: { slot, at, block: block.hash }, block };
}

/**
 * What stands at the placements, in a form that the model takes: one that refuses system messages among the others has
 * them as parts of the user's message. A block that is gone leaves nothing.
 */
export function insertionsOf(
  placements: readonly Placement[],
  blocks: ReadonlyMap<string, Block>,
  systemInMessages: boolean,
): Insertion[] {
  return placements.flatMap(({ slot, at, block }) => {
    const found = blocks.get(block);
    if (!found) return [];
    return [{ slot: slot === "message" && !systemInMessages ? "part" : slot, at, text: found.text }];
  });
}
