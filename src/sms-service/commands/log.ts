import type { Command } from './command.ts';
import { parseId, withData } from './data.ts';
import { isoTime, print, table, textJson } from './output.ts';

export const logCommands: Command[] = [
  {
    name: 'log list',
    usage: 'ACCOUNT_ID',
    summary: 'list every text an account has sent',
    options: {},
    operands: ['ACCOUNT_ID'],
    run([accountId], options, terminal) {
      const texts = withData(options.data, ({ log }) => log.list(parseId(accountId)));
      const rows = texts.map(it => [
        String(it.logId),
        isoTime(it.sentAt),
        it.number,
        String(it.parts),
        it.cost,
        it.balance,
        String(it.apiKeyId),
        // Quoted, so that a line break or a control character in a message can't forge a line here.
        JSON.stringify(it.message),
      ]);
      const head = ['LOG ID', 'TIME', 'NUMBER', 'PARTS', 'COST', 'BALANCE', 'KEY', 'MESSAGE'];
      print(terminal, options, texts.map(textJson), table(head, rows));
    },
  },
];
