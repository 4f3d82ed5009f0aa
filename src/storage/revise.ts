import type Keyv from 'keyv';
import { asJson } from './documents.ts';

/** What an engine must provide for compare-and-write. */
export type Cells = {
  /** A document as it is stored. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a document that is still `before` (null: there is none) with `after`; false if it isn't. Its expiry stays. */
  replace(name: string, before: string | null, after: string): Promise<boolean>;
};

/** A document as Keyv writes it. */
type Kept<T> = { value: T; expires?: number | undefined };

/**
 * Changes a document as it currently is: whenever somebody else was faster, `change` is called again with what they wrote.
 *
 * @param change makes the new document from the current one (undefined: none); null leaves it as it is
 * @returns what was written; undefined if nothing was
 */
export type Revise = {
  <T>(name: string, change: (before: Kept<unknown> | undefined) => Kept<T>): Promise<T>;
  <T>(name: string, change: (before: Kept<unknown> | undefined) => Kept<T> | null): Promise<T | undefined>;
};

/** @param keyv whose documents these are, because it determines how they are written */
export function createRevise(keyv: Keyv, cells: Cells): Revise {
  return async <T>(name: string, change: (before: Kept<unknown> | undefined) => Kept<T> | null) => {
    // This loop ends: each retry means that somebody else got through.
    for (;;) {
      const before = await cells.read(name);
      const kept = before === undefined ? undefined : await asJson(keyv.deserializeData<unknown>(before));
      const after = change(kept as Kept<unknown> | undefined);
      if (after === null) return undefined as T;
      const written = String(await keyv.serializeData({ expires: undefined, ...after }));
      if (await cells.replace(name, before ?? null, written)) return after.value;
    }
  };
}
