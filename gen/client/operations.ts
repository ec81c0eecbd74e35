// Generated from proto/ by tools/client. Do not edit.

import type { Caller } from "../../src/client/caller.ts";
import type { CallOptions } from "../../src/client/options.ts";
import type { Operation } from "../../src/client/operation.ts";
import type { Pages } from "../../src/client/pages.ts";
import type {
  AddMessageRequest,
  AddMessageResponse,
  AddMessagesRequest,
  AddMessagesResponse,
  CheckConflictRequest,
  CheckConflictResponse,
  CreateKeyRequest,
  CreateKeyResponse,
  DeleteAccountRequest,
  DeleteDirectiveRequest,
  DeleteDirectiveResponse,
  DeleteMessageRequest,
  DeletePatternRequest,
  DeleteSessionRequest,
  DeleteUserRequest,
  Directive,
  EditDirectiveRequest,
  EditKeyRequest,
  EditMessageRequest,
  EditPatternRequest,
  Entity,
  EntityDetail,
  Erasure,
  ForgeRequest,
  ForgeResponse,
  GetDirectiveRequest,
  GetDirectivesRequest,
  GetDirectivesResponse,
  GetEntityRequest,
  GetErasureRequest,
  GetHealthRequest,
  GetHealthResponse,
  GetMessageRequest,
  GetModelRequest,
  GetPatternHistoryRequest,
  GetPatternHistoryResponse,
  GetPatternRequest,
  GetRetrievalRequest,
  GetRetrievalResponse,
  GetUsageRequest,
  GetUsageResponse,
  Key,
  ListDirectivesRequest,
  ListDirectivesResponse,
  ListEntitiesRequest,
  ListEntitiesResponse,
  ListKeysRequest,
  ListKeysResponse,
  ListMessagesRequest,
  ListMessagesResponse,
  ListModelsRequest,
  ListModelsResponse,
  ListPatternsRequest,
  ListPatternsResponse,
  ListSessionsRequest,
  ListSessionsResponse,
  ListUserMessagesRequest,
  ListUserMessagesResponse,
  ListUsersRequest,
  ListUsersResponse,
  MergePatternRequest,
  MergePatternResponse,
  Message,
  Model,
  Pattern,
  PatternVersion,
  PutPatternRequest,
  PutPatternResponse,
  RecordOutcomeRequest,
  RecordOutcomeResponse,
  RevokeKeyRequest,
  RotateKeyRequest,
  RotateKeyResponse,
  SearchRequest,
  SearchResponse,
  Session,
  User,
} from "./types.ts";

