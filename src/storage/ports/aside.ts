/**
 * What may be set aside. An `event` may also be the state of an inbox, which is put back as an event. Of `broadcast_rows`,
 * the rows were left out: another turn only lets them be seen.
 */
export const ASIDE_KINDS = [
  'intent',
  'text',
  'report',
  'event',
  'schedule',
  'broadcast',
  'broadcast_rows',
] as const;
export type AsideKind = (typeof ASIDE_KINDS)[number];

/** A row that could not be read when its turn came. */
export type SetAside = {
  kind: AsideKind;
  id: string;
  /** Null if that could not be read either. */
  workspace: string | null;
  at: number;
  /** What could not be read: names of fields, without their content. */
  why: string;
};

/**
 * Rows that can't be read (a newer version wrote them, or the store is damaged) don't affect the others. Each is set aside
 * when its turn comes, the people concerned are told if they are known, and nothing happens to it until an operator says so.
 * It is deleted after its workspace's retention time.
 */
export type Aside = {
  /** Oldest first. */
  list(): Promise<SetAside[]>;
  counts(): Promise<Record<AsideKind, number>>;
  /** Gives those with these ids (null: all) another turn; returns the ids of those that get it. */
  retry(ids: readonly string[] | null, now: number): Promise<string[]>;
};
