import type { KnownVector } from "../../../memory/embedder.ts";
import type { Origin } from "../../../memory/entity/layer.ts";
import type { NewMessage } from "../../../memory/entity/message.ts";
import type { PatternContent } from "../../../memory/entity/pattern.ts";
import type { Scope } from "../../../memory/scope.ts";

/**
 * Where memory stands in a request: a block after the system's own; a system message after a user's; or the last part
 * of a user's message.
 */
export type Slot = "system" | "message" | "part";

/** What was inserted: the block's hash, and the place of the message that it is in or after (0 for `system`). */
export type Placement = { slot: Slot; at: number; block: string };

/** Text that a conversation was shown, kept once by its hash, the memories that it shows, and others whose words it may have. */
export type Block = { hash: string; text: string; memoryIds: string[]; leansOn?: string[] };

/** What was known of a conversation at one place of its chain: all that it has been shown up to there. */
export type Entry = {
  id: string;
  threadId: string;
  /** The hash of the chain at its turn's last message. */
  chain: string;
  /** Whether nothing was known of the conversation before. */
  isFirst: boolean;
  /** Whether nothing was asked for at its turn, which may be asked again with memory. */
  isOff: boolean;
  systemHash: string;
  toolsHash: string;
  placements: Placement[];
  /** Fingerprints of the replies that this turn got. */
  replies: string[];
  /** The place that its thread came to last, on whatever branch; empty where that is not known. */
  tip: string;
  /** Fingerprints of the replies that the turn at the tip got, where it has no entry. */
  tipReplies: string[];
  createdAtMs: number;
  usedAtMs: number;
};

export type NewEntry = Omit<Entry, "replies" | "tip" | "tipReplies" | "createdAtMs" | "usedAtMs">;

/** A message of the newest turn, to be stored if nothing is stored at its place. */
export type PlacedMessage = {
  chain: string;
  message: NewMessage;
  /** Where it is known: then the message need not wait to be embedded. */
  vector?: KnownVector;
};

/** Who a memory is from, whether it was stored of this very thread, and what a pattern says. */
export type Source = { origin: Origin; isOwn: boolean; pattern?: PatternContent };

/** What is written of a request before its answer's first byte. */
export type Opening = {
  id: string;
  threadId: string;
  /** As the caller named it; empty where the chain alone tells conversations apart. */
  sessionId: string;
  /** The first place of the chain. */
  root: string;
  /** The place of its newest turn; empty where nothing of it is stored: its thread has come no further. */
  tip: string;
  /** Where others were left: the places of the branch that is talked on. */
  branch?: string[];
  /** The entry that was replayed from: it is in use. */
  basis?: string;
  entry?: NewEntry;
  /** What the entry shows for the first time. */
  blocks: Block[];
  messages: PlacedMessage[];
  /** Whether the conversation is stored: then the exchange stays open until its reply is. */
  stored: boolean;
};

/** What is written when its answer has ended. */
export type Ending = {
  id: string;
  threadId: string;
  state: "complete" | "partial";
  /** Whether its exchange was opened: one that is gone by now was erased, and nothing more of it is stored. */
  begun?: boolean;
  /** The place of its turn. */
  turn: string;
  /** The entry of its turn learns the reply by its fingerprint; the thread, where it has none. */
  entry?: string;
  fingerprint?: string;
  reply?: PlacedMessage;
};

/** The ledger and the stored conversations. Everything is of one account and one user. */
export interface GatewayStore {
  /** Whether any entry is of a chain that begins with this place: most conversations that are asked about have none. */
  knows(scope: Scope, sessionId: string, root: string): Promise<boolean>;
  /** The entries at these places of a session's chains; those that have expired are none. */
  find(scope: Scope, sessionId: string, chains: readonly string[]): Promise<Entry[]>;
  /** A thread's blocks by hash; what was erased is missing. */
  blocks(scope: Scope, threadId: string, hashes: readonly string[]): Promise<Block[]>;
  /** Where memories come from, of those that the scope sees. */
  sources(scope: Scope, threadId: string, ids: readonly string[]): Promise<Map<string, Source>>;
  /** One transaction: answered after its commit. A block that shows a memory erased meanwhile is not kept. */
  begin(scope: Scope, opening: Opening): Promise<void>;
  /** One transaction. An exchange whose beginning was lost is stored all the same; one that was erased since is not. */
  finish(scope: Scope, ending: Ending): Promise<void>;
  /** `begin` and `finish` in one commit, where nothing keeps them apart. Each is stored even if the other fails. */
  record(scope: Scope, opening: Opening, ending: Ending): Promise<void>;
  /** Marks the conversation as in use, where it is only read. */
  touch(scope: Scope, threadId: string): Promise<void>;
}
