import type { Command } from './command.ts';
import { parseId, withData } from './data.ts';
import { isoTime, keyJson, print, table } from './output.ts';

export const keyCommands: Command[] = [
  {
    name: 'key create',
    usage: 'ACCOUNT_ID',
    summary: 'make an API key for an account and show it, only this once',
    options: {},
    operands: ['ACCOUNT_ID'],
    run([accountId], options, terminal) {
      const { id, key } = withData(options.data, ({ keys }) => keys.create(parseId(accountId)));
      print(terminal, options, { id, key }, `API key ${id}, shown only this once: ${key}`);
    },
  },
  {
    name: 'key revoke',
    usage: 'KEY_ID',
    summary: 'revoke an API key for good',
    options: {},
    operands: ['KEY_ID'],
    run([keyId], options, terminal) {
      const key = withData(options.data, ({ keys }) => keys.revoke(parseId(keyId)));
      print(terminal, options, keyJson(key), `API key ${key.id} has been revoked.`);
    },
  },
  {
    name: 'key list',
    usage: 'ACCOUNT_ID',
    summary: 'list the API keys of an account, without the keys themselves',
    options: {},
    operands: ['ACCOUNT_ID'],
    run([accountId], options, terminal) {
      const keys = withData(options.data, management => management.keys.list(parseId(accountId)));
      const rows = keys.map(it => [
        String(it.id),
        isoTime(it.createdAt),
        it.revokedAt === null ? 'active' : `revoked ${isoTime(it.revokedAt)}`,
      ]);
      print(terminal, options, keys.map(keyJson), table(['ID', 'CREATED', 'STATE'], rows));
    },
  },
];
