import type { PageLinks } from '../pages/page-links.ts';
import type { Aside, AsideKind, AsideTable } from './aside.ts';
import type { Documents, EveryWorkspace, Revisions } from './documents.ts';
import type { Engine } from './engine.ts';
import type { Removal, Store } from './store.ts';

/**
 * Everything that is kept in records: here what belongs to no feature; each adds its own (`declare module`, in its index).
 *
 * All engines keep what is promised here, checked by one contract suite (test/contracts). Every operation is one atomic step,
 * unless it says that it takes several, and is on disk when its promise resolves. Times are epoch milliseconds on the app's
 * time line (see `Clock`) and come from the caller.
 */
export interface Records {
  documents: Documents;
  revisions: Revisions;
  everyWorkspace: EveryWorkspace;
  links: PageLinks;
  aside: Aside;
}

export type Storage = Records & Omit<Engine, 'store'>;

/** What features do in the steps of those below them; whoever asks for it declares it here (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface StepParts {}

/** What a feature is given to open what it keeps. */
export type StoreGiven = {
  newId: () => string;
  /** The time of day at a moment on the time line. */
  wall: (at: number) => number;
  /** Of the features above. */
  parts: Partial<StepParts>;
  /** What goes with a workspace, of all features. */
  removals: readonly Removal[];
};

/** What a feature keeps. */
export type Keeps = {
  open(store: Store, given: StoreGiven): Partial<Records>;
  /** What goes with a workspace. */
  removal?: Removal;
  /** Its records that are set aside when they can't be read, by kind. */
  asides?(given: StoreGiven): Partial<Record<AsideKind, AsideTable>>;
  parts?: Partial<StepParts>;
};
