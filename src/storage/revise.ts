import type Keyv from 'keyv';
import { asJson } from './reading.ts';

/** What compare-and-write takes of an engine. */
export type Cells = {
  /** A document as it is stored. */
  read(name: string): Promise<string | undefined>;
  /** Puts `after` in the place of one that is still `before` (null: there is none); false when it is not. When it ends stays. */
  replace(name: string, before: string | null, after: string): Promise<boolean>;
};

/** A document as Keyv writes it. */
type Kept<T> = { value: T; expires?: number | undefined };

/**
 * Changes a document as it stands: whenever somebody else was faster, `change` is asked again with what they wrote.
 *
 * @param change makes the new one of what is there (undefined: nothing); null: it stays as it is
 * @returns what was written; undefined when nothing was
 */
export type Revise = {
  <T>(name: string, change: (before: Kept<unknown> | undefined) => Kept<T>): Promise<T>;
  <T>(name: string, change: (before: Kept<unknown> | undefined) => Kept<T> | null): Promise<T | undefined>;
};

/** @param keyv whose documents these are, for how it writes them */
export function createRevise(keyv: Keyv, cells: Cells): Revise {
  return async <T>(name: string, change: (before: Kept<unknown> | undefined) => Kept<T> | null) => {
    // Ends: whoever has to try again does because somebody else got through.
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
