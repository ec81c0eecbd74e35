/** One after the other; answers what each gave. */
export async function sequential<T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < count; i++) results.push(await one(i));
  return results;
}

export type Load = { count: number; seconds: number; ms: number[] };

/** Clients that each send the next request when they have their answer, for a time. What is open then is awaited. */
export async function closedLoop(
  bounds: { clients: number; seconds: number },
  one: (index: number) => Promise<{ ms: number }>,
): Promise<Load> {
  const startedAtMs = performance.now();
  const untilMs = startedAtMs + bounds.seconds * 1_000;
  const ms: number[] = [];
  let next = 0;
  const client = async () => {
    while (performance.now() < untilMs) ms.push((await one(next++)).ms);
  };
  await Promise.all(Array.from({ length: bounds.clients }, client));
  return { count: ms.length, seconds: (performance.now() - startedAtMs) / 1_000, ms };
}

/** All of `count`, at most `clients` at a time. */
export async function spread(count: number, clients: number, one: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const client = async () => {
    while (next < count) await one(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
}
