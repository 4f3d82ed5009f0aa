/** What may be set aside; an event also where it is the state of its inbox, which is then put in as an event. */
export const ASIDE_KINDS = ['intent', 'text', 'report', 'event'] as const;
export type AsideKind = (typeof ASIDE_KINDS)[number];

/** A row that could not be read when it was its turn. */
export type SetAside = {
  kind: AsideKind;
  id: string;
  /** Null: that could not be read either. */
  workspace: string | null;
  at: number;
  /** What could not be read of it: names of fields, nothing that is in them. */
  why: string;
};

/**
 * Rows that can't be read (a newer version wrote them, or the store is damaged) are no matter of the others: each is set
 * aside when it is its turn, its people are told where they are known, and nothing is done with it until an operator
 * says so. It goes with its workspace's retention time.
 */
export type Aside = {
  /** Oldest first. */
  list(): Promise<SetAside[]>;
  counts(): Promise<Record<AsideKind, number>>;
  /** Gives those with these ids (null: all) their turn again; returns the ids of those that have it. */
  retry(ids: readonly string[] | null, now: number): Promise<string[]>;
};
