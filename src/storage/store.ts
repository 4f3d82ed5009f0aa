import type { Transaction } from './transaction.ts';

/*
 * An engine is a place for records that can be read by id and found through lists, and changed in atomic steps. It knows
 * nothing about texts. Which records exist, which lists they are in and how they change is written once, above it, for all
 * engines.
 */

/** A storage engine. */
export type Store = {
  /** This process, among those that share the store. */
  readonly owner: string;
  /**
   * One atomic step. When the promise resolves, what it writes is on disk, and as many
   * replicas have it as are demanded. It is only written if no record that the step read
   * has changed meanwhile; otherwise the step runs again.
   *
   * @throws StorageError with `unsure` if it may have been written anyway; otherwise nothing was
   */
  change<T>(step: (tx: Transaction) => T): Promise<T>;
  /** Only reads. */
  read<T>(step: (tx: Transaction) => T): Promise<T>;
  /** Nothing may be claimed before this time, by the store's clock: the store may have lost the last claims. */
  quietUntil(): number;
  /** How much longer that takes; 0: it is over. */
  quietMs(): number;
  /** How long after an owner's last sign of life its claims and leases may be taken from it. */
  readonly graceMs: number;
  /** Makes sure that deleted data can no longer be read anywhere in the store. */
  purge(): Promise<void>;
};
