import { describe, expect, test } from "vitest";
import type { DialectName } from "../../../../src/gateway/chat/request.ts";
import { atAnthropic } from "./at-anthropic.ts";
import { atGemini } from "./at-gemini.ts";
import { atOpenai } from "./at-openai.ts";
import { anthropicConversation, openaiConversation } from "./conversations.ts";
import { translate, type Caller } from "./speak.ts";

const conversations = { openai: openaiConversation, anthropic: anthropicConversation };

type Row = { caller: Caller; model: string; losses: string[]; body: object };
const tables: { upstream: DialectName; table: Row[] }[] = [
  { upstream: "openai", table: atOpenai },
  { upstream: "anthropic", table: atAnthropic },
  { upstream: "gemini", table: atGemini },
];

describe.each(tables)("the whole conversation, at $upstream", ({ upstream, table }) => {
  test.each(table)("said in $caller to $model", ({ caller, model, body, losses }) => {
    expect(translate(caller, upstream, conversations[caller](model))).toEqual({ body, losses });
  });
});
