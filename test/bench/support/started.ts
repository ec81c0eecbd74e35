/** What a benchmark started and has not stopped. A benchmark that fails leaves nothing behind. */
const running = new Set<() => Promise<void>>();

/** Registers how to end something; the answer ends it, once. */
export function started(end: () => Promise<void>): () => Promise<void> {
  const once = async () => {
    if (running.delete(once)) await end();
  };
  running.add(once);
  return once;
}

/** Ends everything, the latest first. */
export async function stopAll(): Promise<void> {
  for (const end of [...running].toReversed()) await end();
}
