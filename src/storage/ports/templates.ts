import type { Template } from '../../domain/template.ts';

/** Templates: a workspace's, and each of its people's. */
export type Templates = {
  /** The templates of these owners, in no particular order; null: the workspace's. */
  list(workspace: string, owners: readonly (string | null)[]): Promise<Template[]>;
  /** Null: this workspace has none with that id. */
  template(workspace: string, id: string): Promise<Template | null>;
  /**
   * Decides based on everything an owner has, and writes or removes one template, as one step: `decide` may be called
   * again if somebody else was faster.
   */
  update<T>(
    workspace: string,
    owner: string | null,
    decide: (before: readonly Template[]) => { put?: Template; goes?: string; result: T },
  ): Promise<T>;
};
