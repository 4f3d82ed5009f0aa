import Keyv, { type KeyvStoreAdapter } from 'keyv';
import type { z } from 'zod';
import { UnreadableError } from './errors.ts';
import { type Cells, createRevise } from './revise.ts';
import { whyNot } from './store.ts';
import type { Documents, EveryWorkspace, Revisions } from './workspace/model.ts';

/** Where an engine keeps documents: a store for Keyv, and what Keyv itself can't express. Failures are StorageErrors. */
export type DocumentStore = {
  store: KeyvStoreAdapter;
  /** The namespace in a shared store; the names below don't include it. */
  namespace: string;
  /** Runs a call to the store that reads. */
  ask<T>(asked: () => Promise<T>): Promise<T>;
  /** Runs one that writes. Resolves when that is on disk, and as many replicas have it as are demanded. */
  write<T>(asked: () => Promise<T>): Promise<T>;
  /** Called for each document before it is written. */
  note(workspace: string, name: string): Promise<void>;
  /** Names of a workspace's documents; some of them may have expired. */
  namesOf(workspace: string): Promise<string[]>;
  removeSome: RemoveDocuments;
  /** All names, in groups; one may come twice. */
  allNames(): AsyncIterable<string[]>;
  /** The same documents, as they are stored. */
  cells: Cells;
};

/**
 * Removes at most `limit` documents of a workspace, as one step that does nothing once `during`, a record, is gone; returns how
 * many.
 */
export type RemoveDocuments = (
  workspace: string,
  during: { table: string; id: string },
  limit: number,
) => Promise<number>;

/**
 * Small documents on any Keyv store. The workspace is part of every name, so no other workspace can read them. Nothing is
 * cached here: each read fetches, parses and checks the document again.
 */
export function createDocuments(documentStore: DocumentStore): {
  documents: Documents;
  revisions: Revisions;
  everyWorkspace: EveryWorkspace;
  removeSome: RemoveDocuments;
} {
  const { store, namespace, ask, write } = documentStore;
  const keyv = new Keyv({ store, namespace, useKeyPrefix: false, throwOnErrors: true });
  const revise = createRevise(keyv, documentStore.cells);
  const nameOf = (workspace: string, key: string): string => JSON.stringify([workspace, key]);
  const partsOf = (name: string): [string, string] => JSON.parse(name);

  function read<T>(key: string, value: unknown, schema: z.ZodType<T>): T {
    const { data, error } = schema.safeParse(value);
    if (error) throw new UnreadableError(`The document ${key}`, whyNot(error));
    return data;
  }

  return {
    documents: {
      async get(workspace, key, schema) {
        const value = await ask(() => asJson(keyv.get<unknown>(nameOf(workspace, key))));
        return value === undefined ? undefined : read(key, value, schema);
      },
      async set(workspace, key, value, ttlMs) {
        const name = nameOf(workspace, key);
        await Promise.all([documentStore.note(workspace, name), write(() => keyv.set(name, value, ttlMs))]);
      },
      async delete(workspace, key) {
        await write(() => keyv.delete(nameOf(workspace, key)));
      },
      async keys(workspace) {
        const names = await documentStore.namesOf(workspace);
        const there = await Promise.all(names.map(name => ask(() => keyv.has(name))));
        return names.filter((_name, index) => there[index]).map(name => partsOf(name)[1]);
      },
    },
    removeSome: documentStore.removeSome,
    revisions: {
      async update(workspace, key, schema, change) {
        const name = nameOf(workspace, key);
        await documentStore.note(workspace, name);
        return revise(name, before => ({ value: change(before && read(key, before.value, schema)) }));
      },
    },
    everyWorkspace: {
      async *documentsCalled(wanted) {
        const seen = new Set<string>();
        for await (const names of documentStore.allNames()) {
          for (const name of names) {
            const [workspace, key] = partsOf(name);
            if (key !== wanted || seen.has(workspace)) continue;
            seen.add(workspace);
            yield workspace;
          }
        }
      },
      async change(workspace, key, change) {
        const changed = await revise(nameOf(workspace, key), before => {
          const value = before && change(before.value);
          return value === undefined ? null : { ...before, value };
        });
        return changed !== undefined;
      },
    },
  };
}

/** Invalid JSON is the document's fault, not the store's. We drop the cause, because it would quote the document. */
export async function asJson<T>(reading: Promise<T>): Promise<T> {
  return reading.catch(error => {
    throw error instanceof SyntaxError ? new UnreadableError('A document', 'not JSON') : error;
  });
}
