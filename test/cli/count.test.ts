import { expect, test } from "vitest";
import { count } from "../../src/cli/terminal/count.ts";

test.each([
  [count(0, "message"), "0 messages"],
  [count(1, "message"), "1 message"],
  [count(2, "message"), "2 messages"],
  [count(1, "memory", "memories"), "1 memory"],
  [count(2, "memory", "memories"), "2 memories"],
])("%s", (counted, expected) => expect(counted).toBe(expected));
