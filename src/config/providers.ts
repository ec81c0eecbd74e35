import { knownProviders } from "../gateway/model/known-providers.ts";
import type { Provider } from "../gateway/model/provider.ts";
import { isAddress, withoutSlash } from "./address.ts";
import type { Environment, Form } from "./env.ts";
import { Secret, wrongSecret } from "./secrets.ts";

/** An OpenAI-compatible endpoint of the operator's own, as CAIRN_PROVIDERS names it. */
export type OwnProvider = { id: string; url: string; key: Secret | undefined };

/** `ollama=http://127.0.0.1:11434/v1` */
export const ownProvider: Form = {
  test(item) {
    const [, address = ""] = /^[a-z][a-z0-9-]{0,39}=(.*)$/u.exec(item) ?? [];
    return isAddress(address);
  },
};

/** The key of an own endpoint is in `<NAME>_API_KEY`, if it wants one: the dashes of the name become underscores. */
export function parseOwnProvider(item: string, environment: Environment): OwnProvider {
  const at = item.indexOf("=");
  const id = item.slice(0, at);
  const key = environment[keyVariableOf(id)]?.trim();
  return { id, url: withoutSlash(item.slice(at + 1)), key: key ? new Secret(key) : undefined };
}

function keyVariableOf(id: string): string {
  return `${id.toUpperCase().replaceAll("-", "_")}_API_KEY`;
}

/** What is wrong with own endpoints, a sentence each: a name, and the variable of its key, is one provider's only, and a key has the form of one. */
export function wrongOwn(own: readonly OwnProvider[]): string[] {
  return [...wrongIds(own), ...wrongKeys(own)];
}

function wrongKeys(own: readonly OwnProvider[]): string[] {
  return own.flatMap(({ id, key }) => {
    const wrong = key && wrongSecret(key.reveal());
    return wrong === undefined ? [] : [`${keyVariableOf(id)} ${wrong}`];
  });
}

function wrongIds(own: readonly OwnProvider[]): string[] {
  return own.flatMap(({ id }, at) => {
    if (id === "cairn") return ['CAIRN_PROVIDERS must not name "cairn", which is the name for the built-in models'];
    const known = knownProviders.find((each) => each.id === id);
    if (known)
      return [`CAIRN_PROVIDERS must not name "${id}", which Cairn knows: set its address with ${known.urlVariable}`];
    const owner = knownProviders.find((each) => each.keyVariable === keyVariableOf(id));
    if (owner)
      return [
        `CAIRN_PROVIDERS must not name "${id}", because its key would be ${owner.keyVariable}, which is the key of "${owner.id}"`,
      ];
    const isFirst = own.findIndex((each) => each.id === id) === at;
    return isFirst ? [] : [`CAIRN_PROVIDERS must name "${id}" only once`];
  });
}

/** Every provider: those that are known, as the operator has set them up, and the operator's own. */
export function providersOf(given: {
  providers: Readonly<Record<string, { key: Secret | undefined; url: string | undefined }>>;
  own: readonly OwnProvider[];
}): Provider[] {
  const known = knownProviders.map((provider): Provider => {
    const { key, url } = given.providers[provider.id] ?? {};
    return { ...provider, key, url: url ?? provider.url };
  });
  const own = given.own.map((provider): Provider => ({
    ...provider,
    dialect: "openai",
    keyVariable: keyVariableOf(provider.id),
    prefixes: [],
    own: true,
  }));
  return [...known, ...own];
}
