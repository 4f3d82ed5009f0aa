import type { Tx } from '../../kit/store/store.ts';
import type { WaitReason } from '../text.ts';
import type { TextRecord } from './model.ts';

/**
 * What a feature makes texts for that it counts itself, and that wait when it does: a broadcast. Its id is that of their intent.
 * What happens to a text happens, in the same step, to it.
 */
export type TextParent = {
  /** One of its texts has changed. */
  changed(tx: Tx, before: TextRecord, after: TextRecord): void;
  /** One of them has ended, and is counted. */
  ended(tx: Tx, text: TextRecord, now: number): void;
  /** One comes back from a claim unsent; returns it as it waits, or has ended. */
  cameBack(tx: Tx, text: TextRecord, why: WaitReason | null, now: number): TextRecord;
  /** One that waited was set aside, or gets another turn. */
  setAside(tx: Tx, id: string, isAside: boolean, now: number): void;
  /** All that a workspace has under way wait, because its key was unlinked; returns their ids. */
  pause(tx: Tx, workspace: string, now: number): string[];
  /** Whether it is still there, so that its intent stays. */
  isThere(tx: Tx, id: string): boolean;
};

declare module '../../kit/store/storage.ts' {
  interface StepParts {
    parent: TextParent;
  }
}

/** Nobody counts texts but texts themselves. */
export const NO_PARENT: TextParent = {
  changed: () => undefined,
  ended: () => undefined,
  cameBack: (_tx, text) => text,
  setAside: () => undefined,
  pause: () => [],
  isThere: () => false,
};
