import type { QuietReason } from '../domain/text.ts';
import type { Step } from './records.ts';
import type { Transaction } from './transaction.ts';

/*
 * What an engine is: a place for records that can be read by id and found by lists, and changed in atomic steps. It
 * knows nothing of texts. Which records there are, in which lists they stand and how they change is written once, for
 * all engines, above it.
 */

/** A storage engine. */
export type Store = {
  /** This process, among those that share the store. */
  readonly owner: string;
  /**
   * One atomic step. What it writes is on disk when the promise resolves, and only if no record that it read has
   * changed meanwhile: else it was run again.
   *
   * @param how.copied when the promise resolves, as many replicas as are demanded have what it writes too
   * @throws StorageError `unsure` when it may have been written all the same; otherwise nothing was
   * @throws TooFewCopiesError it was written, and is not on as many replicas
   */
  change<T>(step: (tx: Transaction) => Step<T>, how?: { copied?: boolean }): Promise<T>;
  /** Reads only. */
  read<T>(step: (tx: Transaction) => Step<T>): Promise<T>;
  /** Nothing may be claimed before this time, by the store's clock: it may have lost what was claimed last. */
  quietUntil(): number;
  /** How much longer that is; 0: it is over. */
  quietMs(): number;
  /** Why nothing is claimed for now. */
  quietWhy(): QuietReason;
  /**
   * Has `tell` run when the store lost its last moments, twice: at once, before anything is claimed; and seconds later
   * (`isLast`), when all others that share the store have told it what they did. Null: it never loses any.
   */
  readonly onForgotten: ((tell: (isLast: boolean) => Promise<void>) => void) | null;
  /** So long after its last sign of life, what an owner holds may be taken from it. */
  readonly graceMs: number;
  /** Makes sure that what was deleted can be read nowhere in the store any more. */
  purge(): Promise<void>;
};
