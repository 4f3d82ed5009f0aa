import KeyvRedis, { type RedisClientConnectionType } from '@keyv/redis';
import type { DocumentStore } from '../documents.ts';
import { StorageError } from '../errors.ts';
import { nameOf } from '../store.ts';
import type { Connection } from './connection.ts';
import type { Copies } from './copies.ts';
import { PREFIX } from './prefix.ts';
import { loadScript } from './script.ts';
import type { Server } from './server.ts';

const NAMESPACE = `${PREFIX}documents`;
/** The prefix of documents' keys: namespace and name, as @keyv/redis writes keys. */
const DOCUMENT_KEYS = `${NAMESPACE}::`;
const GROUP = 500;

const keyOf = (name: string): string => DOCUMENT_KEYS + name;

/** Each document as a string, and for each workspace a set of their names. */
export function createDocumentStore(
  connection: Connection,
  server: Pick<Server, 'hasTime' | 'whyNot'>,
  copies: Copies,
): DocumentStore {
  /** Does nothing with data of another version. */
  const ask: Connection['ask'] = async command => {
    if (!server.hasTime()) throw new StorageError(server.whyNot());
    return connection.ask(command);
  };
  const write: Connection['ask'] = async command => {
    copies.demand();
    const written = await ask(command);
    await copies.made();
    return written;
  };
  const store = new KeyvRedis<string>(connection.client() as RedisClientConnectionType, {
    throwOnErrors: true,
  });
  connection.onClient(client => {
    store.client = client as RedisClientConnectionType;
  });
  const replace = loadScript({ ask: write }, 'replace-document');
  const remove = loadScript({ ask: write }, 'remove-documents');
  const indexOf = (workspace: string): string => `${PREFIX}documents_of:${workspace}`;
  return {
    store,
    namespace: NAMESPACE,
    ask,
    write,
    note: async (workspace, name) => void (await ask(client => client.sAdd(indexOf(workspace), name))),
    namesOf: workspace => ask(client => client.sMembers(indexOf(workspace))),
    async removeSome(workspace, { table, id }, limit) {
      const index = indexOf(workspace);
      const names = (await ask(client => client.sMembers(index))).slice(0, limit);
      if (names.length === 0) return 0;
      const removed = await remove(`${PREFIX}record:${nameOf({ name: table }, id)}`, [
        index,
        DOCUMENT_KEYS,
        ...names,
      ]);
      return Number(removed);
    },
    async *allNames() {
      let cursor = '0';
      do {
        const from = cursor;
        const reply = await ask(one => one.scan(from, { MATCH: `${DOCUMENT_KEYS}*`, COUNT: GROUP }));
        yield reply.keys.map(key => key.slice(DOCUMENT_KEYS.length));
        cursor = reply.cursor;
      } while (cursor !== '0');
    },
    cells: {
      read: async name => (await ask(client => client.get(keyOf(name)))) ?? undefined,
      replace: async (name, before, after) => (await replace(keyOf(name), [before ?? '', after])) === 1,
    },
  };
}
