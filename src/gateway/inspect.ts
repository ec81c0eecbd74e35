import type { ChatEvent } from "./chat/event.ts";
import { upstreamDialects } from "./dialect/dialects.ts";
import type { Target } from "./model/route.ts";

/** The built-in model: `cairn/inspect`, or `cairn/inspect:<model>` for what another model would be sent. */
const inspectModel = "cairn/inspect";

/** The model whose request is to be shown; `undefined` for every other name. */
export function inspected(model: string): string | undefined {
  if (model === inspectModel) return "";
  return model.startsWith(`${inspectModel}:`) ? model.slice(inspectModel.length + 1) : undefined;
}

/** The request that would have been sent, as the answer of a model: JSON, in which `body` stands byte for byte. */
export function inspection(
  { provider, model }: Target,
  stream: boolean,
  headers: Record<string, string | string[]>,
  body: Buffer,
): ChatEvent[] {
  const url = provider.url + upstreamDialects[provider.dialect].answerPath(model, stream);
  const head = JSON.stringify({ method: "POST", url, headers }).slice(0, -1);
  const text = `${head},"body":${body.toString("utf8")}}`;
  return [
    { type: "start", id: "inspect", model: inspectModel },
    { type: "text_start" },
    ...pieces(text).map((piece): ChatEvent => ({ type: "text", text: piece })),
    { type: "usage", usage: { input: 0, output: 0 } },
    { type: "end", finish: { reason: "stop" } },
  ];
}

/** As a stream would bring it; no character is cut in two. */
function pieces(text: string): string[] {
  return text.match(/.{1,500}/gsu) ?? [];
}
