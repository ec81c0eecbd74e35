import { textOf, type Message } from "./conversation.ts";

type Choice = { message?: Message; delta?: Message };

/** What a model said: a whole answer of OpenAI's dialect has choices, one of Anthropic's is a message. */
export function saidIn(answer: unknown): string {
  const [choice] = choicesOf(answer);
  return textOf(choice?.message ?? (isMessage(answer) ? answer : { role: "assistant" }));
}

/** What a piece of a stream adds to it. */
export function saidInPiece(piece: unknown): string {
  const [choice] = choicesOf(piece);
  if (choice) return typeof choice.delta?.content === "string" ? choice.delta.content : "";
  const delta: unknown = Reflect.get(Object(piece), "delta");
  const text: unknown = Reflect.get(Object(delta), "text");
  return Reflect.get(Object(delta), "type") === "text_delta" && typeof text === "string" ? text : "";
}

export function isStream(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

function choicesOf(answer: unknown): Choice[] {
  const choices: unknown = Reflect.get(Object(answer), "choices");
  return Array.isArray(choices) ? (choices as Choice[]) : []; // of the provider's own client
}

function isMessage(answer: unknown): answer is Message {
  return Reflect.get(Object(answer), "role") === "assistant";
}
