export const chatPath = "/v1/chat/completions";

/** A chat of about so many bytes, in messages of a few hundred, as conversations have them. */
export function chat(bytes: number, model = "gpt-4.1") {
  const text = "All work and no play makes a dull test. ".repeat(14);
  const count = Math.max(1, Math.round(bytes / 600));
  const messages = Array.from({ length: count }, (_, i) => ({
    role: (count - i) % 2 === 1 ? "user" : "assistant",
    content: `${i} ${text}`,
  }));
  return { model, messages };
}
