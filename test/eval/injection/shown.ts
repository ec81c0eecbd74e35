import { textTokens } from "../../../src/gateway/estimate.ts";

/** A memory in a request: who it is from and when, and what it says. */
export type Shown = { about: string; text: string; tokens: number };

type Body = { messages: { role: string; content: string | { text: string }[] }[] };

/** What a request has of memory, by the turns of its user; the rules that hold are not counted. */
export function shownIn({ messages }: Body): Shown[][] {
  return messages
    .filter(({ role }) => role !== "assistant")
    .map(({ content }) => (typeof content === "string" ? [] : content.flatMap(({ text }) => itemsOf(text))));
}

function itemsOf(block: string): Shown[] {
  if (!/^<cairn_(memory|guidance)>/u.test(block)) return [];
  const items = [...block.matchAll(/<(memory|pattern) ([^>]*)>\n([^]*?)\n<\/\1>/gu)];
  const tokens = textTokens(block) / items.length;
  return items.map(([, , about = "", text = ""]) => ({ about, text: plain(text), tokens }));
}

function plain(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
