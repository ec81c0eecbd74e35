import { hash } from "node:crypto";
import type { Conversation } from "../../chain/conversation.ts";
import type { Block, Placement, Slot } from "../../chain/ledger.ts";
import type { Insertion } from "./insertion.ts";
import { hasAuthority, type Item } from "./item.ts";
import { renderGuidance, renderMemories } from "./render.ts";
import type { RuleSet } from "../rules/rules.ts";

/** What a turn is shown for the first time: its blocks, each at its place. */
export type Placed = { placement: Placement; block: Block };

/**
 * Where new memory goes: rules and guidance after the system's blocks in a first turn, later after the user's turn as a
 * system message if the model takes one there, else into the user's turn; all other memory always into the user's turn,
 * as its last part. Nothing that was sent before changes by it. `rules` only if they differ from those that it was shown.
 */
export function placeNew(
  { items, rules }: { items: readonly Item[]; rules?: RuleSet },
  conversation: Conversation,
  { isFirst, systemInMessages }: { isFirst: boolean; systemInMessages: boolean },
): Placed[] {
  const { from, to, userAt } = conversation.newest;
  if (userAt === undefined) return [];
  const isBehindUser = conversation.messages[to]!["role"] === "user";
  const behind: [Slot, number] =
    isFirst && from === 0 ? ["system", 0] : systemInMessages && isBehindUser ? ["message", to] : ["part", userAt];
  const guidance = items.filter(hasAuthority);
  const memories = items.filter((item) => !hasAuthority(item));
  return [
    ...(rules ? [placedAt(...behind, rules.text, rules.rules)] : []),
    ...(guidance.length > 0 ? [placedAt(...behind, renderGuidance(guidance), guidance)] : []),
    ...(memories.length > 0 ? [placedAt("part", userAt, renderMemories(memories), memories)] : []),
  ];
}

function placedAt(slot: Slot, at: number, text: string, shown: readonly Pick<Item, "memoryIds" | "leansOn">[]): Placed {
  const memoryIds = [...new Set(shown.flatMap((each) => each.memoryIds))];
  const leansOn = [...new Set(shown.flatMap((each) => each.leansOn ?? []))];
  const block = { hash: hash("sha256", text, "base64url"), text, memoryIds, leansOn };
  return { placement: { slot, at, block: block.hash }, block };
}

/**
 * What stands at the placements, in a form that the model takes. A system message must be followed by the assistant's or
 * be the last; any other becomes a part of the user's message, and so does each of them where the model takes no system
 * message among the others. A block that is gone leaves nothing.
 */
export function insertionsOf(
  placements: readonly Placement[],
  blocks: ReadonlyMap<string, Block>,
  { messages }: Pick<Conversation, "messages">,
  systemInMessages: boolean,
): Insertion[] {
  const takesSystem = (at: number) => systemInMessages && (messages[at + 1]?.["role"] ?? "assistant") === "assistant";
  return placements.flatMap(({ slot, at, block }) => {
    const found = blocks.get(block);
    if (!found) return [];
    return [{ slot: slot === "message" && !takesSystem(at) ? "part" : slot, at, text: found.text }];
  });
}

/** The blocks that a model still sees: others stay where they are, and may be shown anew. */
export function visibleBlocks(
  placements: readonly Placement[],
  blocks: ReadonlyMap<string, Block>,
  compactedAt: number,
): ReadonlyMap<string, Block> {
  const seen = placements.filter(({ slot, at }) => slot === "system" || at >= compactedAt);
  const hashes = new Set(seen.map(({ block }) => block));
  return new Map([...blocks].filter(([hash]) => hashes.has(hash)));
}
