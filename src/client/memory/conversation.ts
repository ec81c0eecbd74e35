/** A message of either dialect. Of its parts only texts are read. */
export type Message = { role: string; content?: unknown };

type Part = { type?: unknown; text?: unknown };

/** What a message says, without its pictures, tools and thoughts. */
export function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  const texts = partsOf(content).flatMap(({ type, text }) =>
    type === "text" && typeof text === "string" ? [text] : [],
  );
  return texts.join("\n");
}

/** Whether a user speaks: in Anthropic's dialect what tools answered is a user's message, too. */
export function isQuestion(message: Message): boolean {
  const { role, content } = message;
  const ofTools = partsOf(content).some(({ type }) => type === "tool_result");
  return role === "user" && !ofTools && textOf(message).trim() !== "";
}

/** The same message with a text behind it. What was there stays as it was. */
export function withText<M extends Message>(message: M, text: string): M {
  const { content } = message;
  if (typeof content === "string") return { ...message, content: `${content}\n\n${text}` };
  return { ...message, content: [...partsOf(content), { type: "text", text }] };
}

/** For each message a name of all that was said up to it: the same conversation has the same names. */
export function chainOf(messages: readonly Message[]): string[] {
  let chain = "";
  return messages.map((message) => (chain = digest(JSON.stringify([chain, message.role, textOf(message)]))));
}

function partsOf(content: unknown): Part[] {
  return Array.isArray(content) ? (content as Part[]) : []; // members are looked at before they are used
}

/** FNV-1a, twice with other seeds: 64 bits, to tell the few turns of one conversation apart. */
function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0xc2b2ae35;
  for (let at = 0; at < text.length; at++) {
    a = Math.imul(a ^ text.charCodeAt(at), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(at), 0x85ebca6b);
  }
  return (a >>> 0).toString(16) + (b >>> 0).toString(16).padStart(8, "0");
}
