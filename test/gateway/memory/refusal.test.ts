import { expect, test } from "vitest";
import { isRefusal } from "../../../src/gateway/memory/injection/refusal.ts";

test.each([
  "I'm sorry, but I don't have that information. Could you tell me more?",
  "I don't have access to your previous conversations, so I can't know that.",
  "I’m not sure I understand. Could you rephrase the question?",
  "I'm sorry, I can't make phone calls. But I can help you write her a short message.",
  "Unfortunately, I cannot look up the current error rate. If you paste the numbers here, I can help.",
  "I do not know.",
  "As an AI, I don't have access to live data.",
  "Leider habe ich keinen Zugriff auf frühere Gespräche. Kannst du mir mehr sagen?",
  "Tut mir leid, das weiß ich nicht.",
])("says nothing else: %s", (text) => expect(isRefusal(text)).toBe(true));

test.each([
  "I can't access your mail. In general, REST with OpenAPI is easier.",
  "I don't recommend the Ibis; take the hotel in Elm Street.",
  "I'm sorry to hear that. Ines reviews billing from Monday on.",
  "I'm not sure, but I think the flight leaves at seven.",
  "The flight leaves at seven. I don't know the gate.",
  "I don't know the gate, but the flight leaves at seven.",
  "Sorry, the meeting was moved to Friday.",
])("says something: %s", (text) => expect(isRefusal(text)).toBe(false));
