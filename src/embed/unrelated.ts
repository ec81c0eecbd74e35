import { AppError } from "../error.ts";
import { refusesText, type Embedder, type EmbedOptions, type Role, type Unrelated } from "../memory/embedder.ts";
import { cosine } from "./cosine.ts";

type Vector = Float32Array | undefined;

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

/**
 * The mean cosines of all pairs of these texts. Errors: as `embed`; unavailable, where it refuses most of them. What the
 * embedder keeps of the first texts it need not make again where it gives both roles the same vectors.
 */
export async function measureUnrelated(embed: Embedder["embed"]): Promise<Unrelated> {
  const documents = await embedAll(embed, "document");
  const queries = await embedAll(embed, "query");
  return { query: meanCosine(queries, documents), document: meanCosine(documents, documents) };
}

/** Of each text with every other. */
function meanCosine(ones: readonly Vector[], others: readonly Vector[]): number {
  const cosines = ones.flatMap((one, at) =>
    others.flatMap((other, place) => (one && other && at !== place ? [cosine(one, other)] : [])),
  );
  const mean = cosines.reduce((sum, each) => sum + each, 0) / cosines.length;
  return Math.min(Math.max(mean, 0), unrelatedMax);
}

/** A vector a text, none of one that is refused. */
async function embedAll(embed: Embedder["embed"], role: Role): Promise<Vector[]> {
  const vectors = await embedHalving(embed, unrelatedTexts, { role, urgent: true });
  const given = vectors.filter((vector) => vector !== undefined).length;
  if (given >= leastVectors) return vectors;
  const counts = `${given} of ${unrelatedTexts.length}`;
  throw new AppError("unavailable", `the embedder gave a vector to only ${counts} harmless texts`);
}

/** Halving what is refused: an engine may take fewer in a call, or not every text. */
async function embedHalving(
  embed: Embedder["embed"],
  texts: readonly string[],
  options: EmbedOptions,
): Promise<Vector[]> {
  try {
    return await embed([...texts], options);
  } catch (error) {
    if (!refusesText(error)) throw error;
    if (texts.length === 1) return [undefined];
    const half = texts.length / 2;
    const first = await embedHalving(embed, texts.slice(0, half), options);
    return [...first, ...(await embedHalving(embed, texts.slice(half), options))];
  }
}