const search: Operation = {"name":"search","method":"POST","path":"/api/v1/memory/search","sends":"body","repeat":"freely"};
const getRetrieval: Operation = {"name":"getRetrieval","method":"GET","path":"/api/v1/retrievals/{id}","sends":"query","repeat":"freely"};
const recordOutcome: Operation = {"name":"recordOutcome","method":"POST","path":"/api/v1/outcomes","sends":"body","repeat":"keyed"};
const addMessage: Operation = {"name":"addMessage","method":"POST","path":"/api/v1/working","sends":"body","repeat":"keyed"};
const addMessages: Operation = {"name":"addMessages","method":"POST","path":"/api/v1/working/batch","sends":"body","repeat":"keyed"};
const getMessage: Operation = {"name":"getMessage","method":"GET","path":"/api/v1/messages/{id}","sends":"query","repeat":"freely"};
const editMessage: Operation = {"name":"editMessage","method":"PATCH","path":"/api/v1/messages/{id}","sends":"body","repeat":"keyed"};
const deleteMessage: Operation = {"name":"deleteMessage","method":"DELETE","path":"/api/v1/messages/{id}","sends":"query","repeat":"keyed"};
const listSessions: Operation = {"name":"listSessions","method":"GET","path":"/api/v1/sessions","sends":"query","repeat":"freely"};
const listMessages: Operation = {"name":"listMessages","method":"GET","path":"/api/v1/sessions/{session_id}/messages","sends":"query","repeat":"freely"};
const listUserMessages: Operation = {"name":"listUserMessages","method":"GET","path":"/api/v1/messages","sends":"query","repeat":"freely"};
const deleteSession: Operation = {"name":"deleteSession","method":"DELETE","path":"/api/v1/sessions/{session_id}","sends":"query","repeat":"keyed"};
const listUsers: Operation = {"name":"listUsers","method":"GET","path":"/api/v1/users","sends":"query","repeat":"freely"};
const deleteUser: Operation = {"name":"deleteUser","method":"DELETE","path":"/api/v1/users/{user_id}","sends":"query","repeat":"keyed"};
const getErasure: Operation = {"name":"getErasure","method":"GET","path":"/api/v1/erasures/{id}","sends":"query","repeat":"freely"};
const createKey: Operation = {"name":"createKey","method":"POST","path":"/api/v1/keys","sends":"body","repeat":"never"};
const listKeys: Operation = {"name":"listKeys","method":"GET","path":"/api/v1/keys","sends":"query","repeat":"freely"};
const editKey: Operation = {"name":"editKey","method":"PATCH","path":"/api/v1/keys/{id}","sends":"body","repeat":"freely"};
const revokeKey: Operation = {"name":"revokeKey","method":"DELETE","path":"/api/v1/keys/{id}","sends":"query","repeat":"never"};
const rotateKey: Operation = {"name":"rotateKey","method":"POST","path":"/api/v1/keys/{id}/rotate","sends":"body","repeat":"never"};
const getUsage: Operation = {"name":"getUsage","method":"GET","path":"/api/v1/usage","sends":"query","repeat":"freely"};
const deleteAccount: Operation = {"name":"deleteAccount","method":"DELETE","path":"/api/v1/account","sends":"query","repeat":"keyed"};
const getDirectives: Operation = {"name":"getDirectives","method":"POST","path":"/api/v1/directives","sends":"body","repeat":"freely"};
const listDirectives: Operation = {"name":"listDirectives","method":"GET","path":"/api/v1/directives","sends":"query","repeat":"freely"};
const getDirective: Operation = {"name":"getDirective","method":"GET","path":"/api/v1/directives/{id}","sends":"query","repeat":"freely"};
const editDirective: Operation = {"name":"editDirective","method":"PATCH","path":"/api/v1/directives/{id}","sends":"body","repeat":"freely"};
const deleteDirective: Operation = {"name":"deleteDirective","method":"DELETE","path":"/api/v1/directives/{id}","sends":"query","repeat":"freely"};
const checkConflict: Operation = {"name":"checkConflict","method":"POST","path":"/api/v1/check_conflict","sends":"body","repeat":"freely"};
const listModels: Operation = {"name":"listModels","method":"GET","path":"/v1/models","sends":"query","repeat":"freely"};
const getModel: Operation = {"name":"getModel","method":"GET","path":"/v1/models/{id=**}","sends":"query","repeat":"freely"};
const getHealth: Operation = {"name":"getHealth","method":"GET","path":"/v1/gateway/health","sends":"query","repeat":"freely"};
const listEntities: Operation = {"name":"listEntities","method":"GET","path":"/api/v1/graph/entities","sends":"query","repeat":"freely"};
const getEntity: Operation = {"name":"getEntity","method":"GET","path":"/api/v1/graph/entities/{id}","sends":"query","repeat":"freely"};
const putPattern: Operation = {"name":"putPattern","method":"POST","path":"/api/v1/patterns","sends":"body","repeat":"keyed"};
const listPatterns: Operation = {"name":"listPatterns","method":"GET","path":"/api/v1/patterns","sends":"query","repeat":"freely"};
const getPattern: Operation = {"name":"getPattern","method":"GET","path":"/api/v1/patterns/{id}","sends":"query","repeat":"freely"};
const getPatternHistory: Operation = {"name":"getPatternHistory","method":"GET","path":"/api/v1/patterns/{id}/history","sends":"query","repeat":"freely"};
const editPattern: Operation = {"name":"editPattern","method":"PATCH","path":"/api/v1/patterns/{id}","sends":"body","repeat":"keyed"};
const deletePattern: Operation = {"name":"deletePattern","method":"DELETE","path":"/api/v1/patterns/{id}","sends":"query","repeat":"keyed"};
const mergePattern: Operation = {"name":"mergePattern","method":"POST","path":"/api/v1/patterns/{id}/merge","sends":"body","repeat":"keyed"};
const forgeInsight: Operation = {"name":"forgeInsight","method":"POST","path":"/api/v1/forge","sends":"body","repeat":"keyed"};

