import Keyv, { type KeyvStoreAdapter } from 'keyv';
import type { z } from 'zod';
import type { Documents, EveryWorkspace } from './ports.ts';

/** Where an engine keeps documents: a store for Keyv, and what Keyv has no word for. What fails is a StorageError. */
export type Shelf = {
  store: KeyvStoreAdapter;
  /** Where in a store that is shared; the names below are without it. */
  namespace: string;
  /** What is stored now, whatever the store remembers of it. */
  fresh(name: string): Promise<string | undefined>;
  /** Told of each document before it is written. */
  note(workspace: string, name: string): Promise<void>;
  /** Names of a workspace's documents; they may be of some that have ended. */
  namesOf(workspace: string): Promise<string[]>;
  /** Every name there is, in groups; one may come twice. */
  allNames(): AsyncIterable<string[]>;
  /** Puts `after` in the place of a stored value that is still `before` (null: there is none); false when it is not. */
  replace(name: string, before: string | null, after: string): Promise<boolean>;
};

/**
 * What was read before is not read into an object again: the store is asked each time, but a document that is stored
 * as the very same string is the same object, frozen.
 */
const MAX_REMEMBERED = 10_000;

function remembering<T>(most: number, read: (stored: string) => T): (stored: string) => T {
  const known = new Map<string, T>();
  return stored => {
    let value = known.get(stored);
    if (value === undefined) {
      value = read(stored);
      if (known.size >= most) known.clear();
      known.set(stored, value);
    }
    return value;
  };
}

/** Checks each object once against a schema. */
function createParser() {
  const checked = new WeakMap<object, Map<z.ZodType, unknown>>();
  return <T>(value: unknown, schema: z.ZodType<T>): T => {
    if (typeof value !== 'object' || value === null) return schema.parse(value);
    const known = checked.get(value) ?? new Map<z.ZodType, unknown>();
    if (!known.has(schema)) {
      known.set(schema, Object.freeze(schema.parse(value)));
      checked.set(value, known);
    }
    return known.get(schema) as T;
  };
}

/**
 * Small documents on any Keyv store. The workspace is part of every name, so none can be read from another.
 */
export function createDocuments(shelf: Shelf): Documents & EveryWorkspace {
  const { store, namespace } = shelf;
  const keyv = new Keyv({ store, namespace, useKeyPrefix: false, throwOnErrors: true });
  const { deserialize } = keyv;
  if (deserialize) keyv.deserialize = remembering(MAX_REMEMBERED, deserialize) as typeof deserialize;
  const parse = createParser();
  const nameOf = (workspace: string, key: string): string => JSON.stringify([workspace, key]);
  const partsOf = (name: string): [string, string] => JSON.parse(name);
  return {
    async get(workspace, key, schema) {
      const value = await keyv.get(nameOf(workspace, key));
      return value === undefined ? undefined : parse(value, schema);
    },
    async set(workspace, key, value, ttlMs) {
      const name = nameOf(workspace, key);
      await Promise.all([shelf.note(workspace, name), keyv.set(name, value, ttlMs)]);
    },
    async update(workspace, key, schema, change) {
      const name = nameOf(workspace, key);
      await shelf.note(workspace, name);
      // Ends: whoever has to try again does because somebody else got through.
      for (;;) {
        const before = (await shelf.fresh(name)) ?? null;
        const stored = before === null ? undefined : await keyv.deserializeData(before);
        const value = change(stored === undefined ? undefined : schema.parse(stored.value));
        const after = String(await keyv.serializeData({ value }));
        if (await shelf.replace(name, before, after)) return value;
      }
    },
    async delete(workspace, key) {
      await keyv.delete(nameOf(workspace, key));
    },
    async keys(workspace) {
      const names = await shelf.namesOf(workspace);
      const there = await Promise.all(names.map(name => keyv.has(name)));
      return names.filter((_name, index) => there[index]).map(name => partsOf(name)[1]);
    },
    async *documentsCalled(wanted) {
      const seen = new Set<string>();
      for await (const names of shelf.allNames()) {
        for (const name of names) {
          const [workspace, key] = partsOf(name);
          if (key !== wanted || seen.has(workspace)) continue;
          seen.add(workspace);
          yield workspace;
        }
      }
    },
    async change(workspace, key, change) {
      const name = nameOf(workspace, key);
      for (;;) {
        const before = await shelf.fresh(name);
        if (before === undefined) return false;
        const { value, expires } = (await keyv.deserializeData(before)) ?? {};
        const changed = change(structuredClone(value));
        if (changed === undefined) return false;
        const after = await keyv.serializeData({ value: changed, ...(expires ? { expires } : {}) });
        if (await shelf.replace(name, before, String(after))) return true;
      }
    },
  };
}
