import type { Config } from "../../config/config.ts";
import type { Base } from "../../memory/search/base/base.ts";
import { withStored, type Storage } from "../../server/storage.ts";
import { openBase } from "../../vector/base.ts";

/**
 * Does some work on what is stored and on its search index, and closes both, whatever comes. Errors: not_found, where
 * nothing is stored.
 */
export function withStoredBase<T>(config: Config, work: (storage: Storage, base: Base) => Promise<T>): Promise<T> {
  return withStored(config, async (storage) => {
    const base = await openBase({ path: storage.folder.base, indexRows: config.indexRows });
    try {
      return await work(storage, base);
    } finally {
      await base.close();
    }
  });
}
