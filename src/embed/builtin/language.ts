import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isSpelledForeign, spokenOf, tellingMax } from "../../memory/language/english.ts";
import { tokenise } from "../../memory/language/tokens.ts";
import { embedderName, modelFolder } from "../../onnx/files.ts";
import { normalise } from "../normalise.ts";

/** The directions in which texts of other languages of Latin letters lie, whatever they say: each of length 1, at right angles. */
const bytes = readFileSync(join(modelFolder(embedderName), "languages.bin"));
const directions = new Float32Array(new Uint8Array(bytes).buffer);

/** So much of what lies there is taken away. All would be too much: what answers a question is alike by its language too. */
const share = 0.6;

/**
 * A text's vector, with less of what only tells in which language it is, if that is not English: otherwise all texts of a language are
 * alike, whatever they say (docs/decisions/0025). Vectors of before and after can be compared.
 */
export function withoutLanguage(text: string, vector: Float32Array): Float32Array {
  if (!isSpelledForeign(spokenOf(tokenise(text, tellingMax)))) return vector;
  const rest = vector.slice();
  for (let from = 0; from < directions.length; from += vector.length) {
    let along = 0;
    for (let at = 0; at < vector.length; at++) along += rest[at]! * directions[from + at]!;
    for (let at = 0; at < vector.length; at++) rest[at]! -= share * along * directions[from + at]!;
  }
  return normalise(rest) ? rest : vector;
}
