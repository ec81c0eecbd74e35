/** A tool that the page has a snippet for. */
export type Client = {
  /** The snippet's. */
  id: string;
  /** What it needs that is not among this project's packages, by registry. */
  npm?: string[];
  pip?: string[];
  /** What the provider must have been asked, and with which of the server's keys. */
  upstream: { path: string; credential: [header: string, value: string] };
};

const openai = { path: "/chat/completions", credential: ["authorization", "Bearer sk-openai"] as [string, string] };
const anthropic = { path: "/messages", credential: ["x-api-key", "sk-anthropic"] as [string, string] };

export const clients: readonly Client[] = [
  { id: "curl", upstream: openai },
  { id: "openai-node", upstream: openai },
  { id: "openai-python", pip: ["openai"], upstream: openai },
  { id: "anthropic", upstream: anthropic },
  { id: "claude-code", npm: ["@anthropic-ai/claude-code"], upstream: anthropic },
  { id: "ai-sdk", npm: ["ai", "@ai-sdk/openai-compatible"], upstream: openai },
  { id: "ai-sdk-anthropic", npm: ["ai", "@ai-sdk/anthropic"], upstream: anthropic },
  { id: "langchain", npm: ["@langchain/openai", "@langchain/core"], upstream: openai },
  { id: "ollama", upstream: { ...openai, credential: ["authorization", ""] } },
];

export const needsNothing = ({ npm, pip }: Client) => npm === undefined && pip === undefined;
