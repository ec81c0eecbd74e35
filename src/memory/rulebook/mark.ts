import type { Scope } from "../scope.ts";

/** What people decided of a directive; kept by its id, whatever messages come and go. */
export type Mark = {
  id: string;
  pinned: boolean;
  disabled: boolean;
  /** What states the rule after this time makes it anew. Absent of one that was not deleted. */
  deletedAtMs?: number;
};

export type MarkChange = Partial<Omit<Mark, "id">>;

/** Marks belong to whom the directive binds. */
export interface MarkStore {
  /** Those of the scope's user and `system`'s. */
  list(scope: Scope): Promise<Mark[]>;
  /** Changes the mark of one of the scope's own user. Errors: AppError conflict, where they have 10,000 others. */
  change(scope: Scope, id: string, change: MarkChange): Promise<void>;
}
