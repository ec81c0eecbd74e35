import type { Retrieval } from "../../memory/entity/retrieval.ts";
import type { Conversation } from "./chain/conversation.ts";
import type { Block } from "./chain/ledger.ts";
import type { Lineage } from "./chain/lineage.ts";
import type { Placed } from "./injection/block/placing.ts";
import type { RuleSet } from "./injection/rules/rules.ts";
import type { Selection } from "./injection/block/select.ts";
import type { SkipReason } from "./receipt.ts";
import type { MemorySettings } from "./request/memory-settings.ts";

/** What is known of a request's newest turn before anything is searched for. */
export type TurnContext = {
  settings: MemorySettings;
  /** As the caller named it; empty where it did not. */
  sessionId: string;
  threadId: string;
  conversation: Conversation;
  lineage: Lineage | undefined;
  /** As `compactionIn` tells. */
  compactedAt: number;
  /** What it was shown before and is shown again, by hash. */
  blocks: ReadonlyMap<string, Block>;
  /** What of this the model still sees. */
  visible: ReadonlyMap<string, Block>;
};

/** What a turn is shown, and why it is not, or not all. */
export type Shown = {
  placed: Placed[];
  selection: Selection;
  /** If they differ from those that it was shown. */
  rules?: RuleSet;
  /** The receipt of what was searched for. */
  retrieval?: Retrieval;
  reason?: SkipReason;
};
