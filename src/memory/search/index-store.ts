import type { Layer } from "../entity/layer.ts";
import type { Message } from "../entity/message.ts";
import type { Scope } from "../scope.ts";
import type { Standing } from "../entity/track-record.ts";
import type { Terms } from "../words/terms.ts";

/** Where an account's index stands: read first by every search, in one statement. */
export type IndexState = {
  /** The seq of the account's last change. */
  maxSeq: number;
  /** Everything up to this seq is in the base; what is above is the tail. 0: there is no base. */
  flushedSeq: number;
  /** The LanceDB table version that holds it. */
  baseVersion: number;
  /** The user whose memories the base holds, if they are of one user only; its table may be ahead of that. */
  soleBaseUser: string | undefined;
  /** The embedder whose vectors are searched. */
  fingerprint: string;
  /** Memories of the account without a vector, counted up to `pendingCountedMax`. */
  pending: number;
  /** Of these, the replies of models that the gateway stored. */
  pendingReplies: number;
};

/** What search needs of a memory; its text stays in SQL. */
export type IndexedMemory = {
  readonly id: string;
  readonly seq: number;
  readonly layer: Layer;
  readonly user: string;
  /** Empty for memories outside any session. */
  readonly sessionId: string;
  /** Its place in the session, in the order written; -1 outside any. Neighbours are one less and one more. */
  readonly position: number;
  readonly createdAtMs: number;
  /** Folded. */
  readonly tags: readonly string[];
  /** Half-precision bits, L2-normalised; absent until it is embedded, and where the embedder cannot read the text. */
  readonly vector: Uint16Array | undefined;
  /** Whether it is still to be embedded. */
  readonly awaitsVector: boolean;
  readonly terms: Terms;
  /** What its outcomes say of it; absent without any. */
  readonly standing: Standing | undefined;
  /** Of a message: 48 bits of its text's hash, the same for all that say the same. */
  readonly textHash: number | undefined;
};

/** A change above a seq: a memory as it is now, or without one a tombstone. `indexed` is what the base still holds of it. */
export type IndexChange = { id: string; seq: number; memory?: IndexedMemory; indexed?: FlushedTerms };

/** What the base and the lexicon hold of a memory since it was last flushed. */
export type FlushedTerms = { user: string; sessionId: string; terms: Terms };

/** The base's word statistics for some terms, over the given users; arrays run parallel to the terms asked for. */
export type LexiconStats = {
  memories: number;
  totalLength: number;
  sessions: number;
  totalSessionLength: number;
  memoryFrequency: Float64Array;
  sessionFrequency: Float64Array;
};

/** The terms of all of a session's memories together, as far as the base holds them; their counts have no cap. */
export type BaseSession = {
  readonly memories: number;
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
  readonly length: number;
};

/** A memory as a result shows it. */
export type HydratedMemory = {
  id: string;
  layer: Layer;
  /** Whose it is: the user's who asks, or `system`'s. */
  user: string;
  content: string;
  createdAtMs: number;
  successRate: number;
  pattern?: { title: string; tags: string[]; confidence: number; quarantined: boolean };
  /** With its metadata as the JSON that is stored: many messages are found and few are shown, so it is parsed where it is shown. */
  message?: Pick<Message, "role" | "sessionId" | "source"> & { metadataJson?: string };
  fact?: {
    subject: string;
    predicate: string;
    object: string;
    validFrom: string | null;
    validTo: string | null;
    /** The messages that say so or ended it. */
    evidence: string[];
    /** Others, whose words it may have: they say who is meant, and what they are called. */
    leansOn: string[];
  };
};

/** What search reads from SQL. */
export interface IndexStore {
  /** `undefined` for an account that never wrote. */
  state(account: string): Promise<IndexState | undefined>;
  /** Changes with `seq > after`, ascending, at most `limit`. */
  changes(account: string, after: number, limit: number): Promise<IndexChange[]>;
  /** Memories of the base by id; missing ones are left out. */
  byId(account: string, ids: string[]): Promise<IndexedMemory[]>;
  /** Memories of the base at places of sessions. */
  byPlace(account: string, places: { user: string; sessionId: string; position: number }[]): Promise<IndexedMemory[]>;
  /** Statistics of the base's lexicon. */
  lexicon(account: string, users: string[], termIds: Uint32Array): Promise<LexiconStats>;
  /** Whole sessions, parallel to those asked for; `undefined` where the base holds no memory of one. */
  sessionTerms(account: string, sessions: { user: string; sessionId: string }[]): Promise<(BaseSession | undefined)[]>;
  /** The rows of results, through the account and its visible users: the second barrier of isolation. */
  hydrate(scope: Scope, ids: string[]): Promise<HydratedMemory[]>;
}