/** Every operation of the API, by its name there. */
export class Operations {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Searches memory by meaning and by words. Every search leaves a receipt.
   *
   * @example
   * const answer = await cairn.search({
   *   query: "how should clients retry after an outage?",
   *   limit: 3,
   *   user_id: "ana",
   *   min_similarity: 0.2,
   *   explain: true,
   * });
   */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchResponse> {
    return this.#caller.call(search, request, options);
  }

  /**
   * Reads the receipt of a search.
   *
   * @example
   * const answer = await cairn.getRetrieval({ id: "ret_01kaj8example000000000006" });
   */
  getRetrieval(request: GetRetrievalRequest, options?: CallOptions): Promise<GetRetrievalResponse> {
    return this.#caller.call(getRetrieval, request, options);
  }

  /**
   * Reports whether the results of a search helped. The last report for a retrieval counts.
   *
   * @example
   * const answer = await cairn.recordOutcome({ retrieval_id: "ret_01kaj8example000000000006", success: true, note: "it was the retry" });
   */
  recordOutcome(request: RecordOutcomeRequest, options?: CallOptions): Promise<RecordOutcomeResponse> {
    return this.#caller.call(recordOutcome, request, options);
  }

  /**
   * Writes one message to working memory.
   *
   * @example
   * const answer = await cairn.addMessage({
   *   role: "user",
   *   session_id: "monday",
   *   content: "We moved the staging database to Frankfurt. Always run the tests before you deploy.",
   *   source: "slack",
   *   user_id: "ana",
   *   metadata: { channel: "ops" },
   * });
   */
  addMessage(request: AddMessageRequest, options?: CallOptions): Promise<AddMessageResponse> {
    return this.#caller.call(addMessage, request, options);
  }

  /**
   * Writes up to 1,000 messages, all or nothing.
   *
   * @example
   * const answer = await cairn.addMessages({
   *   messages: [
   *     { role: "user", session_id: "tuesday", content: "My sister Maria lives in Lisbon." },
   *     { role: "assistant", session_id: "tuesday", content: "Noted: Maria is in Lisbon." },
   *   ],
   *   user_id: "ana",
   *   source: "slack",
   * });
   */
  addMessages(request: AddMessagesRequest, options?: CallOptions): Promise<AddMessagesResponse> {
    return this.#caller.call(addMessages, request, options);
  }

  /**
   * Reads one message.
   *
   * @example
   * const answer = await cairn.getMessage({ id: "msg_01kaj8example000000000001", user_id: "ana" });
   */
  getMessage(request: GetMessageRequest, options?: CallOptions): Promise<Message> {
    return this.#caller.call(getMessage, request, options);
  }

  /**
   * Replaces the text or the metadata of a message.
   *
   * @example
   * const answer = await cairn.editMessage({ id: "msg_01kaj8example000000000001", user_id: "ana", metadata: { channel: "ops", pinned: true } });
   */
  editMessage(request: EditMessageRequest, options?: CallOptions): Promise<Message> {
    return this.#caller.call(editMessage, request, options);
  }

  /**
   * Erases one message.
   *
   * @example
   * const answer = await cairn.deleteMessage({ id: "msg_01kaj8example000000000001", user_id: "ana" });
   */
  deleteMessage(request: DeleteMessageRequest, options?: CallOptions): Promise<Erasure> {
    return this.#caller.call(deleteMessage, request, options);
  }

  /**
   * Lists a user's sessions, most recently active first.
   *
   * @example
   * const answer = await cairn.listSessions({ user_id: "ana", limit: 10 });
   */
  listSessions(request: ListSessionsRequest = {}, options?: CallOptions): Pages<ListSessionsResponse, Session> {
    return this.#caller.pages(listSessions, "sessions", request, options);
  }

