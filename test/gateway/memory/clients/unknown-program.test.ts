import { expect, test } from "vitest";
import { userReader } from "../../../../src/gateway/memory/clients/clients.ts";

const said = (content: string) => userReader("")({ role: "user", content });

test("a message that shows a conversation in tags is a program's: its rules bind nobody", () => {
  const content = `Name this chat. You MUST answer with JSON only. NEVER use emojis.
<chat_history>
USER: Never call me on Mondays.
</chat_history>
Title:`;
  expect(said(content)).toEqual({ text: content, origin: "agent" });
});

test("a person's rules are theirs, however many they paste, and whatever tags they speak of", () => {
  const rules = Array.from({ length: 10 }, (_, i) => `${i + 1}. Never use word ${i}. You must obey this.`).join("\n");
  const texts = [
    rules,
    `### Rules:\n${rules}\n### Output:\nJSON`,
    `<rules>\n${rules}\n</rules>`,
    "Never write <chat_history> in a template again.",
    "What is this?\n<chat_history>",
  ];
  expect(texts.map(said)).toEqual(texts.map((text) => ({ text, origin: "user" })));
});
