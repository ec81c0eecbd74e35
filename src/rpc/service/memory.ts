import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { AddMessagesRequest, MemoryService } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { found, invalid } from "../../error.ts";
import type { ErasureStore } from "../../memory/entity/erasure.ts";
import type { MessageStore } from "../../memory/entity/message.ts";
import type { OutcomeStore } from "../../memory/entity/outcome.ts";
import type { RetrievalStore } from "../../memory/entity/retrieval.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Search } from "../../memory/search/search.ts";
import type { UserStore } from "../../memory/entity/user.ts";
import { reporterOf } from "../../gateway/memory/request/identity.ts";
import { callerOf, readerOf, scopeOf } from "../caller.ts";
import { erasureAnswer } from "../convert/erasure.ts";
import { formatMessage, formatSession, parseEdit, parseMessage, parseMessages } from "../convert/message.ts";
import { onceOf } from "../convert/once.ts";
import { parseOutcome, saidOfOutcome } from "../convert/outcome.ts";
import { pageFields, pageRequest } from "../convert/page.ts";
import { formatRetrieval } from "../convert/retrieval.ts";
import { formatResult, parseSearch } from "../convert/search.ts";
import { formatTime } from "../convert/time.ts";
import { formatUser } from "../convert/user.ts";

export type MemoryPorts = {
  messages: MessageStore;
  erasures: Pick<ErasureStore, "begin" | "get">;
  search: Pick<Search, "search">;
  retrievals: Pick<RetrievalStore, "get">;
  outcomes: OutcomeStore;
  users: UserStore;
};

export function memoryHandlers(ports: MemoryPorts) {
  return {
    ...messageHandlers(ports.messages),

    async search(request, context) {
      const startedAt = performance.now();
      const scope = scopeOf(context, request.userId);
      const { retrievalId, results } = await ports.search.search(scope, parseSearch(request), context.signal);
      const timingMs = Math.round((performance.now() - startedAt) * 1_000) / 1_000;
      return { retrievalId, results: results.map(formatResult), timingMs };
    },

    async getRetrieval({ id }, context) {
      const retrieval = await ports.retrievals.get(readerOf(context), id);
      return formatRetrieval(found(retrieval, "retrieval", id));
    },

    async recordOutcome(request, context) {
      const { outcomes, retrievals } = ports;
      const scope = readerOf(context);
      const reporter = reporterOf(callerOf(context));
      const outcome = parseOutcome(request);
      const once = onceOf(context, request);
      const { retrievalId } = outcome;
      // Whose receipt it is, the header may say; whom it teaches, the key alone does.
      if (scope.user !== reporter.user) found(await retrievals.get(scope, retrievalId), "retrieval", retrievalId);
      const recorded = found(await outcomes.record(reporter, outcome, once), "retrieval", retrievalId);
      return { retrievalId, ...recorded, message: saidOfOutcome(recorded, outcome) };
    },

    async deleteMessage(request, context) {
      const scope = scopeOf(context, request.userId);
      const once = onceOf(context, request);
      const erasure = await ports.erasures.begin(scope, { kind: "message", id: request.id }, once);
      return erasureAnswer(erasure, "message", request.id);
    },

    async deleteSession(request, context) {
      const { sessionId } = request;
      const scope = scopeOf(context, request.userId);
      const once = onceOf(context, request);
      const erasure = await ports.erasures.begin(scope, { kind: "session", id: sessionId }, once);
      return erasureAnswer(erasure, "session", sessionId);
    },

    async listUsers(request, context) {
      const page = await ports.users.list(readerOf(context), pageRequest(request));
      return { users: page.items.map(formatUser), ...pageFields(page) };
    },

    async deleteUser(request, context) {
      const scope = scopeOf(context, request.userId);
      const once = onceOf(context, request);
      const erasure = await ports.erasures.begin(scope, { kind: "user" }, once);
      return erasureAnswer(erasure, "user", request.userId);
    },

    async getErasure({ id }, context) {
      const erasure = await ports.erasures.get(readerOf(context), id);
      return erasureAnswer(erasure, "erasure", id);
    },
  } satisfies ServiceImpl<typeof MemoryService>;
}

function messageHandlers(store: MessageStore) {
  return {
    async addMessage(request, context) {
      const scope = scopeOf(context, request.userId);
      const once = onceOf(context, request);
      const { ids, createdAtMs } = await store.add(scope, [parseMessage(request)], once);
      return { id: ids[0]!, createdAt: formatTime(createdAtMs[0]!), message: "the message was stored" };
    },

    async addMessages(request, context) {
      const scope = batchScope(request, context);
      const once = onceOf(context, request);
      const messages = parseMessages(request);
      const { ids, createdAtMs } = await store.add(scope, messages, once);
      // A message without a time of its own has that of the batch.
      const timeless = messages.findIndex((message) => message.createdAtMs === undefined);
      return { ids, createdAt: formatTime(createdAtMs[timeless] ?? Math.max(...createdAtMs)) };
    },

    async getMessage({ id, userId }, context) {
      const message = await store.get(scopeOf(context, userId), id);
      return { message: formatMessage(found(message, "message", id)) };
    },

    async editMessage(request, context) {
      const scope = scopeOf(context, request.userId);
      const once = onceOf(context, request);
      const message = await store.edit(scope, request.id, parseEdit(request), once);
      return { message: formatMessage(found(message, "message", request.id)) };
    },

    async listSessions(request, context) {
      const page = await store.sessions(scopeOf(context, request.userId), pageRequest(request));
      return { sessions: page.items.map(formatSession), ...pageFields(page) };
    },

    async listMessages(request, context) {
      const { sessionId, userId } = request;
      const listed = await store.list(scopeOf(context, userId), sessionId, pageRequest(request));
      const page = found(listed, "session", sessionId);
      return { messages: page.items.map(formatMessage), ...pageFields(page) };
    },

    async listUserMessages(request, context) {
      const page = await store.listAll(scopeOf(context, request.userId), pageRequest(request));
      return { messages: page.items.map(formatMessage), ...pageFields(page) };
    },
  } satisfies Partial<ServiceImpl<typeof MemoryService>>;
}

/** One transaction, one user: where messages of a batch name several, none is written. */
function batchScope({ messages, userId: user }: AddMessagesRequest, context: HandlerContext): Scope {
  const scopes = messages.map(({ userId }) => scopeOf(context, userId ?? user));
  const other = scopes.findIndex(({ user }) => user !== scopes[0]!.user);
  if (other > 0) throw invalid(`messages[${other}].user_id`, "must be the same for all messages of a batch");
  return scopes[0]!;
}