  /**
   * Lists the messages of a session in the order they were written.
   *
   * @example
   * const answer = await cairn.listMessages({ session_id: "tuesday", user_id: "ana", limit: 10 });
   */
  listMessages(request: ListMessagesRequest, options?: CallOptions): Pages<ListMessagesResponse, Message> {
    return this.#caller.pages(listMessages, "messages", request, options);
  }

  /**
   * Lists a user's messages across all sessions: by session name, then in the order they were written.
   *
   * @example
   * const answer = await cairn.listUserMessages({ user_id: "ana", limit: 10 });
   */
  listUserMessages(request: ListUserMessagesRequest = {}, options?: CallOptions): Pages<ListUserMessagesResponse, Message> {
    return this.#caller.pages(listUserMessages, "messages", request, options);
  }

  /**
   * Erases a session and all its messages.
   *
   * @example
   * const answer = await cairn.deleteSession({ session_id: "tuesday", user_id: "ana" });
   */
  deleteSession(request: DeleteSessionRequest, options?: CallOptions): Promise<Erasure> {
    return this.#caller.call(deleteSession, request, options);
  }

  /**
   * Lists the users who have messages or patterns in the account, by name. With a key bound to a user, or with the
   * header `X-Cairn-User`, lists only that user.
   *
   * @example
   * const answer = await cairn.listUsers({ limit: 10 });
   */
  listUsers(request: ListUsersRequest = {}, options?: CallOptions): Pages<ListUsersResponse, User> {
    return this.#caller.pages(listUsers, "users", request, options);
  }

  /**
   * Erases everything stored for a user.
   *
   * @example
   * const answer = await cairn.deleteUser({ user_id: "ana" });
   */
  deleteUser(request: DeleteUserRequest, options?: CallOptions): Promise<Erasure> {
    return this.#caller.call(deleteUser, request, options);
  }

  /**
   * Reads the status of an erasure.
   *
   * @example
   * const answer = await cairn.getErasure({ id: "era_01kaj8example000000000019" });
   */
  getErasure(request: GetErasureRequest, options?: CallOptions): Promise<Erasure> {
    return this.#caller.call(getErasure, request, options);
  }

  /**
   * Creates a key. Its secret is shown once, in this response.
   *
   * @example
   * const answer = await cairn.createKey({ name: "reader", scopes: ["memory:read"], user_id: "ana" });
   */
  createKey(request: CreateKeyRequest = {}, options?: CallOptions): Promise<CreateKeyResponse> {
    return this.#caller.call(createKey, request, options);
  }

  /**
   * Lists the account's keys, newest first, without their secrets.
   *
   * @example
   * const answer = await cairn.listKeys({ limit: 10, user_id: "ana" });
   */
  listKeys(request: ListKeysRequest = {}, options?: CallOptions): Pages<ListKeysResponse, Key> {
    return this.#caller.pages(listKeys, "keys", request, options);
  }

  /**
   * Changes a key's name, expiry, models, budgets, or whether it requires a user. What is not given stays as it
   * is; its scopes and its user always do.
   *
   * @example
   * const answer = await cairn.editKey({ id: "key_01kaj8example000000000016", name: "Ana's reader", clear: ["expires_at"] });
   */
  editKey(request: EditKeyRequest, options?: CallOptions): Promise<Key> {
    return this.#caller.call(editKey, request, options);
  }

  /**
   * Revokes a key immediately.
   *
   * @example
   * const answer = await cairn.revokeKey({ id: "key_01kaj8example000000000016" });
   */
  revokeKey(request: RevokeKeyRequest, options?: CallOptions): Promise<Key> {
    return this.#caller.call(revokeKey, request, options);
  }

  /**
   * Creates a successor to a key. The old key keeps working for the overlap.
   *
   * @example
   * const answer = await cairn.rotateKey({ id: "key_01kaj8example000000000016", overlap_seconds: 3600 });
   */
  rotateKey(request: RotateKeyRequest, options?: CallOptions): Promise<RotateKeyResponse> {
    return this.#caller.call(rotateKey, request, options);
  }

