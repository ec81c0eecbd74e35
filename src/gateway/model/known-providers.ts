import { deepseek, meta, mistral, openai } from "./families/endpoints.ts";
import type { Provider } from "./provider.ts";

/** A provider that Cairn knows: routing, what it takes, the environment's variables and their errors all follow from its entry. */
type KnownProvider = Omit<Provider, "key" | "keyVariable" | "own"> & {
  /** As people know it. */
  name: string;
  keyVariable: string;
  /** What sets another address. */
  urlVariable: string;
};

/** The seven that the specification names: their public addresses, and the usual names of their keys' variables. */
const known = [
  {
    id: "anthropic",
    name: "Anthropic",
    dialect: "anthropic",
    url: "https://api.anthropic.com/v1",
    keyVariable: "ANTHROPIC_API_KEY",
    urlVariable: "CAIRN_ANTHROPIC_URL",
    prefixes: ["claude"],
  },
  {
    id: "openai",
    name: "OpenAI",
    dialect: "openai",
    url: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    urlVariable: "CAIRN_OPENAI_URL",
    takes: openai,
    prefixes: ["gpt", "o1", "o3", "o4", "chatgpt"],
  },
  {
    id: "google",
    name: "Google",
    dialect: "gemini",
    url: "https://generativelanguage.googleapis.com/v1beta",
    keyVariable: "GEMINI_API_KEY",
    urlVariable: "CAIRN_GOOGLE_URL",
    otelName: "gcp.gemini",
    wrongKey: /"reason":\s*"API_KEY_INVALID"/u,
    prefixes: ["gemini"],
  },
  {
    id: "xai",
    name: "xAI",
    dialect: "openai",
    url: "https://api.x.ai/v1",
    keyVariable: "XAI_API_KEY",
    urlVariable: "CAIRN_XAI_URL",
    takes: openai,
    otelName: "x_ai",
    wrongKey: /"error":\s*"Incorrect API key provided/u,
    prefixes: ["grok"],
  },
  {
    id: "deepseek",
    name: "DeepSeek",
    dialect: "openai",
    url: "https://api.deepseek.com/v1",
    keyVariable: "DEEPSEEK_API_KEY",
    urlVariable: "CAIRN_DEEPSEEK_URL",
    takes: deepseek,
    prefixes: ["deepseek"],
  },
  {
    id: "meta",
    name: "Meta",
    dialect: "openai",
    url: "https://api.llama.com/compat/v1",
    keyVariable: "LLAMA_API_KEY",
    urlVariable: "CAIRN_META_URL",
    takes: meta,
    prefixes: ["muse", "llama"],
  },
  {
    id: "mistral",
    name: "Mistral",
    dialect: "openai",
    url: "https://api.mistral.ai/v1",
    keyVariable: "MISTRAL_API_KEY",
    urlVariable: "CAIRN_MISTRAL_URL",
    takes: mistral,
    otelName: "mistral_ai",
    prefixes: ["mistral", "codestral", "ministral", "magistral", "pixtral", "devstral"],
  },
] as const satisfies readonly KnownProvider[];

/** Of a closed set: the configuration has each of them. */
type VariableNames = Pick<(typeof known)[number], "keyVariable" | "urlVariable">;

export const knownProviders: readonly (KnownProvider & VariableNames)[] = known;
