/** "1 message", "2 messages"; `many` where it is not `one` with an s. */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