  /**
   * Reads the usage of models in a month, and what is left of budgets. A key with the scope `gateway` sees its own
   * usage, one with the scope `admin` that of every key.
   *
   * @example
   * const answer = await cairn.getUsage();
   */
  getUsage(request: GetUsageRequest = {}, options?: CallOptions): Promise<GetUsageResponse> {
    return this.#caller.call(getUsage, request, options);
  }

  /**
   * Erases the account: its memory, its receipts and its keys. Since no key is left to read the status of this
   * erasure, run `cairn erasure ID` on the server's machine.
   *
   * @example
   * const answer = await cairn.deleteAccount({ account: "default" });
   */
  deleteAccount(request: DeleteAccountRequest, options?: CallOptions): Promise<Erasure> {
    return this.#caller.call(deleteAccount, request, options);
  }

  /**
   * Reads the rules that bind a user, from the messages of the last hours and from patterns.
   *
   * @example
   * const answer = await cairn.getDirectives({ user_id: "ana", window_hours: 72 });
   */
  getDirectives(request: GetDirectivesRequest = {}, options?: CallOptions): Promise<GetDirectivesResponse> {
    return this.#caller.call(getDirectives, request, options);
  }

  /**
   * Lists directives of any age, including those that ended.
   *
   * @example
   * const answer = await cairn.listDirectives({ user_id: "ana", status: ["live"] });
   */
  listDirectives(request: ListDirectivesRequest = {}, options?: CallOptions): Pages<ListDirectivesResponse, Directive> {
    return this.#caller.pages(listDirectives, "directives", request, options);
  }

  /**
   * Reads one directive.
   *
   * @example
   * const answer = await cairn.getDirective({ id: "dir_01kaj8example000000000014", user_id: "ana" });
   */
  getDirective(request: GetDirectiveRequest, options?: CallOptions): Promise<Directive> {
    return this.#caller.call(getDirective, request, options);
  }

  /**
   * Pins or disables a directive, or undoes either.
   *
   * @example
   * const answer = await cairn.editDirective({ id: "dir_01kaj8example000000000014", user_id: "ana", pinned: true });
   */
  editDirective(request: EditDirectiveRequest, options?: CallOptions): Promise<Directive> {
    return this.#caller.call(editDirective, request, options);
  }

  /**
   * Deletes a directive. Stating the rule again later creates it anew.
   *
   * @example
   * const answer = await cairn.deleteDirective({ id: "dir_01kaj8example000000000014", user_id: "ana" });
   */
  deleteDirective(request: DeleteDirectiveRequest, options?: CallOptions): Promise<DeleteDirectiveResponse> {
    return this.#caller.call(deleteDirective, request, options);
  }

  /**
   * Checks a proposed action against the live directives and against relevant patterns.
   *
   * @example
   * const answer = await cairn.checkConflict({ proposed_action: "Deploy without running the tests.", user_id: "ana" });
   */
  checkConflict(request: CheckConflictRequest, options?: CallOptions): Promise<CheckConflictResponse> {
    return this.#caller.call(checkConflict, request, options);
  }

  /**
   * Lists the models of the catalogue, then those that the operator's own endpoints add. One response serves the
   * clients of both dialects.
   *
   * @example
   * const answer = await cairn.listModels({ limit: 2 });
   */
  listModels(request: ListModelsRequest = {}, options?: CallOptions): Promise<ListModelsResponse> {
    return this.#caller.call(listModels, request, options);
  }

  /**
   * Reads one model.
   *
   * @example
   * const answer = await cairn.getModel({ id: "claude-opus-5" });
   */
  getModel(request: GetModelRequest, options?: CallOptions): Promise<Model> {
    return this.#caller.call(getModel, request, options);
  }

  /**
   * Reports whether the gateway can serve. Without a key, returns only the status.
   *
   * @example
   * const answer = await cairn.getHealth();
   */
  getHealth(request: GetHealthRequest = {}, options?: CallOptions): Promise<GetHealthResponse> {
    return this.#caller.call(getHealth, request, options);
  }

