/** What an import reads: its own lines, and the exports of others. */
export const formatNames = ["cairn", "chatgpt", "claude", "claude-code", "mem0", "openai"] as const;

export type FormatName = (typeof formatNames)[number];
