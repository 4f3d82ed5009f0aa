import { z } from 'zod';
import { UnreadableError } from './errors.ts';
import { indexedAt, removeListed, type Store, type Tx, table, whyNot } from './store.ts';

const documentSchema = z.object({
  /** The workspace and the key, as JSON. */
  id: z.string(),
  workspace: z.string(),
  key: z.string(),
  value: z.unknown(),
  /** When it expires; null: never. */
  until: z.int().nullable(),
});

export const DOCUMENTS = table('document', documentSchema, ({ workspace, key, until }) => ({
  byWorkspace: indexedAt(0, workspace),
  byKey: until === null && indexedAt(0, key),
  until: until !== null && indexedAt(until),
}));

const idOf = (workspace: string, key: string): string => JSON.stringify([workspace, key]);
const partsOf = (id: string): [workspace: string, key: string] => JSON.parse(id);

/** A document, for `Tx.load`. */
export const documentAt = (workspace: string, key: string) => [DOCUMENTS, idOf(workspace, key)] as const;

/**
 * A document, read in a transaction; undefined if there is none or it has expired by `now`.
 *
 * @throws UnreadableError if it can't be read or doesn't fit the schema
 */
export function documentIn<T>(
  tx: Tx,
  workspace: string,
  key: string,
  schema: z.ZodType<T>,
  now: number,
): T | undefined {
  const document = tx.get(DOCUMENTS, idOf(workspace, key));
  if (!document || (document.until !== null && document.until <= now)) return undefined;
  const { data, error } = schema.safeParse(document.value);
  if (error) throw new UnreadableError(`The document ${key}`, whyNot(error));
  return data;
}

/** More than any workspace has documents, and more than there are workspaces. */
const MAX_LISTED = 1_000_000;

export function createDocuments(store: Store) {
  /** Replaces the document, even an unreadable one. */
  function put(tx: Tx, workspace: string, key: string, value: unknown, until: number | null): void {
    const id = idOf(workspace, key);
    tx.tryRead(DOCUMENTS, [id]);
    // JSON drops undefined properties, so this is the value as it will be read.
    tx.put(DOCUMENTS, { id, workspace, key, value: JSON.parse(JSON.stringify(value)), until });
  }

  function remove(tx: Tx, workspace: string, key: string): void {
    const id = idOf(workspace, key);
    const { unreadable, records } = tx.tryRead(DOCUMENTS, [id]);
    if (records.length > 0) tx.delete(DOCUMENTS, id);
    for (const entry of unreadable)
      tx.discard(DOCUMENTS, { ...entry, index: DOCUMENTS.index('byWorkspace', workspace) });
  }

  return {
    /** Small values by workspace and key: linked keys, settings, facts. */
    documents: {
      /**
       * Undefined if there is none or it has expired.
       *
       * @throws UnreadableError if it can't be read or doesn't fit the schema
       */
      get: <T>(workspace: string, key: string, schema: z.ZodType<T>) =>
        store.read(tx => documentIn(tx, workspace, key, schema, store.now())),
      /** @param ttlMs absent: it never expires */
      set: (workspace: string, key: string, value: unknown, ttlMs?: number) =>
        store.transaction(tx =>
          put(tx, workspace, key, value, ttlMs === undefined ? null : store.now() + ttlMs),
        ),
      delete: (workspace: string, key: string) => store.transaction(tx => remove(tx, workspace, key)),
      /**
       * Deletes a document if its current value satisfies `isDeletable`, or is unreadable.
       *
       * @returns false if the document stays
       */
      deleteIf: <T>(
        workspace: string,
        key: string,
        schema: z.ZodType<T>,
        isDeletable: (value: T) => boolean,
      ) =>
        store.transaction(tx => {
          const [document] = tx.readable(DOCUMENTS, [idOf(workspace, key)]);
          const value = document && schema.safeParse(document.value);
          if (value?.success && !isDeletable(value.data)) return false;
          remove(tx, workspace, key);
          return true;
        }),
      /** True for an unreadable document, too. */
      has: (workspace: string, key: string) =>
        store.read(tx => tx.stored(DOCUMENTS, idOf(workspace, key)) !== null),
      /** The keys of a workspace's documents, in no particular order. */
      keys: (workspace: string) =>
        store.read(tx => {
          const index = DOCUMENTS.index('byWorkspace', workspace);
          const { records, unreadable } = tx.tryRead(DOCUMENTS, { index, limit: MAX_LISTED });
          const now = store.now();
          const current = records.filter(({ until }) => until === null || until > now);
          return [...current, ...unreadable].map(({ id }) => partsOf(id)[1]);
        }),
      /** Removes at most `limit` expired documents; returns the number. */
      sweep: (now: number, limit: number) =>
        store.transaction(tx =>
          removeListed(tx, DOCUMENTS, { index: DOCUMENTS.index('until'), to: now }, limit),
        ),
    },
    /** For documents that several people change at once, such as settings: a change never overwrites another one unseen. */
    revisions: {
      /**
       * Changes or creates a document. Of two changes at the same time the later one builds on the earlier one, so `change` may be
       * called more than once.
       *
       * @param ttlMs counted from now; absent: it never expires
       * @returns the resulting value
       */
      update: <T>(
        workspace: string,
        key: string,
        schema: z.ZodType<T>,
        change: (current: T | undefined) => T,
        ttlMs?: number,
      ) =>
        store.transaction(
          tx => {
            const value = change(documentIn(tx, workspace, key, schema, store.now()));
            put(tx, workspace, key, value, ttlMs === undefined ? null : store.now() + ttlMs);
            return value;
          },
          idOf(workspace, key),
        ),
    },
    /** For the operator's commands, and for workers that look at all workspaces. */
    everyWorkspace: {
      /** The workspaces that have a document with this key that never expires, in no particular order. */
      documentsCalled: (key: string) =>
        store.read(tx =>
          tx
            .list({ index: DOCUMENTS.index('byKey', key), limit: MAX_LISTED })
            .filter(({ id }) => tx.stored(DOCUMENTS, id) !== null)
            .map(({ id }) => partsOf(id)[0]),
        ),
      /**
       * Replaces a document with the result of `change`, which is called again if another process changes the document meanwhile.
       *
       * @returns false if there is no document, or if `change` returns undefined
       * @throws UnreadableError if it can't be read
       */
      change: (workspace: string, key: string, change: (value: unknown) => unknown) =>
        store.transaction(tx => {
          const document = tx.get(DOCUMENTS, idOf(workspace, key));
          const value = document ? change(document.value) : undefined;
          if (!document || value === undefined) return false;
          tx.put(DOCUMENTS, { ...document, value });
          return true;
        }),
    },
  };
}

type All = ReturnType<typeof createDocuments>;
export type Documents = All['documents'];
export type Revisions = All['revisions'];
export type EveryWorkspace = All['everyWorkspace'];