  /**
   * Lists the entities of a user's facts, those with the most facts first.
   *
   * @example
   * const answer = await cairn.listEntities({ user_id: "ana", q: "maria" });
   */
  listEntities(request: ListEntitiesRequest = {}, options?: CallOptions): Pages<ListEntitiesResponse, Entity> {
    return this.#caller.pages(listEntities, "entities", request, options);
  }

  /**
   * Reads an entity with its facts and their history.
   *
   * @example
   * const answer = await cairn.getEntity({ id: "ent_01kaj8example000000000007", user_id: "ana" });
   */
  getEntity(request: GetEntityRequest, options?: CallOptions): Promise<EntityDetail> {
    return this.#caller.call(getEntity, request, options);
  }

  /**
   * Creates a pattern, or a new version of the one with the same title.
   *
   * @example
   * const answer = await cairn.putPattern({
   *   title: "Retry with jitter",
   *   problem: "Clients that retry at once overload a recovering service.",
   *   solution: "Back off exponentially and add random jitter.",
   *   tags: ["resilience"],
   *   works_when: ["the call can be repeated"],
   *   anti_patterns: ["retrying in a tight loop"],
   * });
   */
  putPattern(request: PutPatternRequest, options?: CallOptions): Promise<PutPatternResponse> {
    return this.#caller.call(putPattern, request, options);
  }

  /**
   * Lists patterns, newest first.
   *
   * @example
   * const answer = await cairn.listPatterns({ tags: ["resilience"], limit: 10 });
   */
  listPatterns(request: ListPatternsRequest = {}, options?: CallOptions): Pages<ListPatternsResponse, Pattern> {
    return this.#caller.pages(listPatterns, "patterns", request, options);
  }

  /**
   * Reads one pattern.
   *
   * @example
   * const answer = await cairn.getPattern({ id: "pat_01kaj8example000000000004" });
   */
  getPattern(request: GetPatternRequest, options?: CallOptions): Promise<Pattern> {
    return this.#caller.call(getPattern, request, options);
  }

  /**
   * Lists all versions of a pattern, newest first.
   *
   * @example
   * const answer = await cairn.getPatternHistory({ id: "pat_01kaj8example000000000004", limit: 10 });
   */
  getPatternHistory(request: GetPatternHistoryRequest, options?: CallOptions): Pages<GetPatternHistoryResponse, PatternVersion> {
    return this.#caller.pages(getPatternHistory, "versions", request, options);
  }

  /**
   * Changes members of a pattern, which makes a new version of it.
   *
   * @example
   * const answer = await cairn.editPattern({
   *   id: "pat_01kaj8example000000000004",
   *   solution: "Back off exponentially, add random jitter and give up after a minute.",
   * });
   */
  editPattern(request: EditPatternRequest, options?: CallOptions): Promise<Pattern> {
    return this.#caller.call(editPattern, request, options);
  }

  /**
   * Erases a pattern and all its versions.
   *
   * @example
   * const answer = await cairn.deletePattern({ id: "pat_01kaj8example000000000004" });
   */
  deletePattern(request: DeletePatternRequest, options?: CallOptions): Promise<Erasure> {
    return this.#caller.call(deletePattern, request, options);
  }

  /**
   * Merges other patterns of the same user into one. They are erased, and their records become its own.
   *
   * @example
   * const answer = await cairn.mergePattern({ id: "pat_01kaj8example000000000004", from: ["pat_01kaj8example000000000005"] });
   */
  mergePattern(request: MergePatternRequest, options?: CallOptions): Promise<MergePatternResponse> {
    return this.#caller.call(mergePattern, request, options);
  }

  /**
   * Forges a pattern from learnings: creates it and looks for near-duplicates.
   *
   * @example
   * const answer = await cairn.forgeInsight({
   *   title: "Back off after 429",
   *   problem: "Clients that go on after 429 stay locked out.",
   *   solution: "Wait as long as Retry-After says.",
   *   tags: ["resilience"],
   *   session_id: "monday",
   * });
   */
  forgeInsight(request: ForgeRequest, options?: CallOptions): Promise<ForgeResponse> {
    return this.#caller.call(forgeInsight, request, options);
  }
}
