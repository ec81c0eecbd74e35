/** What the work gives, or the fallback once the time has passed; then nobody hears of how it ended. */
export async function orLate<T, F>(work: Promise<T>, ms: number, fallback: F): Promise<T | F> {
  const late = Promise.withResolvers<F>();
  const timer = setTimeout(() => late.resolve(fallback), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
