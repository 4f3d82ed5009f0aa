import { type Command, Option } from 'commander';
import type { AccountView } from '../management.ts';
import { Mistake } from '../mistake.ts';
import { type Role, roles } from '../people/roles.ts';
import { backUp, restore } from '../store/backup.ts';
import type { User } from '../store/people.ts';
import {
  type Common,
  command,
  demandData,
  group,
  idOperand,
  parseId,
  type Terminal,
  withData,
} from './command.ts';
import { accountJson, isoTime, keyJson, list, print, result, textJson, userJson } from './output.ts';

/** Every command but `serve`. */
export function dataCommands(terminal: Terminal): Command[] {
  return [
    accountCommands(terminal),
    keyCommands(terminal),
    logCommands(terminal),
    ...backupCommands(terminal),
    userCommands(terminal),
  ];
}

function accountCommands(terminal: Terminal): Command {
  const shown = (account: AccountView) => {
    const { id, name, state, balance } = account;
    return result(accountJson(account), `Account ${id} "${name}" is ${state}, balance ${balance}.`);
  };
  const create = withData(
    terminal,
    ({ accounts }, options: Common & { name: string; credits: string }) => shown(accounts.create(options)),
    () => true,
  );
  return group('account', 'accounts and their credits', [
    command('create', 'make an active account with credits')
      .requiredOption('--name <NAME>', 'its name')
      .requiredOption('--credits <AMOUNT>', 'its first credits, such as 100 or 99.65')
      .action(create),
    command('topup', 'add credits to an account')
      .addArgument(idOperand('ID'))
      .argument('<AMOUNT>')
      .action(
        withData(terminal, ({ accounts }, id: number, amount: string) => shown(accounts.topUp(id, amount))),
      ),
    command('suspend', 'refuse texts from an account until you activate it')
      .addArgument(idOperand('ID'))
      .action(withData(terminal, ({ accounts }, id: number) => shown(accounts.suspend(id)))),
    command('activate', 'let a suspended account send again')
      .addArgument(idOperand('ID'))
      .action(withData(terminal, ({ accounts }, id: number) => shown(accounts.activate(id)))),
    command('show', 'show an account')
      .addArgument(idOperand('ID'))
      .action(withData(terminal, ({ accounts }, id: number) => shown(accounts.get(id)))),
  ]);
}

function keyCommands(terminal: Terminal): Command {
  const create = withData(terminal, ({ keys }, accountId: number) => {
    const { id, key } = keys.create(accountId);
    return result({ id, key }, `API key ${id}, shown only this once: ${key}`);
  });
  const revoke = withData(terminal, ({ keys }, keyId: number) => {
    const key = keys.revoke(keyId);
    return result(keyJson(key), `API key ${key.id} has been revoked.`);
  });
  const listed = withData(terminal, ({ keys }, accountId: number) =>
    list({
      items: () => keys.each(accountId),
      value: keyJson,
      head: ['ID', 'CREATED', 'STATE'],
      row: ({ id, createdAt, revokedAt }) => [
        String(id),
        isoTime(createdAt),
        revokedAt === null ? 'active' : `revoked ${isoTime(revokedAt)}`,
      ],
    }),
  );
  return group('key', 'API keys', [
    command('create', 'make an API key for an account and show it, only this once')
      .addArgument(idOperand('ACCOUNT_ID'))
      .action(create),
    command('revoke', 'revoke an API key for good').addArgument(idOperand('KEY_ID')).action(revoke),
    command('list', 'list the API keys of an account, without the keys themselves')
      .addArgument(idOperand('ACCOUNT_ID'))
      .action(listed),
  ]);
}

