import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { AddMessagesRequestSchema, MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import type { MessageStore, NewMessage } from "../../src/memory/message.ts";
import type { Scope } from "../../src/memory/scope.ts";
import { callerKey } from "../../src/rpc/caller.ts";
import { MemoryHandlers, type MemoryPorts } from "../../src/rpc/service/memory.ts";
import { account, contextOf, fakeCall, keyOf } from "./support.ts";

/** Adds a message for each of these users, in one batch, with a key that is bound to a user or not; answers what was stored. */
async function add(users: (string | undefined)[], bound?: string): Promise<[Scope, string[]][]> {
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
  const request = create(AddMessagesRequestSchema, { messages: said });
  await new MemoryHandlers({ messages } as MemoryPorts).addMessages(request, context); // no other port is asked
  return stored;
}

test("a batch is stored whole, for its one user", async () => {
  expect(await add(["ana", "ana"])).toEqual([[{ account: account.id, user: "ana" }, ["0", "1"]]]);
  expect(await add([undefined, "system"])).toEqual([[{ account: account.id, user: "system" }, ["0", "1"]]]);
  expect(await add(["ana", undefined], "ana")).toEqual([[{ account: account.id, user: "ana" }, ["0", "1"]]]);
});

test.each([
  [["ana", "ana", "bob"], "messages[2].user_id"],
  [["ana", undefined], "messages[1].user_id"],
])("a batch of several users is refused: %j", async (users, field) => {
  await expect(add(users)).rejects.toMatchObject({ code: "invalid_argument", message: expect.stringContaining(field) });
});

test("a key that is bound to a user adds nothing for others", async () => {
  await expect(add(["ana", "bob"], "ana")).rejects.toMatchObject({ code: "permission_denied" });
});
