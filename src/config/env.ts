import { isIP } from "node:net";
import { knownProviders } from "../gateway/model/known-providers.ts";
import { fallbackRules } from "./fallbacks.ts";
import { ownProvider } from "./providers.ts";

/** What a text must be: a pattern, or what says so in its own way. */
export type Form = { test(text: string): boolean };

/** How a variable is read. `allowed` is what an error tells, where the kind does not say it all. */
export type Variable = { about: string } & (
  | { kind: "text"; fallback: string; allowed?: string; matches?: Form }
  | { kind: "optional"; allowed?: string; matches?: Form }
  | { kind: "address"; allowed: string }
  | { kind: "secret" }
  | { kind: "integer"; fallback: number; min: number; max: number }
  | { kind: "optionalInteger"; min: number; max: number }
  | { kind: "choice"; fallback: string; choices: readonly string[] }
  | { kind: "list"; allowed: string; matches: Form }
);

const url: Form = { test: (text) => /^https?:\/\/[^\s/?#]+[^\s?#]*$/u.test(text) && URL.canParse(text) };
/** Of pages in browsers, or all: `*`. */
const origin: Form = {
  test: (text) => text === "*" || (/^https?:\/\/[^\s/?#@\\]+$/u.test(text) && URL.canParse(text)),
};
const hostName = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/iu;
/** What this machine is called, by an address or a name. */
const ownHost: Form = { test: (text) => isIP(text) !== 0 || /^[\w-]+(\.[\w-]+)*\.?$/u.test(text) };
/** An address, or a range of them: `10.0.0.0/8`. */
const addressRange: Form = {
  test(text) {
    const [, address = "", bits = "0"] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/iu.exec(text) ?? [];
    const family = isIP(address);
    return family !== 0 && Number(bits) <= (family === 6 ? 128 : 32);
  },
};

type VariableOf<Kind extends Variable["kind"]> = Extract<Variable, { kind: Kind }>;
type OfProviders = Record<(typeof knownProviders)[number]["keyVariable"], VariableOf<"secret">> &
  Record<(typeof knownProviders)[number]["urlVariable"], VariableOf<"address">>;

/** The key and the address of each provider. */
const ofProviders = Object.fromEntries(
  knownProviders.flatMap(({ name, keyVariable, urlVariable }): [string, Variable][] => [
    [keyVariable, { kind: "secret", about: `Key of ${name}, for the gateway.` }],
    [
      urlVariable,
      {
        kind: "address",
        allowed: "an http or https address such as http://127.0.0.1:8080/v1",
        about: `Address to reach ${name} at instead of its own: a proxy, a region.`,
      },
    ],
  ]),
) as OfProviders; // an entry for each name

/** Every variable that Cairn reads. The README's table says the same. */
export const variables = {
  CAIRN_HOST: {
    kind: "text",
    fallback: "127.0.0.1",
    allowed:
      "an address or host name such as 127.0.0.1, :: or localhost, without scheme, brackets or port (CAIRN_PORT)",
    matches: ownHost,
    about: "Address to listen on; 0.0.0.0 or :: for all.",
  },
  CAIRN_PORT: { kind: "integer", fallback: 7070, min: 0, max: 65_535, about: "Port to listen on; 0 takes a free one." },
  CAIRN_DATA: { kind: "text", fallback: "data", about: "Folder of everything that is stored. It is made if missing." },
  CAIRN_LOG: {
    kind: "choice",
    fallback: "info",
    choices: ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    about: "What is logged: this level and what is graver.",
  },

  CAIRN_EMBEDDER: {
    kind: "choice",
    fallback: "builtin",
    choices: ["builtin", "openai"],
    about:
      "What turns texts into vectors: the built-in model, or an OpenAI-compatible endpoint (texts leave the machine).",
  },
  CAIRN_EMBEDDER_URL: {
    kind: "address",
    allowed: "an http or https address such as http://127.0.0.1:11434/v1",
    about: "Base address of the endpoint, for CAIRN_EMBEDDER=openai.",
  },
  CAIRN_EMBEDDER_MODEL: { kind: "optional", about: "Model name at the endpoint, for CAIRN_EMBEDDER=openai." },
  CAIRN_EMBEDDER_KEY: { kind: "secret", about: "Key of the endpoint, if it wants one." },
  CAIRN_EMBEDDER_DIMENSIONS: {
    kind: "optionalInteger",
    min: 1,
    max: 8192,
    about: "Length of vectors to ask the endpoint for; if absent, the length that it gives.",
  },

  CAIRN_CORS_ORIGINS: {
    kind: "list",
    allowed: "origins such as https://app.example, or *",
    matches: origin,
    about: "Browser origins that may call, comma-separated.",
  },
  CAIRN_HOSTS: {
    kind: "list",
    allowed: "host names such as cairn.example or cairn.example:7070",
    matches: hostName,
    about: "Host names accepted on a loopback listener beside localhost and its addresses, comma-separated.",
  },
  CAIRN_TRUSTED_PROXIES: {
    kind: "list",
    allowed: "addresses or ranges such as 10.0.0.0/8",
    matches: addressRange,
    about: "Proxies whose X-Forwarded-For is believed, comma-separated.",
  },
  CAIRN_UNAUTHENTICATED_PER_MINUTE: {
    kind: "integer",
    fallback: 60,
    min: 1,
    max: 1_000_000,
    about: "Requests without a valid key that an address has a minute.",
  },
  CAIRN_REQUEST_TIMEOUT_MS: {
    kind: "integer",
    fallback: 30_000,
    min: 100,
    max: 600_000,
    about: "How long a request may take.",
  },
  CAIRN_DRAIN_MS: {
    kind: "integer",
    fallback: 10_000,
    min: 0,
    max: 600_000,
    about: "How long open requests have at shutdown.",
  },

  CAIRN_RESIDENT_ROWS: {
    kind: "integer",
    fallback: 12_000,
    min: 1,
    max: 1_000_000,
    about:
      "Memories of an account that are searched exactly, in memory; above, they move to LanceDB, and then each time that a third as many have come.",
  },
  CAIRN_RESIDENT_MB: {
    kind: "integer",
    fallback: 256,
    min: 1,
    max: 1_048_576,
    about: "Memory for what is searched exactly, over all accounts, in MiB.",
  },
  CAIRN_FLUSH_ROWS: {
    kind: "integer",
    fallback: 500,
    min: 1,
    max: 10_000,
    about: "Changes that a flush commits to LanceDB at a time.",
  },
  CAIRN_INDEX_ROWS: {
    kind: "integer",
    fallback: 256,
    min: 256,
    max: 10_000_000,
    about: "Rows from which a LanceDB table gets an approximate index.",
  },

  ...ofProviders,
  CAIRN_PROVIDERS: {
    kind: "list",
    allowed: "names and addresses such as ollama=http://127.0.0.1:11434/v1",
    matches: ownProvider,
    about: "OpenAI-compatible endpoints of your own, comma-separated; a key for one is read from `<NAME>_API_KEY`.",
  },
  CAIRN_FALLBACKS: {
    kind: "optional",
    allowed: "rules such as claude-opus-5=openai/gpt-6-sol,gemini-2.5-pro; gpt-*=claude-haiku-4-5",
    matches: fallbackRules,
    about: "Models that are asked where the provider of another is unavailable: the first rule that fits counts.",
  },
  CAIRN_EXTRACTOR_MODEL: {
    kind: "optional",
    about:
      "Model that finds rules in users' messages beside the rules of language (messages leave the machine): see docs/directives.md.",
  },
  CAIRN_FIRST_BYTE_TIMEOUT_MS: {
    kind: "integer",
    fallback: 600_000,
    min: 100,
    max: 3_600_000,
    about: "How long a provider may take to begin its answer.",
  },
  CAIRN_SILENCE_TIMEOUT_MS: {
    kind: "integer",
    fallback: 300_000,
    min: 100,
    max: 3_600_000,
    about: "How long a provider may be silent within an answer.",
  },
  CAIRN_UPSTREAM_HTTP2: {
    kind: "choice",
    fallback: "off",
    choices: ["off", "on"],
    about: "Whether providers that offer HTTP/2 are spoken to by it: see docs/decisions/0010.",
  },
  CAIRN_PING_MS: {
    kind: "integer",
    fallback: 15_000,
    min: 100,
    max: 600_000,
    about: "Silence in a streamed answer after which its caller gets a ping.",
  },
  CAIRN_MEMORY_TIMEOUT_MS: {
    kind: "integer",
    fallback: 300,
    min: 10,
    max: 60_000,
    about: "How long a request to a model waits for what is remembered; then it goes on without.",
  },
  CAIRN_PRICES: {
    kind: "optional",
    about: "File of what models cost, where Cairn does not know it or it is wrong: JSON, as docs/gateway.md has it.",
  },
  CAIRN_GATEWAY_CONCURRENCY: {
    kind: "integer",
    fallback: 1_000,
    min: 1,
    max: 100_000,
    about: "Requests to models that an account may have open at once, streams included.",
  },

  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: "optional",
    allowed: "an http or https address such as http://127.0.0.1:4318",
    matches: url,
    about: "OpenTelemetry collector that gets a span for each request to a model: see docs/gateway.md.",
  },
  OTEL_SERVICE_NAME: { kind: "text", fallback: "cairn", about: "Name of this server in those spans." },
} as const satisfies Record<string, Variable>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment: read here and nowhere else. */
export function readEnvironment(): Environment {
  return { ...process.env };
}
