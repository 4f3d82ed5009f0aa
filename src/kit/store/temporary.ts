import Keyv, { type KeyvStoreAdapter } from 'keyv';
import type { z } from 'zod';
import { UnreadableError } from './errors.ts';
import { whyNot } from './store.ts';

/** Small things with a time limit that no decision reads: tokens, and what Slack told a moment ago. Each is a workspace's own. */
export type Temporary = {
  /**
   * Undefined if there is none, or its time is over.
   *
   * @throws UnreadableError if it doesn't fit the schema, or isn't JSON
   */
  get<T>(workspace: string, key: string, schema: z.ZodType<T>): Promise<T | undefined>;
  set(workspace: string, key: string, value: unknown, ttlMs: number): Promise<void>;
  delete(workspace: string, key: string): Promise<void>;
};

/** Where an engine keeps them: a store for Keyv, whose failures are StorageErrors. */
export type TemporaryStore = {
  store: KeyvStoreAdapter;
  /** The namespace in a shared store. */
  namespace: string;
  /** Runs a call to the store that reads. */
  ask<T>(asked: () => Promise<T>): Promise<T>;
  /** Runs one that writes. Resolves when that is on disk, and as many replicas have it as are demanded. */
  write<T>(asked: () => Promise<T>): Promise<T>;
};

/** Nothing is cached here: each read fetches, parses and checks the value again. */
export function createTemporary({ store, namespace, ask, write }: TemporaryStore): Temporary {
  const keyv = new Keyv({ store, namespace, useKeyPrefix: false, throwOnErrors: true });
  const nameOf = (workspace: string, key: string): string => JSON.stringify([workspace, key]);
  return {
    async get(workspace, key, schema) {
      const value = await ask(() => asJson(keyv.get<unknown>(nameOf(workspace, key))));
      if (value === undefined) return undefined;
      const { data, error } = schema.safeParse(value);
      if (error) throw new UnreadableError(`What is kept as ${key}`, whyNot(error));
      return data;
    },
    async set(workspace, key, value, ttlMs) {
      await write(() => keyv.set(nameOf(workspace, key), value, ttlMs));
    },
    async delete(workspace, key) {
      await write(() => keyv.delete(nameOf(workspace, key)));
    },
  };
}

/** Invalid JSON is the value's fault, not the store's. We drop the cause, because it would quote the value. */
async function asJson<T>(reading: Promise<T>): Promise<T> {
  return reading.catch(error => {
    throw error instanceof SyntaxError ? new UnreadableError('What is kept', 'not JSON') : error;
  });
}
