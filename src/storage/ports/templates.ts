import type { Template } from '../../domain/template.ts';

/** Templates: a workspace's, and those of each of its people. */
export type Templates = {
  /** Those of these owners, in no particular order; null: the workspace's. */
  list(workspace: string, owners: readonly (string | null)[]): Promise<Template[]>;
  /** Null: this workspace has none with that id. */
  template(workspace: string, id: string): Promise<Template | null>;
  /**
   * Decides by all that an owner has, and writes one of them or removes it, as one step: `decide` may be called again when
   * somebody else was faster.
   */
  update<T>(
    workspace: string,
    owner: string | null,
    decide: (before: readonly Template[]) => { put?: Template; goes?: string; result: T },
  ): Promise<T>;
};
