import { jsonReply, refusal } from "./answer/reply.ts";
import { tryParse } from "./chat/exact-json.ts";
import { lossHeaders, Losses } from "./chat/loss.ts";
import { callerDialects, upstreamDialects } from "./dialect/dialects.ts";
import { estimateTokens } from "./estimate.ts";
import type { Reply } from "./exchange.ts";
import { formatFor, formulate, withEdits } from "./formulate.ts";
import type { Target } from "./model/route.ts";
import type { ParsedRequest } from "./parsed-request.ts";
import { hideInReply } from "./upstream/hide-key.ts";
import { readBody, textOfBody } from "./upstream/read-body.ts";
import { sendMended } from "./upstream/send-mended.ts";
import type { Upstreams } from "./upstream/upstreams.ts";
import type { Edit } from "./wire/patch.ts";

/** Where a request's tokens may be asked for; nowhere, if nobody may be asked. */
type Counters = Pick<Upstreams, "send"> | undefined;

/** How many tokens a request of Anthropic's dialect has, with the memory that `edits` put in. */
export async function countTokens(
  request: ParsedRequest,
  edits: readonly Edit[],
  target: Target,
  upstreams: Counters,
): Promise<Reply> {
  const { provider } = target;
  const { countPath } = callerDialects[request.dialect];
  if (provider.dialect !== request.dialect || countPath === undefined || upstreams === undefined) {
    return countElsewhere(request, edits, target, upstreams);
  }
  // A provider of the caller's own dialect counts by itself.
  const { headers, query, signal, caller } = request;
  const asking = { account: caller.account.id, model: target.model };
  const { body, losses } = formulate(request, target, edits);
  const path = countPath + query;
  const send = (bytes: Buffer) => upstreams.send({ provider, path, headers, body: bytes, signal, asking });
  const answer = await sendMended(body, upstreamDialects[provider.dialect], send, losses);
  request.tell(lossHeaders(losses));
  return { ...hideInReply(answer, provider.key), provider: provider.id };
}

/**
 * A provider of another dialect is asked where it counts; else the tokens are estimated from all that would be sent, system
 * and tools included, which `X-Cairn-Loss` says.
 */
async function countElsewhere(
  request: ParsedRequest,
  edits: readonly Edit[],
  { provider, model }: Target,
  upstreams: Counters,
): Promise<Reply> {
  const dialect = upstreamDialects[provider.dialect];
  // A count has no bound of its own, but the dialect's requests must have one.
  const parsed = callerDialects.anthropic.parseRequest({ max_tokens: 1, ...withEdits(request, edits) });
  const formatted = formatFor({ provider, model }, { ...parsed, stream: false }, request, new Losses());
  const counting = dialect.tokenCounting;
  if (counting === undefined || upstreams === undefined)
    return jsonReply(200, { "x-cairn-loss": "count_tokens; emulated" }, { input_tokens: estimateTokens(formatted) });
  const { headers, signal, caller } = request;
  const asking = { account: caller.account.id, model };
  const body = Buffer.from(JSON.stringify(counting.format(formatted, model)));
  const answer = await upstreams.send({ provider, path: counting.path(model), headers, body, signal, asking });
  const text = textOfBody(await readBody(answer.body));
  const said = tryParse(text);
  if (answer.status >= 400) {
    const refused = refusal(request, answer.headers, dialect.readError(answer.status, said ?? text));
    return { ...hideInReply(refused, provider.key), provider: provider.id };
  }
  return jsonReply(200, {}, { input_tokens: counting.read(said) ?? estimateTokens(formatted) });
}
