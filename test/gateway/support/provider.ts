import type { DialectName } from "../../../src/gateway/chat/request.ts";
import { knownProviders } from "../../../src/gateway/model/known-providers.ts";
import type { Provider } from "../../../src/gateway/model/provider.ts";

/** Whose model it is by its name, of those who speak a dialect; else an endpoint of the operator's own. */
export function providerOf(dialect: DialectName, model: string): Pick<Provider, "dialect" | "takes"> {
  const company = knownProviders.find((each) => each.prefixes.some((start) => model.startsWith(start)));
  return company?.dialect === dialect ? company : { dialect };
}
