import type { Management } from '../management.ts';
import type { AccountView } from '../management-views.ts';
import { Mistake } from '../mistake.ts';
import type { Command, Options, Terminal } from './command.ts';
import { parseId, withData } from './data.ts';
import { accountJson, print } from './output.ts';

export const accountCommands: Command[] = [
  {
    name: 'account create',
    usage: '--name NAME --credits AMOUNT',
    summary: 'make an active account with credits',
    options: { name: 'its name', credits: 'its first credits, such as 100 or 99.65' },
    operands: [],
    run(_, options, terminal) {
      const { name, credits } = options;
      if (name === undefined || credits === undefined) {
        throw new Mistake('"account create" needs --name and --credits.');
      }
      const account = withData(options.data, ({ accounts }) => accounts.create({ name, credits }), true);
      printAccount(terminal, options, account);
    },
  },
  {
    name: 'account topup',
    usage: 'ID AMOUNT',
    summary: 'add credits to an account',
    options: {},
    operands: ['ID', 'AMOUNT'],
    run([id, amount = ''], options, terminal) {
      const account = withData(options.data, ({ accounts }) => accounts.topUp(parseId(id), amount));
      printAccount(terminal, options, account);
    },
  },
  onAccount('suspend', 'refuse texts from an account until you activate it', (accounts, id) =>
    accounts.suspend(id),
  ),
  onAccount('activate', 'let a suspended account send again', (accounts, id) => accounts.activate(id)),
  onAccount('show', 'show an account', (accounts, id) => accounts.get(id)),
];

/** A command that takes only an account's id. */
function onAccount(
  verb: string,
  summary: string,
  act: (accounts: Management['accounts'], id: number) => AccountView,
): Command {
  return {
    name: `account ${verb}`,
    usage: 'ID',
    summary,
    options: {},
    operands: ['ID'],
    run([id], options, terminal) {
      printAccount(
        terminal,
        options,
        withData(options.data, ({ accounts }) => act(accounts, parseId(id))),
      );
    },
  };
}

function printAccount(terminal: Terminal, options: Options, account: AccountView): void {
  const { id, name, state, balance } = account;
  print(terminal, options, accountJson(account), `Account ${id} "${name}" is ${state}, balance ${balance}.`);
}
