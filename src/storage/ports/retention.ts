/** Deleting old data. */
export type Retention = {
  /** The workspaces that have intents, in no particular order. */
  workspaces(): Promise<string[]>;
  /**
   * Removes at most `limit` of a workspace's texts from before `textsBefore`, as many intents' words, and as many identities
   * from before `identitiesBefore`; returns how many in all. Anything that waits or hasn't been reported yet stays.
   */
  sweep(
    workspace: string,
    before: { textsBefore: number; identitiesBefore: number },
    limit: number,
  ): Promise<number>;
};
