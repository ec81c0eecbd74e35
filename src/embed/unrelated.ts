import { AppError } from "../error.ts";
import { refusesText, type Embedder } from "../memory/embedder.ts";
import { cosine } from "./cosine.ts";

/** Of no two of these does one bear on the other: of many subjects, lengths and kinds, as they are said to a model. */
const unrelatedTexts: readonly string[] = [
  "I am allergic to peanuts.",
  "The nightly import takes four hours since we moved the database.",
  "Write a function that reverses a linked list.",
  "Who won the chess championship in 1972?",
  "My sister is getting married in June, and I still have no idea what to give her.",
  "Translate this paragraph into Spanish.",
  "Yes, the second option sounds better. Let's do that.",
  "The museum is closed on Mondays.",
  "How do I get a red wine stain out of a wool carpet?",
  "Use four spaces for indentation, and never commit directly to the main branch.",
  "We hiked along the ridge until the fog came in, then turned back.",
  "What is the difference between a virus and a bacterium?",
  "Please send the invoice to our accountant by Friday.",
  "The guitar needs new strings before the concert.",
  "TypeError: cannot read properties of undefined (reading 'map')",
  "Photosynthesis turns light, water and carbon dioxide into sugar and oxygen.",
];

/** Above it, hardly anything is left to tell texts apart by. */
const unrelatedMax = 0.95;

/** Of fewer texts, the mean would be another with every start. */
const leastVectors = unrelatedTexts.length / 2;

/** The mean cosine of all pairs of these texts. Errors: as `embed`; unavailable, where it refuses most of them. */
export async function measureUnrelated(embed: Embedder["embed"]): Promise<number> {
  const vectors = (await embedAll(embed)).filter((vector) => vector !== undefined);
  if (vectors.length < leastVectors) {
    const given = `${vectors.length} of ${unrelatedTexts.length}`;
    throw new AppError("unavailable", `the embedder gave a vector to only ${given} harmless texts`);
  }
  const cosines = vectors.flatMap((one, at) => vectors.slice(0, at).map((other) => cosine(one, other)));
  const mean = cosines.reduce((sum, each) => sum + each, 0) / cosines.length;
  return Math.min(Math.max(mean, 0), unrelatedMax);
}

/** Halving what is refused: an engine may take fewer in a call, or not every text. */
async function embedAll(
  embed: Embedder["embed"],
  texts: readonly string[] = unrelatedTexts,
): Promise<(Float32Array | undefined)[]> {
  try {
    return await embed([...texts]);
  } catch (error) {
    if (!refusesText(error)) throw error;
    if (texts.length === 1) return [];
    const half = texts.length / 2;
    return [...(await embedAll(embed, texts.slice(0, half))), ...(await embedAll(embed, texts.slice(half)))];
  }
}
