import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { AccountView, Management, Text } from '../management.ts';
import { Mistake } from '../mistake.ts';
import { type Role, roles } from '../people/roles.ts';
import { backUp, restore } from '../store/backup.ts';
import { databasePath } from '../store/database.ts';
import type { User } from '../store/people.ts';
import {
  type Common,
  command,
  group,
  idOperand,
  openData,
  parseId,
  type Terminal,
  withData,
} from './command.ts';
import {
  accountJson,
  isoTime,
  jsonPieces,
  keyJson,
  print,
  printLong,
  table,
  tableLines,
  textJson,
  userJson,
} from './output.ts';

export function accountCommands(terminal: Terminal): Command {
  const show = (options: Common, act: (accounts: Management['accounts']) => AccountView, create = false) => {
    const account = withData(options.data, ({ accounts }) => act(accounts), create);
    const { id, name, state, balance } = account;
    const words = `Account ${id} "${name}" is ${state}, balance ${balance}.`;
    print(terminal, options, accountJson(account), words);
  };
  return group('account', 'accounts and their credits', [
    command('create', 'make an active account with credits')
      .requiredOption('--name <NAME>', 'its name')
      .requiredOption('--credits <AMOUNT>', 'its first credits, such as 100 or 99.65')
      .action((options: Common & { name: string; credits: string }) =>
        show(options, accounts => accounts.create(options), true),
      ),
    command('topup', 'add credits to an account')
      .addArgument(idOperand('ID'))
      .argument('<AMOUNT>')
      .action((id: number, amount: string, options: Common) =>
        show(options, accounts => accounts.topUp(id, amount)),
      ),
    command('suspend', 'refuse texts from an account until you activate it')
      .addArgument(idOperand('ID'))
      .action((id: number, options: Common) => show(options, accounts => accounts.suspend(id))),
    command('activate', 'let a suspended account send again')
      .addArgument(idOperand('ID'))
      .action((id: number, options: Common) => show(options, accounts => accounts.activate(id))),
    command('show', 'show an account')
      .addArgument(idOperand('ID'))
      .action((id: number, options: Common) => show(options, accounts => accounts.get(id))),
  ]);
}

export function keyCommands(terminal: Terminal): Command {
  return group('key', 'API keys', [
    command('create', 'make an API key for an account and show it, only this once')
      .addArgument(idOperand('ACCOUNT_ID'))
      .action((accountId: number, options: Common) => {
        const { id, key } = withData(options.data, ({ keys }) => keys.create(accountId));
        print(terminal, options, { id, key }, `API key ${id}, shown only this once: ${key}`);
      }),
    command('revoke', 'revoke an API key for good')
      .addArgument(idOperand('KEY_ID'))
      .action((keyId: number, options: Common) => {
        const key = withData(options.data, ({ keys }) => keys.revoke(keyId));
        print(terminal, options, keyJson(key), `API key ${key.id} has been revoked.`);
      }),
    command('list', 'list the API keys of an account, without the keys themselves')
      .addArgument(idOperand('ACCOUNT_ID'))
      .action((accountId: number, options: Common) => {
        const found = withData(options.data, ({ keys }) => keys.list(accountId));
        const rows = found.map(it => [
          String(it.id),
          isoTime(it.createdAt),
          it.revokedAt === null ? 'active' : `revoked ${isoTime(it.revokedAt)}`,
        ]);
        print(terminal, options, found.map(keyJson), table(['ID', 'CREATED', 'STATE'], rows));
      }),
  ]);
}

const LOG_HEAD = ['LOG ID', 'TIME', 'NUMBER', 'PARTS', 'COST', 'BALANCE', 'KEY', 'MESSAGE'];

