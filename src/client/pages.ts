/** What every page of a list has beside its items. */
export type Page = { has_more: boolean; next_cursor?: string };

/**
 * A list: `await` it for one page, or go over all its items, which fetches page after page; `limit` is then the size of a
 * page. Nothing is sent before one of the two.
 *
 * @example
 * const page = await cairn.listPatterns({ limit: 10 });
 * console.log(page.total, page.patterns.length);
 * for await (const pattern of cairn.listPatterns({ tags: ["resilience"] })) console.log(pattern.title);
 */
export class Pages<P extends Page, Item> implements PromiseLike<P>, AsyncIterable<Item> {
  readonly #fetchPage: (cursor: string | undefined) => Promise<P>;
  readonly #itemsOf: (page: P) => readonly Item[];
  #first: Promise<P> | undefined;

  constructor(fetchPage: (cursor: string | undefined) => Promise<P>, itemsOf: (page: P) => readonly Item[]) {
    this.#fetchPage = fetchPage;
    this.#itemsOf = itemsOf;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- to await it is to ask for the first page
  then<A = P, B = never>(
    onDone?: ((page: P) => A | PromiseLike<A>) | null,
    onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.#fetchPage(undefined);
    return this.#first.then(onDone, onFailed);
  }

  catch<B>(onFailed: (reason: unknown) => B | PromiseLike<B>): Promise<P | B> {
    return this.then(undefined, onFailed);
  }

  /** One page after the other. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#fetchPage(cursor);
      yield page;
      cursor = page.has_more && page.next_cursor !== cursor ? page.next_cursor : undefined;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#itemsOf(page);
  }
}
