import { Operations } from "../../gen/client/operations.ts";
import { Caller } from "./caller.ts";
import { settingsOf, type ClientOptions } from "./options.ts";

/**
 * A client of a Cairn server. Members of requests and answers have the API's own names. A call that fails throws a
 * CairnError. Calls are retried after 429, 503 and network failures; writes carry an idempotency key, so that none is done
 * twice.
 *
 * @example
 * const cairn = new Cairn({ apiKey, baseUrl });
 * await cairn.addMessage({ role: "user", session_id: "monday", content: "We moved the staging database to Frankfurt." });
 * const { retrieval_id, results } = await cairn.search({ query: "where does the test DB run?", limit: 3 });
 * console.log(results[0]?.content);
 * await cairn.recordOutcome({ applicationId: retrieval_id, success: true });
 */
export class Cairn extends Operations {
  /** Sends nothing. Throws a CairnError if an option is not valid. */
  constructor(options: ClientOptions) {
    super(new Caller(settingsOf(options)));
  }
}
