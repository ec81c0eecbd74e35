import { expect, test } from "vitest";
import { isRefusal } from "../../../../src/gateway/memory/injection/text/refusal.ts";

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
  "I can't help with taxes; your accountant Frau Weber does that.",
  "I'm not sure which one you meant, so I booked the hotel in Elm Street.",
  "I don't have access to staging, so I fixed it in the feature branch instead",
  "I don't have access to staging and fixed it locally.",
  "I can't help with taxes as your accountant Frau Weber does that.",
  "I can't see the logs (they are on the bastion).",
  "I don't know. Would you use the bastion host?",
  "I don't know of any open issues; use pnpm because npm breaks the lockfile.",
  "I don't know. You can use the bastion host at ops.example.com.",
  "I cannot see any reason against it: go with Postgres.",
  "Ich habe den Termin nicht verschoben, er ist am Freitag.",
])("says something: %s", (text) => expect(isRefusal(text)).toBe(false));
