import type { JsonObject } from "../../json.ts";
import type { Retrieval } from "../../memory/entity/retrieval.ts";
import type { Scope } from "../../memory/scope.ts";
import type { ParsedRequest } from "../parsed-request.ts";
import type { Edit } from "../wire/patch.ts";
import type { Opening } from "./chain/ledger.ts";
import type { MemoryReceipt } from "./receipt.ts";
import type { MemorySettings } from "./request/memory-settings.ts";
import type { ExchangeFacts } from "./stored.ts";
import type { Verdict } from "./verdict/verdict.ts";

/** A request to a model, as far as memory is concerned. */
export type MemoryRequest = Pick<ParsedRequest, "dialect" | "body" | "json" | "headers" | "signal"> & {
  /** Whose memory. */
  scope: Scope;
  /** As whom it reports what has helped. */
  reporter: Scope;
  settings: MemorySettings;
  target: ShownTo;
};

/** Who is shown memory, and answers; `systemInMessages` as in Capabilities. */
export type ShownTo = { provider: string; model: string; systemInMessages: boolean };

/** What a request becomes, before anything is sent or stored. */
export type Prepared = {
  /** Of the caller's own bytes: memory of earlier turns and of this one. */
  edits: readonly Edit[];
  /** The same memory at places that another target takes: nothing is looked up again. */
  editsFor(target: Pick<ShownTo, "systemInMessages">): readonly Edit[];
  receipt: MemoryReceipt;
  /** For the caller, on every answer; `storedHeaders` are added once the conversation is stored. */
  headers: Record<string, string>;
  plan: Plan;
  /** What is kept of its search, where there was one. */
  retrieval?: Retrieval;
};

/** What is to be stored of it. */
export type Plan = {
  scope: Scope;
  /** Written before the answer's first byte. */
  opening?: Opening;
  /** Nothing is written, but the conversation is in use. */
  touchedThread?: string;
  /** Of the reply, once it has ended. */
  ending?: PlannedEnding;
  /** What the user says of the answer before. */
  verdict?: Verdict;
};

export type PlannedEnding = {
  id: string;
  threadId: string;
  /** The session that messages are stored in. */
  sessionId: string;
  /** The place of the turn. */
  chain: string;
  /** What the caller lets the assistant begin with: the reply goes on from it. */
  beginning: readonly JsonObject[];
  entry?: string;
  /** Whether the reply itself is stored. */
  stored: boolean;
  facts: ExchangeFacts;
};
