/** The first of some items, which together are no larger than `size`; one in any case. */
export function firstWithin<T>(items: readonly T[], size: number, sizeOf: (item: T) => number): T[] {
  let left = size;
  const end = items.findIndex((item, at) => (left -= sizeOf(item)) < 0 && at > 0);
  return items.slice(0, end < 0 ? items.length : end);
}
