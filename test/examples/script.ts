import type { JsonObject } from "@bufbuild/protobuf";

/** What was answered so far, by operation. The tests know what they asked for. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Said = Record<string, any>;

/**
 * A call of an operation. The first call of each is its example in the documents; what a later one says beside is the
 * example of that parameter.
 */
export type Step = { operation: string; request: (said: Said) => JsonObject };

const step = (operation: string, request: Step["request"] = () => ({})): Step => ({ operation, request });

/** A list, page by page in both ways. */
const pages = (operation: string, members: JsonObject = {}): Step[] => [
  step(operation, () => ({ ...members, limit: 1, offset: 0 })),
  step(operation, (said) => ({ ...members, limit: 1, cursor: said[operation].next_cursor })),
];

/** Every operation that has an RPC, in an order in which each finds what it needs. */
export const script: readonly Step[] = [
  step("addMessage", () => ({
    role: "user",
    session_id: "monday",
    content: "We moved the staging database to Frankfurt. Always run the tests before you deploy.",
    source: "slack",
    user_id: "ana",
    metadata: { channel: "ops" },
  })),
  step("addMessages", () => ({
    messages: [
      { role: "user", session_id: "tuesday", content: "My sister Maria lives in Lisbon." },
      { role: "assistant", session_id: "tuesday", content: "Noted: Maria is in Lisbon." },
    ],
    user_id: "ana",
    source: "slack",
  })),
  step("getMessage", ({ addMessage }) => ({ id: addMessage.id, user_id: "ana" })),
  step("editMessage", ({ addMessage }) => ({
    id: addMessage.id,
    user_id: "ana",
    metadata: { channel: "ops", pinned: true },
  })),
  step("listSessions", () => ({ user_id: "ana", limit: 10 })),
  step("listMessages", () => ({ session_id: "tuesday", user_id: "ana", limit: 10 })),
  step("listUserMessages", () => ({ user_id: "ana", limit: 10 })),
  ...pages("listUserMessages", { user_id: "ana" }),
  ...pages("listSessions", { user_id: "ana" }),
  ...pages("listMessages", { session_id: "tuesday", user_id: "ana" }),

  step("putPattern", () => ({
    title: "Retry with jitter",
    problem: "Clients that retry at once overload a recovering service.",
    solution: "Back off exponentially and add random jitter.",
    tags: ["resilience"],
    works_when: ["the call can be repeated"],
    anti_patterns: ["retrying in a tight loop"],
  })),
  step("forge", () => ({
    title: "Back off after 429",
    problem: "Clients that go on after 429 stay locked out.",
    solution: "Wait as long as Retry-After says.",
    tags: ["resilience"],
    session_id: "monday",
  })),
  step("listPatterns", () => ({ tags: ["resilience"], limit: 10 })),
  step("getPattern", ({ putPattern }) => ({ id: putPattern.id })),
  step("editPattern", ({ putPattern }) => ({
    id: putPattern.id,
    solution: "Back off exponentially, add random jitter and give up after a minute.",
  })),
  step("getPatternHistory", ({ putPattern }) => ({ id: putPattern.id, limit: 10 })),
  step("getPattern", ({ putPattern }) => ({ id: putPattern.id, user_id: "ana" })),
  ...pages("listPatterns", { user_id: "ana" }),
  step("getPatternHistory", ({ putPattern }) => ({ id: putPattern.id, user_id: "ana", limit: 1, offset: 0 })),
  step("getPatternHistory", ({ putPattern, getPatternHistory }) => ({
    id: putPattern.id,
    user_id: "ana",
    limit: 1,
    cursor: getPatternHistory.next_cursor,
  })),
  step("listUsers", () => ({ limit: 10 })),
  ...pages("listUsers"),
  step("mergePattern", ({ putPattern, forge }) => ({ id: putPattern.id, from: [forge.id] })),

  step("search", () => ({
    query: "how should clients retry after an outage?",
    limit: 3,
    user_id: "ana",
    min_similarity: 0.2,
    explain: true,
  })),
  step("getRetrieval", ({ search }) => ({ id: search.retrieval_id })),
  step("recordOutcome", ({ search }) => ({
    retrieval_id: search.retrieval_id,
    success: true,
    note: "it was the retry",
  })),

  step("listEntities", () => ({ user_id: "ana", q: "maria" })),
  step("getEntity", ({ listEntities }) => ({ id: listEntities.entities[0].id, user_id: "ana" })),

  step("getEntity", ({ getEntity }) => ({ id: getEntity.id, user_id: "ana", as_of: new Date().toISOString() })),
  step("listEntities", () => ({ user_id: "ana", as_of: new Date().toISOString() })),
  ...pages("listEntities", { user_id: "ana" }),

  step("getDirectives", () => ({ user_id: "ana", window_hours: 72 })),
  step("listDirectives", () => ({ user_id: "ana", status: ["live"] })),
  ...pages("listDirectives", { user_id: "ana" }),
  step("getDirective", ({ getDirectives }) => ({ id: getDirectives.directives[0].id, user_id: "ana" })),
  step("editDirective", ({ getDirective }) => ({ id: getDirective.id, user_id: "ana", pinned: true })),
  step("checkConflict", () => ({ proposed_action: "Deploy without running the tests.", user_id: "ana" })),
  step("deleteDirective", ({ getDirective }) => ({ id: getDirective.id, user_id: "ana" })),

  step("createKey", () => ({ name: "reader", scopes: ["memory:read"], user_id: "ana" })),
  step("listKeys", () => ({ limit: 10, user_id: "ana" })),
  ...pages("listKeys"),
  step("editKey", ({ createKey }) => ({ id: createKey.key.id, name: "Ana's reader", clear: ["expires_at"] })),
  step("rotateKey", ({ createKey }) => ({ id: createKey.key.id, overlap_seconds: 3600 })),
  step("revokeKey", ({ createKey }) => ({ id: createKey.key.id })),
  step("listModels", () => ({ limit: 2 })),
  step("listModels", ({ listModels }) => ({ limit: 2, after_id: listModels.last_id })),
  step("listModels", ({ listModels }) => ({ limit: 2, before_id: listModels.first_id })),
  step("getModel", () => ({ id: "claude-opus-5" })),
  step("getHealth"),
  step("getUsage"),
  step("getUsage", ({ createKey }) => ({ month: new Date().toISOString().slice(0, 7), key_id: createKey.key.id })),

  step("deleteMessage", ({ addMessage }) => ({ id: addMessage.id, user_id: "ana" })),
  step("getErasure", ({ deleteMessage }) => ({ id: deleteMessage.id })),
  step("deleteSession", () => ({ session_id: "tuesday", user_id: "ana" })),
  step("deletePattern", ({ putPattern }) => ({ id: putPattern.id })),
  step("putPattern", () => ({ title: "Ana's own", problem: "Only she has it.", solution: "Ask her.", user_id: "ana" })),
  step("deletePattern", ({ putPattern }) => ({ id: putPattern.id, user_id: "ana" })),
  step("deleteUser", () => ({ user_id: "ana" })),
  step("deleteAccount", () => ({ account: "default" })),
];

/** What is worked out behind an answer, and read by later steps: it is asked for until it is there. */
const behind = new Set(["getRetrieval", "listEntities", "getDirectives"]);

/** Asks until an answer has what it must have, at most for half a minute. `undefined` stands for "not found". */
export async function askUntilThere<A extends { total?: number; directives?: unknown[] } | undefined>(
  operation: string,
  ask: () => Promise<A>,
): Promise<A> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    // One rule is of a message, the other of a pattern.
    const isThere = answer !== undefined && answer.total !== 0 && (answer.directives?.length ?? 2) >= 2;
    if (!behind.has(operation) || isThere || tries === 300) return answer;
    await new Promise((later) => setTimeout(later, 100));
  }
}
