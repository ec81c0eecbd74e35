import { AppError } from "../../error.ts";
import type { Provider } from "../model/provider.ts";
import { discard } from "./discard.ts";
import { readBody, withBody } from "./read-body.ts";
import type { UpstreamAnswer } from "./upstreams.ts";

/**
 * An answer, unless it refuses this server's key. A 401 would make callers believe that their own key is wrong, and its
 * message may show parts of ours: they get the same error as for a provider without a key. Errors: unavailable.
 */
export async function unlessKeyRefused(provider: Provider, answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  if (answer.status === 401) {
    discard(answer.body);
    throw keyRefused(provider);
  }
  if (answer.status !== 400 || provider.wrongKey === undefined) return answer;
  const bytes = await readBody(answer.body);
  if (provider.wrongKey.test(bytes.toString("utf8"))) throw keyRefused(provider);
  return withBody(answer, bytes);
}

function keyRefused({ id, keyVariable }: Provider): AppError {
  return new AppError(
    "unavailable",
    `the provider "${id}" refused the API key that this server uses: check ${keyVariable}`,
    { isLasting: true },
  );
}
