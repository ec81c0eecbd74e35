import { asSeen } from "../../language/as-seen.ts";
import { repaired } from "../../language/repair.ts";
import { maskForeign } from "./mask.ts";

/**
 * A message's text as its rules are read: as it is seen, and without what its author takes back in the same breath; what is
 * only quoted takes nothing back.
 */
export function asMeant(text: string): string {
  const seen = asSeen(text);
  const own = maskForeign(seen);
  return repaired(own) === own ? seen : repaired(seen);
}
