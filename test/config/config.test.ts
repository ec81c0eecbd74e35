import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { parseConfig } from "../../src/config/config.ts";
import { variables } from "../../src/config/env.ts";
import { TrustedProxies } from "../../src/rest/listen/edge-call.ts";
import { Secret } from "../../src/config/secrets.ts";

const parse = (environment: Record<string, string>) => parseConfig(environment, "/srv");

describe("config", () => {
  test("everything has a default", () => {
    const { config, errors, warnings } = parse({ PATH: "/bin", HOME: "/root" });
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    expect(config).toMatchObject({
      host: "127.0.0.1",
      port: 7070,
      dataFolder: "/srv/data",
      embedder: { kind: "builtin" },
      logLevel: "info",
      corsOrigins: [],
      residentRows: 12_000,
      residentBytes: 256 * 2 ** 20,
    });
  });

  test("an empty variable counts as absent", () => {
    expect(parse({ CAIRN_PORT: "", CAIRN_LOG: "  " }).config).toMatchObject({ port: 7070, logLevel: "info" });
  });

  test.each([
    [{ CAIRN_PORT: "70700" }, 'CAIRN_PORT must be a whole number from 0 to 65535, got "70700"'],
    [{ CAIRN_PORT: "7e3" }, 'CAIRN_PORT must be a whole number from 0 to 65535, got "7e3"'],
    [{ CAIRN_RESIDENT_ROWS: "-1" }, 'CAIRN_RESIDENT_ROWS must be a whole number from 1 to 1000000, got "-1"'],
    [
      { CAIRN_LOG: "verbose" },
      'CAIRN_LOG must be one of fatal, error, warn, info, debug, trace, silent, got "verbose"',
    ],
    [
      { CAIRN_CORS_ORIGINS: "https://a.example, app" },
      'CAIRN_CORS_ORIGINS must be a comma-separated list of origins such as https://app.example, or *, got "app"',
    ],
    [
      { CAIRN_TRUSTED_PROXIES: "10.0.0.0/8,proxy" },
      'CAIRN_TRUSTED_PROXIES must be a comma-separated list of addresses or ranges such as 10.0.0.0/8, got "proxy"',
    ],
    ...["localhost:7070", "127.0.0.1:7070", "http://localhost", "[::1]", "[::]:7070", "a b", "."].map(
      (host): [Record<string, string>, string] => [
        { CAIRN_HOST: host },
        "CAIRN_HOST must be an address or host name such as 127.0.0.1, :: or localhost, " +
          `without scheme, brackets or port (CAIRN_PORT), got "${host}"`,
      ],
    ),
    ...["10.0.0.0/33", "10.0.0.0/", "999.1.1.1", "::1/129", "fe80::1%eth0", "1.2.3", ":"].map(
      (range): [Record<string, string>, string] => [
        { CAIRN_TRUSTED_PROXIES: range },
        `CAIRN_TRUSTED_PROXIES must be a comma-separated list of addresses or ranges such as 10.0.0.0/8, got "${range}"`,
      ],
    ),
  ])("%j is an error that says what is allowed", (environment, message) => {
    expect(parse(environment)).toMatchObject({ config: undefined, errors: [message] });
  });

  test.each(["0.0.0.0", "::", "::1", "fe80::1%eth0", "localhost", "my_host-1.example.", "7"])(
    "listens on %s",
    (host) => {
      expect(parse({ CAIRN_HOST: host })).toMatchObject({ config: { host }, errors: [] });
    },
  );

  test("addresses and ranges are taken as they are, hosts as they are compared", () => {
    const proxies = ["10.0.0.0/8", "192.0.2.1", "::1", "2001:db8::/32", "::ffff:1.2.3.4", "0.0.0.0/0"];
    const { config, errors } = parse({
      CAIRN_TRUSTED_PROXIES: proxies.join(", "),
      CAIRN_HOSTS: "Cairn.Example, [::A]:7070",
    });
    expect({ errors, proxies: config?.trustedProxies }).toEqual({ errors: [], proxies });
    expect(() => new TrustedProxies(proxies)).not.toThrow();
    expect(config?.hosts).toEqual(["cairn.example", "[::a]:7070"]);
  });

  test.each([
    ["CAIRN_OPENAI_URL", "https://bob:hunter2@proxy.example/v1"],
    ["CAIRN_GOOGLE_URL", "http://hunter2@127.0.0.1:1"],
    ["CAIRN_EMBEDDER_URL", "http://bob:hunter2@127.0.0.1:1/v1"],
    ["CAIRN_CORS_ORIGINS", "https://bob:hunter2@app.example"],
    ["CAIRN_PROVIDERS", "corp=http://bob:hunter2@10.1.2.3:8000/v1"],
    ["CAIRN_PROVIDERS", "corp=http://bob:hunt/er2@10.1.2.3:8000/v1"],
    ["CAIRN_PROVIDERS", "b=http://127.0.0.1:1,a=http://bob:hunter2@b"],
    ["CAIRN_PROVIDERS", "corp=http://hunter2\\\\@10.1.2.3"],
  ])("%s takes no user or password in an address, and the error shows none", (name, value) => {
    const { errors } = parse({ [name]: value });
    expect(errors).toEqual([
      expect.stringMatching(/^CAIRN_\w+ must be .* such as .*, without a user or password, got "\.\.\.@.*"$/u),
    ]);
    expect(errors.join()).not.toMatch(/hunt|er2/u);
  });

  test("an address may have a sign of one in its path", () => {
    const { config, errors } = parse({
      CAIRN_OPENAI_URL: "https://a.example/@team/v1",
      CAIRN_PROVIDERS: "b=http://[::1]:9",
    });
    expect(errors).toEqual([]);
    expect(config?.gateway.providers["openai"]?.url).toBe("https://a.example/@team/v1");
  });

  test.each([
    [
      "deepseek=http://127.0.0.1:1/v1",
      ['not name "deepseek", which Cairn knows: set its address with CAIRN_DEEPSEEK_URL'],
    ],
    ["cairn=http://127.0.0.1:1/v1", ['not name "cairn", which is the name for the built-in models']],
    [
      "llama=http://127.0.0.1:1/v1",
      ['not name "llama", because its key would be LLAMA_API_KEY, which is the key of "meta"'],
    ],
    [
      "gemini=http://127.0.0.1:1/v1",
      ['not name "gemini", because its key would be GEMINI_API_KEY, which is the key of "google"'],
    ],
    ["a=http://127.0.0.1:1,b=http://127.0.0.1:2,a=http://127.0.0.1:3", ['name "a" only once']],
  ])("CAIRN_PROVIDERS=%s has a name that is taken", (given, messages) => {
    const { config, errors } = parse({ CAIRN_PROVIDERS: given });
    expect({ config, errors }).toEqual({
      config: undefined,
      errors: messages.map((message) => `CAIRN_PROVIDERS must ${message}`),
    });
  });

  test.each<Record<string, string>>([
    { CAIRN_OPENAI_URL: "https://x:99999/v1" },
    { CAIRN_OPENAI_URL: "https://[zz]/v1" },
    { CAIRN_EMBEDDER_URL: "http://h:99999/v1" },
    { CAIRN_PROVIDERS: "b=http://h:99999/v1" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://h:99999" },
  ])("no request could go to an address such as %j", (environment) => {
    const [[name, value] = []] = Object.entries(environment);
    const { errors } = parse(environment);
    expect(errors).toEqual([expect.stringContaining(" such as ")]);
    expect(errors[0]).toMatch(new RegExp(`^${name} must be `, "u"));
    expect(errors[0]!.endsWith(`, got ${JSON.stringify(value)}`)).toBe(true);
  });

  test.each<Record<string, string>>([
    { GEMINI_API_KEY: "ab\ncd" },
    { ANTHROPIC_API_KEY: "\u043a\u043b\u044e\u0447" },
    { CAIRN_EMBEDDER_KEY: "ab cd" },
    { CAIRN_PROVIDERS: "my-own=http://127.0.0.1:1", MY_OWN_API_KEY: "ab\ncd" },
  ])("no header could carry a key such as of %j, and the error does not show it", (environment) => {
    const [name, value] = Object.entries(environment).at(-1)!;
    const { errors } = parse(environment);
    expect(errors).toEqual([`${name} must be visible ASCII characters, without a space or line break`]);
    expect(errors.join()).not.toContain(value);
  });

  test("origins are taken as browsers send them", () => {
    const given = "https://App.Example, https://b.example:443, http://b.example:8080, https://b\u00fccher.example, *";
    expect(parse({ CAIRN_CORS_ORIGINS: given }).config?.corsOrigins).toEqual([
      "https://app.example",
      "https://b.example",
      "http://b.example:8080",
      "https://xn--bcher-kva.example",
      "*",
    ]);
  });

  test("paths are added to an address, whatever slash is at its end", () => {
    const { config } = parse({ CAIRN_OPENAI_URL: "https://a.example/v1/", CAIRN_PROVIDERS: "b=http://c.example/v1//" });
    expect(config?.gateway.providers["openai"]?.url).toBe("https://a.example/v1");
    expect(config?.gateway.own).toMatchObject([{ id: "b", url: "http://c.example/v1" }]);
  });

  test("all errors are told at once", () => {
    expect(parse({ CAIRN_PORT: "x", CAIRN_EMBEDDER: "y" }).errors).toHaveLength(2);
  });

  test("an endpoint needs an address and a model", () => {
    expect(parse({ CAIRN_EMBEDDER: "openai" }).errors).toEqual([
      expect.stringContaining(
        "CAIRN_EMBEDDER_URL must be the endpoint's address if CAIRN_EMBEDDER is openai, but is missing",
      ),
      expect.stringContaining(
        "CAIRN_EMBEDDER_MODEL must be the model's name if CAIRN_EMBEDDER is openai, but is missing",
      ),
    ]);
    const remote = { CAIRN_EMBEDDER: "openai", CAIRN_EMBEDDER_URL: "http://[::1]:9/v1/", CAIRN_EMBEDDER_MODEL: "m" };
    expect(parse(remote).config?.embedder).toMatchObject({ kind: "openai", url: "http://[::1]:9/v1", model: "m" });
  });

  test("one of Azure's deployments is addressed with its version, and nothing else follows a path", () => {
    const remote = { CAIRN_EMBEDDER: "openai", CAIRN_EMBEDDER_MODEL: "m" };
    const deployment = "https://my.openai.azure.com/openai/deployments/embed-3?api-version=2024-10-01-preview";
    expect(parse({ ...remote, CAIRN_EMBEDDER_URL: deployment }).config?.embedder).toMatchObject({ url: deployment });
    for (const more of ["?key=hunter2", "?api-version=1&key=2", "?api-version=", "?api-version=1#a", "#a"]) {
      const { errors } = parse({ ...remote, CAIRN_EMBEDDER_URL: `https://my.openai.azure.com/openai${more}` });
      expect(errors).toEqual([
        expect.stringMatching(/^CAIRN_EMBEDDER_URL must be .*only \?api-version=\.\.\., for Azure/u),
      ]);
    }
    const { errors } = parse({ CAIRN_OPENAI_URL: deployment });
    expect(errors).toEqual([expect.stringContaining("CAIRN_OPENAI_URL must be an http or https address")]);
  });

  test.each([
    ["query: ", "query: "],
    [' "query: " ', "query: "],
    ["'query: '", "query: "],
    ["Instruct: find\\nQuery:", "Instruct: find\nQuery:"],
    ["Instruct: find\nQuery: ", "Instruct: find\nQuery: "],
    ['say "so": ', 'say "so": '],
    ["none", ""],
    ['""', ""],
    ["", undefined],
    ["   ", undefined],
  ])("a prefix keeps its spaces: %j is %j", (given, expected) => {
    const remote = { CAIRN_EMBEDDER: "openai", CAIRN_EMBEDDER_URL: "http://[::1]:9/v1", CAIRN_EMBEDDER_MODEL: "m" };
    const both = { CAIRN_EMBEDDER_QUERY_PREFIX: given, CAIRN_EMBEDDER_DOCUMENT_PREFIX: given };
    const { config } = parse({ ...remote, ...both });
    expect(config?.embedder).toMatchObject({ queryPrefix: expected, documentPrefix: expected });
  });

  test("a prefix is not most of what a model reads", () => {
    expect(parse({ CAIRN_EMBEDDER_QUERY_PREFIX: "x".repeat(400) }).errors).toEqual([]);
    expect(parse({ CAIRN_EMBEDDER_QUERY_PREFIX: "x".repeat(401) }).errors).toEqual([
      "CAIRN_EMBEDDER_QUERY_PREFIX must have at most 400 characters, got 401",
    ]);
  });

  test("a request to a model waits for a remote embedder longer, unless it is told how long", () => {
    const remote = { CAIRN_EMBEDDER: "openai", CAIRN_EMBEDDER_URL: "http://[::1]:9/v1/", CAIRN_EMBEDDER_MODEL: "m" };
    const waits = (env: Record<string, string>) => parse(env).config?.gateway.memoryTimeoutMs;
    expect([waits({}), waits(remote), waits({ ...remote, CAIRN_MEMORY_TIMEOUT_MS: "300" })]).toEqual([300, 1_000, 300]);
  });

  test("an unknown variable is a warning with the nearest name", () => {
    expect(parse({ CAIRN_PROT: "1", CAIRN_RESIDENT_ROW: "9" }).warnings).toEqual([
      "CAIRN_PROT is not a variable of Cairn; the nearest is CAIRN_PORT",
      "CAIRN_RESIDENT_ROW is not a variable of Cairn; the nearest is CAIRN_RESIDENT_ROWS",
    ]);
  });

  test("what Kubernetes injects for a service called cairn is ignored, and what clients read", () => {
    const pod = {
      CAIRN_SERVICE_HOST: "10.0.0.1",
      CAIRN_SERVICE_PORT: "7070",
      CAIRN_SERVICE_PORT_HTTP: "7070",
      CAIRN_PORT: "tcp://10.0.0.1:7070",
      CAIRN_PORT_7070_TCP: "tcp://10.0.0.1:7070",
      CAIRN_PORT_7070_TCP_ADDR: "10.0.0.1",
      CAIRN_KEY: "ck_of_a_client",
    };
    expect(parse(pod)).toMatchObject({ warnings: [], errors: [], config: { port: 7070 } });
  });

  test("every variable says what it is", () => {
    for (const [name, { about }] of Object.entries(variables)) {
      expect(name).toMatch(/^((CAIRN|OTEL)_[A-Z0-9_]+|[A-Z]+_API_KEY)$/u);
      expect(about).toMatch(/^[A-Z].*\.$/u);
    }
  });

  test("a secret prints nowhere", () => {
    const secret = new Secret("hunter2");
    expect([String(secret), JSON.stringify({ secret }), inspect({ secret })].join()).not.toContain("hunter2");
    expect(secret.reveal()).toBe("hunter2");
  });
});
