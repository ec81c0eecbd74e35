import { randomUUID } from "node:crypto";
import { streamed, whole, type Said } from "../gateway/support/answers.ts";
import { json, type Received, type Script } from "../gateway/support/upstream.ts";

/** The members of a request that tests look at. */
export type Asked = {
  tools?: object[];
  stream?: boolean;
  messages: { role: string; content: unknown }[];
  output_config?: { format?: object };
};

/** A provider that answers in the dialect and the way it is asked, each answer under an id of its own, and counts. */
export function answering(say: (asked: Asked) => Said): Script {
  return (response, request) => {
    if (request.path.includes("/count_tokens")) return json(200, { input_tokens: 100 })(response, request);
    const asked = askedIn(request);
    const dialect = request.path.includes("/messages") ? "anthropic" : "openai";
    const said = { id: `msg_${randomUUID()}`, ...say(asked) };
    return (asked.stream === true ? streamed : whole)[dialect](said)(response, request);
  };
}

export function askedIn({ body }: Received): Asked {
  return JSON.parse(body.toString()) as Asked;
}
