import type { DialectName } from "../chat/request.ts";

/** Where models are asked for. */
export type Provider = {
  /** Before the slash of `<provider>/<model>`. */
  id: string;
  dialect: DialectName;
  /** Up to the version, without a slash at the end: `https://api.openai.com/v1`. */
  url: string;
  /** Absent where it has none yet, or wants none. */
  key: Credential | undefined;
  /** The variable that the key is read from: what an error tells to set. Absent where no key is needed. */
  keyVariable: string | undefined;
  /** What it says in an answer of status 400 where it means that its key is wrong; others have status 401 for that. */
  wrongKey?: RegExp;
  /** Beginnings of model names that are its own, in the order of the specification. */
  prefixes: readonly string[];
  /** The operator's own endpoint, whose models are asked for by GET /models. */
  own: boolean;
};

/** A provider's key, told to nobody but the provider. */
export interface Credential {
  reveal(): string;
}

/** What is told of a provider to those who use it. */
export type ProviderState = {
  id: string;
  status: "ok" | "no_key" | "failing";
  /** How many it is known to have. */
  models: number;
  lastErrorAtMs: number | undefined;
};

type Known = Omit<Provider, "key" | "keyVariable"> & { keyVariable: string };

/** The seven that the specification names: their public addresses, and the usual names of their keys' variables. */
export const knownProviders: readonly Known[] = [
  {
    id: "anthropic",
    dialect: "anthropic",
    url: "https://api.anthropic.com/v1",
    keyVariable: "ANTHROPIC_API_KEY",
    prefixes: ["claude"],
    own: false,
  },
  {
    id: "openai",
    dialect: "openai",
    url: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    prefixes: ["gpt", "o1", "o3", "o4", "chatgpt"],
    own: false,
  },
  {
    id: "google",
    dialect: "gemini",
    url: "https://generativelanguage.googleapis.com/v1beta",
    keyVariable: "GEMINI_API_KEY",
    wrongKey: /"reason":\s*"API_KEY_INVALID"/u,
    prefixes: ["gemini"],
    own: false,
  },
  {
    id: "xai",
    dialect: "openai",
    url: "https://api.x.ai/v1",
    keyVariable: "XAI_API_KEY",
    wrongKey: /"error":\s*"Incorrect API key provided/u,
    prefixes: ["grok"],
    own: false,
  },
  {
    id: "deepseek",
    dialect: "openai",
    url: "https://api.deepseek.com/v1",
    keyVariable: "DEEPSEEK_API_KEY",
    prefixes: ["deepseek"],
    own: false,
  },
  {
    id: "meta",
    dialect: "openai",
    url: "https://api.llama.com/compat/v1",
    keyVariable: "LLAMA_API_KEY",
    prefixes: ["muse", "llama"],
    own: false,
  },
  {
    id: "mistral",
    dialect: "openai",
    url: "https://api.mistral.ai/v1",
    keyVariable: "MISTRAL_API_KEY",
    prefixes: ["mistral", "codestral", "ministral", "magistral", "pixtral", "devstral"],
    own: false,
  },
];

/** Whether it can be asked now. */
export function isAvailable({ key, keyVariable }: Provider): boolean {
  return key !== undefined || keyVariable === undefined;
}
