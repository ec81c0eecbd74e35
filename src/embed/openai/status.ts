import { isObject } from "../../json.ts";
import { retryAfterMs } from "../../retry-after.ts";
import type { Answer } from "./answer.ts";

/** Of an answer that is an error, as much as its code needs. */
const errorBytesMax = 16 * 1024;
/** What comes later is not waited for: an overloaded proxy may never end its body, and the status has said enough. */
const errorBodyMs = 500;

/** What came of a try whose answer has another status than 200. */
export async function fromStatus(response: Response): Promise<Answer> {
  const { status } = response;
  const reason = `status ${status}${ofCode(await codeIn(response))}`;
  const waitMs = retryAfterMs(Object.fromEntries(response.headers));
  if (status === 500) return { kind: "broken", reason, retryAfterMs: waitMs };
  // Proxies answer 502 and 504 while what is behind them starts.
  if (status === 408 || status === 429 || status > 500) return { kind: "retryable", reason, retryAfterMs: waitMs };
  if (status === 400 || status === 413 || status === 422) return { kind: "refused", reason };
  return { kind: "failed", reason: `${reason}${hintOf(response)}` };
}

/** What the operator can do about a status that stays. */
function hintOf({ status, url }: Response): string {
  if (status >= 300 && status < 400) return ": redirects are not followed";
  if (status === 401 || status === 403) return ": CAIRN_EMBEDDER_KEY is missing, wrong or not allowed to do this";
  if (status === 404 || status === 405) {
    return `: there is no embedding endpoint at ${url}, or no model of the name in CAIRN_EMBEDDER_MODEL`;
  }
  return "";
}

/** Never fails: a body that is too large, too late, broken off or no JSON has no code. */
async function codeIn({ body }: Response): Promise<string | undefined> {
  if (body === null) return undefined;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(cancel, errorBodyMs);
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > errorBytesMax) return undefined;
      chunks.push(next.value);
    }
    return errorCode(JSON.parse(Buffer.concat(chunks).toString()));
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    cancel();
  }
}

/** What an endpoint calls its error, such as `model_not_found`. Its message may repeat the key or the texts: no word of it. */
export function errorCode(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { error, error_type: ofTei } = body;
  const codes = isObject(error) ? [error["code"], error["type"]] : [ofTei];
  return codes.find((code) => typeof code === "string" && /^[A-Za-z]{2,20}(_[A-Za-z]{1,20}){0,4}$/u.test(code)) as
    string | undefined;
}

/** Behind what it is the code of. */
export const ofCode = (code: string | undefined): string => (code === undefined ? "" : ` (${code})`);
