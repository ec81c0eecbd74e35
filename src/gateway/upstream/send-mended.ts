import type { Losses } from "../chat/loss.ts";
import type { UpstreamDialect } from "../dialect/dialect.ts";
import { readBody, withBody } from "./read-body.ts";
import type { UpstreamAnswer } from "./upstreams.ts";

/** Sends a request; one that is refused for what the provider's dialect can mend, once more for each remedy that helps. */
export async function sendMended(
  body: Buffer,
  { remedies = [] }: Pick<UpstreamDialect, "remedies">,
  send: (body: Buffer) => Promise<UpstreamAnswer>,
  losses: Losses,
): Promise<UpstreamAnswer> {
  const untried = new Set(remedies);
  for (let sent = body; ;) {
    const answer = await send(sent);
    if (answer.status !== 400 || !remedies.some(({ mends }) => sent.includes(mends))) return answer;
    const bytes = await readBody(answer.body);
    const said = bytes.toString("utf8");
    const remedy = [...untried].find(({ refusal }) => refusal.test(said));
    const mended = remedy?.mend(sent) ?? sent;
    if (remedy === undefined || mended === sent) return withBody(answer, bytes);
    untried.delete(remedy);
    losses.dropped(remedy.loss);
    sent = mended;
  }
}
