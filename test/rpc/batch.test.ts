import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { AddMessagesRequestSchema, MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import type { MessageStore, NewMessage } from "../../src/memory/entity/message.ts";
import type { Scope } from "../../src/memory/scope.ts";
import { callerKey } from "../../src/rpc/caller.ts";
import { memoryHandlers, type MemoryPorts } from "../../src/rpc/service/memory.ts";
import { account, contextOf, fakeCall, keyOf } from "./support.ts";

/**
 * Adds a message for each of these users, in one batch that may name one too, with a key that is bound to a user or not;
 * answers what was stored.
 */
async function add(users: (string | undefined)[], bound?: string, userId?: string): Promise<[Scope, string[]][]> {
  const stored: [Scope, string[]][] = [];
  const messages = {
    add: async (scope: Scope, batch: NewMessage[]) => {
      stored.push([scope, batch.map(({ content }) => content)]);
      return { ids: batch.map(({ content }) => `msg_${content}`), createdAtMs: batch.map(() => 0) };
    },
  } as unknown as MessageStore; // nothing else is called
  const context = contextOf(MemoryService.method.addMessages, fakeCall());
  context.values.set(callerKey, { account, key: keyOf({ user: bound }) });
  const said = users.map((userId, at) => ({ role: "user", content: `${at}`, sessionId: "s", userId }));
  const request = create(AddMessagesRequestSchema, { messages: said, userId });
  await memoryHandlers({ messages } as MemoryPorts).addMessages(request, context); // no other port is asked
  return stored;
}

test("a batch is stored whole, for its one user", async () => {
  expect(await add(["ana", "ana"])).toEqual([[{ account: account.id, user: "ana" }, ["0", "1"]]]);
  expect(await add([undefined, "system"])).toEqual([[{ account: account.id, user: "system" }, ["0", "1"]]]);
  expect(await add(["ana", undefined], "ana")).toEqual([[{ account: account.id, user: "ana" }, ["0", "1"]]]);
});

test("a batch names the user of the messages that name none", async () => {
  expect(await add([undefined, "ana", undefined], undefined, "ana")).toMatchObject([
    [{ user: "ana" }, ["0", "1", "2"]],
  ]);
  expect(await add(["bob", "bob"], undefined, "ana")).toMatchObject([[{ user: "bob" }, ["0", "1"]]]);
  await expect(add([undefined], "ana", "bob")).rejects.toMatchObject({ code: "permission_denied" });
});

test.each([
  [["ana", "ana", "bob"], undefined, "messages[2].user_id"],
  [["ana", undefined], undefined, "messages[1].user_id"],
  [[undefined, "ana"], "bob", "messages[1].user_id"],
])("a batch of several users is refused: %j in one of %s", async (users, user, field) => {
  const refused = { code: "invalid_argument", message: expect.stringContaining(field) };
  await expect(add(users, undefined, user)).rejects.toMatchObject(refused);
});

test("a key that is bound to a user adds nothing for others", async () => {
  await expect(add(["ana", "bob"], "ana")).rejects.toMatchObject({ code: "permission_denied" });
});
