import { createRequire } from "node:module";

/**
 * Arrow as LanceDB itself loads it, the CommonJS copy. It knows tables by their class: one made with the other copy is
 * taken apart and put together again, which loses list columns.
 */
// `require` is untyped; the module's own types are those of its other copy.
export const arrow = createRequire(import.meta.url)("apache-arrow") as typeof import("apache-arrow");
