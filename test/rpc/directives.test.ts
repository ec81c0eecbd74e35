import { create, type DescMethodUnary } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { expect, test } from "vitest";
import {
  DirectivesService,
  GetDirectivesRequestSchema,
  ListDirectivesRequestSchema,
} from "../../gen/cairn/directives/v1/directives_pb.ts";
import { callerKey } from "../../src/rpc/caller.ts";
import { directivesHandlers } from "../../src/rpc/service/directives.ts";
import { SqlStatementStore } from "../../src/store/directive/statements.ts";
import { SqlMessageStore } from "../../src/store/memory/messages.ts";
import { message } from "../contract/fixture/account-data.ts";
import { ana } from "../contract/fixture/erasing.ts";
import { readStatements, rulebookOf } from "../contract/fixture/rulebook.ts";
import { temporaryStore } from "../contract/fixture/store.ts";
import { account, contextOf, fakeCall, keyOf } from "./support.ts";

test("an answer without what is not read yet says so", async () => {
  await using store = await temporaryStore();
  await store.account(ana.account);
  const conflicts = { check: () => expect.unreachable("nobody checks an action") };
  const handlers = directivesHandlers({ rulebook: rulebookOf(store.db), conflicts });
  const { method } = DirectivesService;
  const whose = { userId: ana.user };
  const answers = () =>
    Promise.all([
      told(method.getDirectives, (context) =>
        handlers.getDirectives(create(GetDirectivesRequestSchema, whose), context),
      ),
      told(method.listDirectives, (context) =>
        handlers.listDirectives(create(ListDirectivesRequestSchema, whose), context),
      ),
    ]);
  await new SqlMessageStore(store.db).add(ana, [message("Never use emojis.")]);
  const unread = { directives: [], unread: "true" };
  expect(await answers()).toEqual([unread, unread]);
  await readStatements(new SqlStatementStore(store.db));
  const read = { directives: [expect.objectContaining({ rule: "Never use emojis" })], unread: null };
  expect(await answers()).toEqual([read, read]);
});

async function told(method: DescMethodUnary, ask: (context: HandlerContext) => Promise<{ directives: unknown[] }>) {
  const context = contextOf(method, fakeCall());
  context.values.set(callerKey, { account: { ...account, id: ana.account }, key: keyOf({}) });
  const { directives } = await ask(context);
  return { directives, unread: context.responseHeader.get("x-cairn-unread") };
}
