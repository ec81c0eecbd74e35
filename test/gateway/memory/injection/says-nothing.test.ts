import { expect, test } from "vitest";
import { queryTermsOf } from "../../../../src/memory/words/tokenize.ts";
import { asksNoMore } from "../../../../src/gateway/memory/injection/retrieval/says-nothing.ts";

const isHidden = (said: string, turn: string) => asksNoMore(said, new Set(queryTermsOf(turn).ids));

test.each([
  ["When is Anna's birthday?", "when is Anna's birthday again, please?"],
  ["Can you use tabs here?", "Can you use tabs or spaces here?"],
  ["Wann kommt Anna?", "Weißt du, wann Anna kommt?"],
])("asks no more: %s", (said, turn) => expect(isHidden(said, turn)).toBe(true));

test.each([
  ["Anna's birthday is in May, isn't it?", "when is Anna's birthday?"],
  ["Is Anna's birthday in May?", "when is Anna's birthday?"],
  ["Could you use spaces, not tabs?", "Can you use tabs or spaces here?"],
  ["Can you not add emojis to my commits?", "Can you add emojis to my commits?"],
  ["Could you please book no meetings for Friday?", "Please book meetings for Friday"],
  ["Anna works at Acme, not me?", "who works at Acme, me or Anna?"],
  ["Can you turn the lights off?", "Can you turn the lights on?"],
])("says something: %s", (said, turn) => expect(isHidden(said, turn)).toBe(false));
