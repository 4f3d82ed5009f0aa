/** How what is old leaves. */
export type Retention = {
  /** The workspaces that have intents, in no order. */
  workspaces(): Promise<string[]>;
  /**
   * Removes at most `limit` of a workspace's texts from before `textsBefore`, as many intents' words, and as many
   * identities from before `identitiesBefore`; returns how many in all. What waits or was not told yet stays.
   */
  sweep(
    workspace: string,
    before: { textsBefore: number; identitiesBefore: number },
    limit: number,
  ): Promise<number>;
};
