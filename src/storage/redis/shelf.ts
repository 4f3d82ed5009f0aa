import KeyvRedis from '@keyv/redis';
import type { Shelf } from '../documents.ts';
import type { Connection } from './connection.ts';
import { gathering } from './gathering.ts';
import { PREFIX } from './prefix.ts';
import type { Scripts } from './scripts.ts';

const NAMESPACE = `${PREFIX}documents`;
/** Between namespace and name, as @keyv/redis writes keys. */
const START = `${NAMESPACE}::`;
const GROUP = 500;

/** Documents as strings of their own, and for each workspace a set of their names. */
export function createShelf({ client, ask }: Connection, scripts: Scripts): Shelf {
  const indexOf = (workspace: string): string => `${PREFIX}documents_of:${workspace}`;
  const store = new KeyvRedis<string>(client, { throwOnErrors: true });
  store.get = gathering({
    most: GROUP,
    atOnce: Number.POSITIVE_INFINITY,
    run: names => store.getMany(names),
  });
  return {
    store,
    namespace: NAMESPACE,
    note: async (workspace, name) => void (await client.sAdd(indexOf(workspace), name)),
    namesOf: workspace => client.sMembers(indexOf(workspace)),
    async *allNames() {
      let cursor = '0';
      do {
        const from = cursor;
        const reply = await ask(one => one.scan(from, { MATCH: `${START}*`, COUNT: GROUP }));
        yield reply.keys.map(key => key.slice(START.length));
        cursor = reply.cursor;
      } while (cursor !== '0');
    },
    replace: async (name, before, after) =>
      (await scripts.run('replace-document', { key: START + name, before, after })) === 1,
  };
}
