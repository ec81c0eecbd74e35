import { isIP } from "node:net";
import { knownProviders } from "../gateway/model/known-providers.ts";
import { isEmbeddingAddress } from "./address.ts";
import { fallbackRules } from "./fallbacks.ts";
import { ownProvider } from "./providers.ts";

/** What a text must be: a pattern, or what says so in its own way. */
export type Form = { test(text: string): boolean };

/** How a variable is read. `allowed` is what an error tells, where the kind does not say it all. */
export type Variable = { about: string } & (
  | { kind: "text"; fallback: string; allowed?: string; matches?: Form }
  | { kind: "optional"; allowed?: string; matches?: Form }
  | { kind: "address"; allowed: string; matches?: Form }
  | { kind: "prefix"; max: number }
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

/** Some 100 tokens, of the 512 that many models read. */
const prefixMax = 400;

type VariableOf<Kind extends Variable["kind"]> = Extract<Variable, { kind: Kind }>;
type OfProviders = Record<(typeof knownProviders)[number]["keyVariable"], VariableOf<"secret">> &
  Record<(typeof knownProviders)[number]["urlVariable"], VariableOf<"address">>;

/** The key and the address of each provider. */
const ofProviders = Object.fromEntries(
  knownProviders.flatMap(({ name, keyVariable, urlVariable }): [string, Variable][] => [
    [keyVariable, { kind: "secret", about: `API key for ${name}, used by the gateway.` }],
    [
      urlVariable,
      {
        kind: "address",
        allowed: "an http or https address such as http://127.0.0.1:8080/v1",
        about: `Address to use for ${name} instead of its default, such as a proxy or a region.`,
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
    about: "Address to listen on; 0.0.0.0 or :: for all addresses.",
  },
  CAIRN_PORT: { kind: "integer", fallback: 7070, min: 0, max: 65_535, about: "Port to listen on; 0 picks a free one." },
  CAIRN_DATA: { kind: "text", fallback: "data", about: "Folder for everything that is stored. Created if missing." },
  CAIRN_LOG: {
    kind: "choice",
    fallback: "info",
    choices: ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    about: "Lowest level to log; more severe levels are logged too.",
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
    allowed:
      "an http or https address such as http://127.0.0.1:11434/v1; only ?api-version=..., for Azure, may follow the path",
    matches: { test: isEmbeddingAddress },
    about: "Base address of the endpoint, for CAIRN_EMBEDDER=openai.",
  },
  CAIRN_EMBEDDER_MODEL: { kind: "optional", about: "Model name at the endpoint, for CAIRN_EMBEDDER=openai." },
  CAIRN_EMBEDDER_KEY: { kind: "secret", about: "Key for the endpoint, if it needs one." },
  CAIRN_EMBEDDER_QUERY_PREFIX: {
    kind: "prefix",
    max: prefixMax,
    about:
      "Text to send before what is searched for, as the model expects; if absent, what models of its name expect. See docs/deploy.md.",
  },
  CAIRN_EMBEDDER_DOCUMENT_PREFIX: {
    kind: "prefix",
    max: prefixMax,
    about: "The same for what is stored; if it changes, everything is embedded anew.",
  },
  CAIRN_EMBEDDER_DIMENSIONS: {
    kind: "optionalInteger",
    min: 1,
    max: 8192,
    about: "Vector length to request from the endpoint; if absent, the endpoint's own.",
  },

  CAIRN_CORS_ORIGINS: {
    kind: "list",
    allowed: "origins such as https://app.example, or *",
    matches: origin,
    about: "Browser origins allowed to call, comma-separated.",
  },
  CAIRN_HOSTS: {
    kind: "list",
    allowed: "host names such as cairn.example or cairn.example:7070",
    matches: hostName,
    about: "Host names to accept on a loopback listener besides localhost and its addresses, comma-separated.",
  },
  CAIRN_TRUSTED_PROXIES: {
    kind: "list",
    allowed: "addresses or ranges such as 10.0.0.0/8",
    matches: addressRange,
    about: "Proxies whose X-Forwarded-For is trusted and whose idle connections are kept longer, comma-separated.",
  },
  CAIRN_UNAUTHENTICATED_PER_MINUTE: {
    kind: "integer",
    fallback: 60,
    min: 1,
    max: 1_000_000,
    about: "Requests per minute that an address may make without a valid key.",
  },
  CAIRN_USER_PER_MINUTE: {
    kind: "optionalInteger",
    min: 1,
    max: 1_000_000,
    about:
      "Requests per minute that all keys bound to one user may make together, in each process; if absent, as many as the plan allows.",
  },
  CAIRN_REQUEST_TIMEOUT_MS: {
    kind: "integer",
    fallback: 30_000,
    min: 100,
    max: 600_000,
    about: "Time a request may take, in milliseconds.",
  },
  CAIRN_DRAIN_MS: {
    kind: "integer",
    fallback: 10_000,
    min: 0,
    max: 600_000,
    about: "Time open requests have to finish at shutdown, in milliseconds.",
  },

  CAIRN_RESIDENT_ROWS: {
    kind: "integer",
    fallback: 12_000,
    min: 1,
    max: 1_000_000,
    about:
      "Memories per account that are searched exactly, in memory. Above that they move to LanceDB, and again whenever a third as many have been added.",
  },
  CAIRN_RESIDENT_MB: {
    kind: "integer",
    fallback: 256,
    min: 1,
    max: 1_048_576,
    about: "Memory for what is searched exactly, for all accounts together, in MiB.",
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
    about: "Number of rows from which a LanceDB table gets an approximate index.",
  },

  ...ofProviders,
  CAIRN_PROVIDERS: {
    kind: "list",
    allowed: "names and addresses such as ollama=http://127.0.0.1:11434/v1",
    matches: ownProvider,
    about: "OpenAI-compatible endpoints of your own, comma-separated; the key for one is read from `<NAME>_API_KEY`.",
  },
  CAIRN_FALLBACKS: {
    kind: "optional",
    allowed: "rules such as claude-opus-5=openai/gpt-6-sol,gemini-2.5-pro; gpt-*=claude-haiku-4-5",
    matches: fallbackRules,
    about: "Models to use when the provider of another is unavailable; the first matching rule applies.",
  },
  CAIRN_EXTRACTOR_MODEL: {
    kind: "optional",
    about:
      "Model that finds rules in users' messages in addition to the built-in reader (messages leave the machine); see docs/directives.md.",
  },
  CAIRN_FIRST_BYTE_TIMEOUT_MS: {
    kind: "integer",
    fallback: 600_000,
    min: 100,
    max: 3_600_000,
    about: "Time a provider may take to begin its answer, in milliseconds.",
  },
  CAIRN_SILENCE_TIMEOUT_MS: {
    kind: "integer",
    fallback: 300_000,
    min: 100,
    max: 3_600_000,
    about: "Time a provider may be silent within an answer, in milliseconds.",
  },
  CAIRN_UPSTREAM_HTTP2: {
    kind: "choice",
    fallback: "off",
    choices: ["off", "on"],
    about: "Whether to use HTTP/2 with providers that offer it; see docs/decisions/0010.",
  },
  CAIRN_PING_MS: {
    kind: "integer",
    fallback: 15_000,
    min: 100,
    max: 600_000,
    about: "Silence in a streamed answer after which the caller is sent a ping, in milliseconds.",
  },
  CAIRN_MEMORY_TIMEOUT_MS: {
    kind: "optionalInteger",
    min: 10,
    max: 60_000,
    about:
      "Time a request to a model waits for memory before it goes on without, in milliseconds; if absent, 300, or 1000 with CAIRN_EMBEDDER=openai.",
  },
  CAIRN_PRICES: {
    kind: "optional",
    about: "JSON file of model prices that Cairn lacks or has wrong; see docs/gateway.md.",
  },
  CAIRN_GATEWAY_CONCURRENCY: {
    kind: "integer",
    fallback: 1_000,
    min: 1,
    max: 100_000,
    about:
      "Requests to models that an account may have open at once, including streams; keys bound to one user have a tenth of them, at least 8.",
  },

  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: "optional",
    allowed: "an http or https address such as http://127.0.0.1:4318",
    matches: url,
    about: "OpenTelemetry collector to send a span to for each request to a model; see docs/gateway.md.",
  },
  OTEL_SERVICE_NAME: { kind: "text", fallback: "cairn", about: "Name of this server in those spans." },
} as const satisfies Record<string, Variable>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment: read here and nowhere else. */
export function readEnvironment(): Environment {
  return { ...process.env };
}
