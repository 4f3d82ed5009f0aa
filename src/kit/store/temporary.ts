import Keyv, { type KeyvStoreAdapter } from 'keyv';
import type { z } from 'zod';
import { UnreadableError } from './errors.ts';
import { whyNot } from './store.ts';

/** Small values with a time limit, by workspace: tokens and recent answers of Slack. No transaction reads them. */
export type Temporary = {
  /**
   * Undefined if there is none or it has expired.
   *
   * @throws UnreadableError if it doesn't fit the schema or isn't JSON
   */
  get<T>(workspace: string, key: string, schema: z.ZodType<T>): Promise<T | undefined>;
  set(workspace: string, key: string, value: unknown, ttlMs: number): Promise<void>;
  delete(workspace: string, key: string): Promise<void>;
};

/** An engine's store for Keyv. `ask` and `write` turn its failures into StorageErrors. */
export type TemporaryStore = {
  store: KeyvStoreAdapter;
  /** The namespace in a shared store. */
  namespace: string;
  /** Runs a call that reads. */
  ask<T>(call: () => Promise<T>): Promise<T>;
  /** Runs a call that writes. Resolves when the value is on disk, and on as many replicas as required. */
  write<T>(call: () => Promise<T>): Promise<T>;
};

/** Without a cache: each read fetches, parses and checks the value. */
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

/** Invalid JSON is the value's fault, not the store's. Drops the error's cause, because that would quote the value. */
async function asJson<T>(reading: Promise<T>): Promise<T> {
  return reading.catch(error => {
    throw error instanceof SyntaxError ? new UnreadableError('What is kept', 'not JSON') : error;
  });
}
