import type { Text } from '../management-views.ts';
import type { Command } from './command.ts';
import { openData, parseId } from './data.ts';
import { isoTime, jsonPieces, printLong, tableLines, textJson } from './output.ts';

export const logCommands: Command[] = [
  {
    name: 'log list',
    usage: 'ACCOUNT_ID',
    summary: 'list every text an account has sent',
    options: {},
    operands: ['ACCOUNT_ID'],
    async run([accountId], options, terminal) {
      const { management, close } = openData(options.data);
      const texts = () => management.log.each(parseId(accountId));
      const pieces = options.json ? jsonPieces(texts(), textJson) : tableLines(HEAD, texts, rowOf);
      await printLong(terminal, pieces).finally(close);
    },
  },
];

const HEAD = ['LOG ID', 'TIME', 'NUMBER', 'PARTS', 'COST', 'BALANCE', 'KEY', 'MESSAGE'];

function rowOf(it: Text): string[] {
  return [
    String(it.logId),
    isoTime(it.sentAt),
    it.number,
    String(it.parts),
    it.cost,
    it.balance,
    String(it.apiKeyId),
    // Quoted, so that a line break or a control character in a message can't forge a line here.
    JSON.stringify(it.message),
  ];
}