function logCommands(terminal: Terminal): Command {
  const listed = withData(terminal, ({ log }, accountId: number) =>
    list({
      items: () => log.each(accountId),
      value: textJson,
      head: ['LOG ID', 'TIME', 'NUMBER', 'PARTS', 'COST', 'BALANCE', 'KEY', 'MESSAGE'],
      row: it => [
        String(it.logId),
        isoTime(it.sentAt),
        it.number,
        String(it.parts),
        it.cost,
        it.balance,
        String(it.apiKeyId),
        // Quoted, so that a line break or a control character in a message can't forge a line here.
        JSON.stringify(it.message),
      ],
    }),
  );
  return group('log', 'accepted texts', [
    command('list', 'list every text an account has sent')
      .addArgument(idOperand('ACCOUNT_ID'))
      .action(listed),
  ]);
}

function backupCommands({ stdout }: Terminal): Command[] {
  return [
    command('backup', 'copy everything into a file; the service may be running')
      .argument('<FILE>')
      .action(async (file: string, options: Common) => {
        demandData(options);
        backUp(options.data, file);
        await print(stdout, result({ file }, `Everything is in ${file}.`), options.json);
      }),
    command('restore', 'make a new data directory from a backup')
      .argument('<FILE>')
      .action(async (file: string, { data, json }: Common) => {
        const unknown = restore(file, data, Date.now());
        const words = `Everything is in ${data}. Texts that were waiting for a carrier and are now unknown: ${unknown}.`;
        await print(stdout, result({ data, unknown }, words), json);
      }),
  ];
}

function userCommands(terminal: Terminal): Command {
  /** The service's address isn't known until it has been started once; until then the link is only a path. */
  const linkFor = (user: User & { link: string }) => {
    const words = `${user.email} can choose a password here, once, within a day: ${user.link}`;
    return result({ ...userJson(user), link: user.link }, words);
  };
  const accountOption = (help: string) => new Option('--account <ID>', help).argParser(parseId);
  const role = new Option('--role <ROLE>', `${roles.join(', ')}; an operator belongs to no account`);
  type NewUser = Common & { email: string; role: Role; account?: number };
  const create = withData(
    terminal,
    ({ users }, { account, ...user }: NewUser) =>
      linkFor(users.create({ ...user, accountId: account ?? null })),
    // The first operator may be created before anything else exists.
    options => (options as NewUser).role === 'operator',
  );
  const listed = withData(terminal, ({ users }, { account }: { account?: number }) =>
    list({
      items: () => users.each(account ?? null),
      value: userJson,
      head: ['EMAIL', 'ROLE', 'PASSWORD'],
      row: it => [it.email, it.role, it.hasPassword ? 'yes' : 'not yet'],
    }),
  );
  const about = (name: string, summary: string, work: Parameters<typeof withData<[string]>>[1]) =>
    command(name, summary).argument('<EMAIL>').action(withData(terminal, work));
  return group('user', 'who signs in to the dashboard', [
    command('create', 'let somebody sign in to the dashboard, and show their link to choose a password')
      .requiredOption('--email <ADDRESS>', 'their e-mail address')
      .addOption(role.argParser(parseRole).makeOptionMandatory())
      .addOption(accountOption('the account of an owner or a viewer'))
      .action(create),
    about(
      'link',
      'make a link for a user to choose a new password; it works once, within a day',
      ({ users }, email) => linkFor(users.newLink(users.find(email).id)),
    ),
    about(
      'second-factor-off',
      'ask a user who has lost their phone for no more codes',
      ({ users }, email) => {
        const user = users.turnOffSecondFactor(users.find(email).id);
        return result(userJson(user), `${user.email} signs in with the password alone.`);
      },
    ),
    about('remove', 'sign a user out everywhere and never let them in again', ({ users }, email) => {
      const user = users.remove(users.find(email).id);
      return result(userJson(user), `${user.email} has been removed.`);
    }),
    command('list', 'list the users of an account, or the operators')
      .addOption(accountOption('whose users; without it, the operators are listed'))
      .action(listed),
  ]);
}

function parseRole(written: string): Role {
  const role = roles.find(it => it === written);
  if (role !== undefined) return role;
  throw new Mistake(`"${written}" is not a role: choose ${roles.join(', ')} with --role.`);
}
