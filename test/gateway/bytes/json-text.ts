import * as fc from "fast-check";

/** Texts of JSON objects in every spacing, order, escape and form of number that the grammar allows. */
export function jsonText(): fc.Arbitrary<string> {
  const space = fc.stringMatching(/^[ \t\r\n]{0,2}$/u);
  const { object } = fc.letrec<{ value: string; object: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      literal,
      number,
      text,
      fc.array(tie("value"), { maxLength: 4 }).map((each) => `[${each.join(",")}]`),
      tie("object"),
    ),
    object: fc
      .array(fc.tuple(space, name, space, tie("value"), space), { maxLength: 5 })
      .map((members) => `{${members.map(([a, key, b, value, c]) => `${a}${key}${b}:${value}${c}`).join(",")}}`),
  }));
  return object;
}

const literal = fc.constantFrom("null", "true", "false", " true ", "\tnull");
const number = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?$/u),
  fc.constantFrom("-0", "1E400", "0.0", "123456789012345678901234567890"),
);

/** A character as itself or by one of its escapes. */
const character = fc
  .tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), fc.boolean())
  .map(([char, escaped]) => {
    const isPlain = !escaped && !/["\\\p{Cc}\p{Cs}]/u.test(char);
    return isPlain
      ? char
      : [...char]
          .flatMap((each) => each.split(""))
          .map(escape)
          .join("");
  });
const text = fc
  .array(fc.oneof(character, fc.constantFrom("\\/", '\\"', "\\\\", "\\b", "\\ud800", "\\u00E9")), { maxLength: 12 })
  .map((characters) => `"${characters.join("")}"`);

/** No member that means something to the gateway. */
const name = fc.stringMatching(/^[a-z ]{0,6}$/u).map((each) => `"x${each}\\u0041"`);

function escape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