export function logCommands(terminal: Terminal): Command {
  const rowOf = (it: Text) => [
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
  return group('log', 'accepted texts', [
    command('list', 'list every text an account has sent')
      .addArgument(idOperand('ACCOUNT_ID'))
      .action(async (accountId: number, { data, json }: Common) => {
        const { management, close } = openData(data);
        const texts = () => management.log.each(accountId);
        const pieces = json ? jsonPieces(texts(), textJson) : tableLines(LOG_HEAD, texts, rowOf);
        await printLong(terminal, pieces).finally(close);
      }),
  ]);
}

export function backupCommands(terminal: Terminal): Command[] {
  return [
    command('backup', 'copy everything into a file; the service may be running')
      .argument('<FILE>')
      .action((file: string, options: Common) => {
        if (!existsSync(databasePath(options.data)))
          throw new Mistake(`There is no SMS service data in ${options.data}.`);
        backUp(options.data, file);
        print(terminal, options, { file }, `Everything is in ${file}.`);
      }),
    command('restore', 'make a new data directory from a backup')
      .argument('<FILE>')
      .action((file: string, options: Common) => {
        const unknown = restore(file, options.data, Date.now());
        const words = `Everything is in ${options.data}. Texts that were waiting for a carrier and are now unknown: ${unknown}.`;
        print(terminal, options, { data: options.data, unknown }, words);
      }),
  ];
}

export function userCommands(terminal: Terminal): Command {
  /** The service's address isn't known until it has been started once; until then the link is only a path. */
  const printLink = (options: Common, user: User & { link: string }) => {
    const words = `${user.email} can choose a password here, once, within a day: ${user.link}`;
    print(terminal, options, { ...userJson(user), link: user.link }, words);
  };
  const accountOption = (help: string) => new Option('--account <ID>', help).argParser(parseId);
  const role = new Option('--role <ROLE>', `${roles.join(', ')}; an operator belongs to no account`);
  return group('user', 'who signs in to the dashboard', [
    command('create', 'let somebody sign in to the dashboard, and show their link to choose a password')
      .requiredOption('--email <ADDRESS>', 'their e-mail address')
      .addOption(role.argParser(parseRole).makeOptionMandatory())
      .addOption(accountOption('the account of an owner or a viewer'))
      .action((options: Common & { email: string; role: Role; account?: number }) => {
        const { data, email, role: chosen, account = null } = options;
        // The first operator may be created before anything else exists.
        const make = chosen === 'operator';
        const user = { accountId: account, email, role: chosen };
        printLink(
          options,
          withData(data, ({ users }) => users.create(user), make),
        );
      }),
    command('link', 'make a link for a user to choose a new password; it works once, within a day')
      .argument('<EMAIL>')
      .action((email: string, options: Common) =>
        printLink(
          options,
          withData(options.data, ({ users }) => users.newLink(users.find(email).id)),
        ),
      ),
    command('second-factor-off', 'ask a user who has lost their phone for no more codes')
      .argument('<EMAIL>')
      .action((email: string, options: Common) => {
        const user = withData(options.data, ({ users }) => users.turnOffSecondFactor(users.find(email).id));
        print(terminal, options, userJson(user), `${user.email} signs in with the password alone.`);
      }),
    command('remove', 'sign a user out everywhere and never let them in again')
      .argument('<EMAIL>')
      .action((email: string, options: Common) => {
        const user = withData(options.data, ({ users }) => users.remove(users.find(email).id));
        print(terminal, options, userJson(user), `${user.email} has been removed.`);
      }),
    command('list', 'list the users of an account, or the operators')
      .addOption(accountOption('whose users; without it, the operators are listed'))
      .action((options: Common & { account?: number }) => {
        const found = withData(options.data, ({ users }) => users.list(options.account ?? null));
        const rows = found.map(it => [it.email, it.role, it.hasPassword ? 'yes' : 'not yet']);
        print(terminal, options, found.map(userJson), table(['EMAIL', 'ROLE', 'PASSWORD'], rows));
      }),
  ]);
}

function parseRole(written: string): Role {
  const role = roles.find(it => it === written);
  if (role !== undefined) return role;
  throw new Mistake(`"${written}" is not a role: choose ${roles.join(', ')} with --role.`);
}
