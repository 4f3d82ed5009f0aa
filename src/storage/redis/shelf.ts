import KeyvRedis, { type RedisClientConnectionType } from '@keyv/redis';
import type { Shelf } from '../documents.ts';
import type { Connection } from './connection.ts';
import { gathering } from './gathering.ts';
import type { Memory } from './memory.ts';
import { PREFIX } from './prefix.ts';
import type { Scripts } from './scripts.ts';

const NAMESPACE = `${PREFIX}documents`;
/** What the keys of documents begin with: namespace and name, as @keyv/redis writes keys. */
export const DOCUMENT_KEYS = `${NAMESPACE}::`;
const GROUP = 500;

const keyOf = (name: string): string => DOCUMENT_KEYS + name;

/**
 * Documents as strings of their own, and for each workspace a set of their names.
 *
 * @param memory is told by Redis of what others changed
 */
export function createShelf(
  { client, ask }: Connection,
  scripts: Scripts,
  memory: Memory<string | undefined>,
): Shelf {
  const indexOf = (workspace: string): string => `${PREFIX}documents_of:${workspace}`;
  const store = new KeyvRedis<string>(client as RedisClientConnectionType, { throwOnErrors: true });
  const fresh = gathering<string, string | undefined>({
    most: GROUP,
    atOnce: Number.POSITIVE_INFINITY,
    run: names => ask(() => store.getMany(names)),
  });

  /** Of what we change ourselves, Redis tells only after it has answered. */
  const changing = <T>(name: string, change: Promise<T>): Promise<T> =>
    change.finally(() => memory.forget(keyOf(name)));

  const set = store.set.bind(store);
  const remove = store.delete.bind(store);
  const has = store.has.bind(store);
  store.get = <T>(name: string) => memory.get(keyOf(name), () => fresh(name)) as Promise<T | undefined>;
  store.set = (name, ...rest) =>
    changing(
      name,
      ask(() => set(name, ...rest)),
    );
  store.delete = name =>
    changing(
      name,
      ask(() => remove(name)),
    );
  store.has = name => ask(() => has(name));

  return {
    store,
    fresh,
    namespace: NAMESPACE,
    note: async (workspace, name) => void (await ask(() => client.sAdd(indexOf(workspace), name))),
    namesOf: workspace => ask(() => client.sMembers(indexOf(workspace))),
    async *allNames() {
      let cursor = '0';
      do {
        const from = cursor;
        const reply = await ask(one => one.scan(from, { MATCH: `${DOCUMENT_KEYS}*`, COUNT: GROUP }));
        yield reply.keys.map(key => key.slice(DOCUMENT_KEYS.length));
        cursor = reply.cursor;
      } while (cursor !== '0');
    },
    async replace(name, before, after) {
      const key = keyOf(name);
      return (await changing(name, scripts.run('replace-document', { key, before, after }))) === 1;
    },
  };
}
