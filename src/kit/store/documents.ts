import { z } from 'zod';
import { UnreadableError } from './errors.ts';
import { indexedAt, removeListed, type Store, type Tx, table, whyNot } from './store.ts';

const documentSchema = z.object({
  /** Its workspace and its key, as JSON. */
  id: z.string(),
  workspace: z.string(),
  key: z.string(),
  value: z.unknown(),
  /** How long it counts; null: for good. */
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
 * A document as part of a step; undefined if there is none, or its time is over by `now`.
 *
 * @throws UnreadableError if it can't be read, or doesn't fit the schema
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

/** More than a workspace has documents, and than there are workspaces. */
const ALL = 1_000_000;

export function createDocuments(store: Store) {
  /** Puts it in the place of whatever is there, even if that can't be read. */
  function put(tx: Tx, workspace: string, key: string, value: unknown, until: number | null): void {
    const id = idOf(workspace, key);
    tx.tryRead(DOCUMENTS, [id]);
    // As it will be read: JSON leaves out what is undefined.
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
    /** Small documents: linked keys, settings, facts. Each belongs to a workspace; nobody can read another workspace's. */
    documents: {
      /**
       * Undefined if there is none, or its time is over.
       *
       * @throws UnreadableError if it can't be read, or doesn't fit the schema
       */
      get: <T>(workspace: string, key: string, schema: z.ZodType<T>) =>
        store.read(tx => documentIn(tx, workspace, key, schema, store.now())),
      /** @param ttlMs how long it counts; absent: for good */
      set: (workspace: string, key: string, value: unknown, ttlMs?: number) =>
        store.transaction(tx =>
          put(tx, workspace, key, value, ttlMs === undefined ? null : store.now() + ttlMs),
        ),
      delete: (workspace: string, key: string) => store.transaction(tx => remove(tx, workspace, key)),
      /**
       * Deletes a document if `mayGo` says so of what it is then; returns false if there is one and it stays. One that can't be read
       * goes.
       */
      deleteIf: <T>(workspace: string, key: string, schema: z.ZodType<T>, mayGo: (value: T) => boolean) =>
        store.transaction(tx => {
          const [document] = tx.readable(DOCUMENTS, [idOf(workspace, key)]);
          const value = document && schema.safeParse(document.value);
          if (value?.success && !mayGo(value.data)) return false;
          remove(tx, workspace, key);
          return true;
        }),
      /** Whether there is such a document, and be it one that can't be read. */
      has: (workspace: string, key: string) =>
        store.read(tx => tx.stored(DOCUMENTS, idOf(workspace, key)) !== null),
      /** The keys of all documents of a workspace, in no particular order. */
      keys: (workspace: string) =>
        store.read(tx => {
          const index = DOCUMENTS.index('byWorkspace', workspace);
          const { records, unreadable } = tx.tryRead(DOCUMENTS, { index, limit: ALL });
          const now = store.now();
          const there = records.filter(({ until }) => until === null || until > now);
          return [...there, ...unreadable].map(({ id }) => partsOf(id)[1]);
        }),
      /** Removes at most `limit` documents whose time is over; returns how many. */
      sweep: (now: number, limit: number) =>
        store.transaction(tx =>
          removeListed(tx, DOCUMENTS, { index: DOCUMENTS.index('until'), to: now }, limit),
        ),
    },
    /** For documents that several people change at once, such as settings and lists: nobody's change overwrites another's unseen. */
    revisions: {
      /**
       * Changes a document, or makes it. Of two changes at the same time the later one builds on the earlier one, so `transaction`
       * may be called more than once. Returns the resulting document.
       *
       * @param ttlMs how long it counts from now; absent: for good
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
    /** For the operator's commands, which see all workspaces; no surface has it. */
    everyWorkspace: {
      /** The workspaces that have a document with this key, in no particular order. */
      documentsCalled: (key: string) =>
        store.read(tx =>
          tx
            .list({ index: DOCUMENTS.index('byKey', key), limit: ALL })
            .filter(({ id }) => tx.stored(DOCUMENTS, id) !== null)
            .map(({ id }) => partsOf(id)[0]),
        ),
      /**
       * Replaces a document with what `transaction` makes of it, unless somebody else changed it meanwhile: then `transaction` is called
       * again. False if there is none, or if `transaction` returns undefined.
       *
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
