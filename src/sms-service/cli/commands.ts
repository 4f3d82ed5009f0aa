import { type Command, Option } from 'commander';
import { InputError } from '../input-error.ts';
import type { AccountView } from '../management.ts';
import { type Role, roles } from '../people/roles.ts';
import { backUp, restore } from '../store/backup.ts';
import type { User } from '../store/people.ts';
import { type Common, command, demandData, group, parseId, type Terminal, withData } from './command.ts';
import { accountJson, isoTime, keyJson, list, print, result, textJson, userJson } from './output.ts';

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
  type NewAccount = Common & { name: string; credits: string };
  const create = withData(
    terminal,
    ({ accounts }, options: NewAccount) => shown(accounts.create(options)),
    () => true,
  );
  const topUp = withData(terminal, ({ accounts }, id: number, amount: string) =>
    shown(accounts.topUp(id, amount)),
  );
  const change = (operation: 'suspend' | 'activate' | 'get') =>
    withData(terminal, ({ accounts }, id: number) => shown(accounts[operation](id)));
  return group('account', 'accounts and their credits', [
    command('create', 'make an active account with credits')
      .requiredOption('--name <NAME>', 'its name')
      .requiredOption('--credits <AMOUNT>', 'its first credits, such as 100 or 99.65')
      .action(create),
    command('topup <ID> <AMOUNT>', 'add credits to an account').action(topUp),
    command('suspend <ID>', 'refuse texts from an account until you activate it').action(change('suspend')),
    command('activate <ID>', 'let a suspended account send again').action(change('activate')),
    command('show <ID>', 'show an account').action(change('get')),
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
  const keyList = withData(terminal, ({ keys }, accountId: number) =>
    list(() => keys.each(accountId), keyJson, [
      ['ID', ({ id }) => String(id)],
      ['CREATED', ({ createdAt }) => isoTime(createdAt)],
      ['STATE', ({ revokedAt }) => (revokedAt === null ? 'active' : `revoked ${isoTime(revokedAt)}`)],
    ]),
  );
  return group('key', 'API keys', [
    command('create <ACCOUNT_ID>', 'make an API key for an account and show it, only this once').action(
      create,
    ),
    command('revoke <KEY_ID>', 'revoke an API key for good').action(revoke),
    command('list <ACCOUNT_ID>', 'list the API keys of an account, without the keys themselves').action(
      keyList,
    ),
  ]);
}

const ENDINGS = ['delivered', 'failed'] as const;

function logCommands(terminal: Terminal): Command {
  const textList = withData(terminal, ({ log }, accountId: number) =>
    list(() => log.each(accountId), textJson, [
      ['LOG ID', ({ logId }) => String(logId)],
      ['TIME', ({ sentAt }) => isoTime(sentAt)],
      ['NUMBER', ({ number }) => number],
      ['PARTS', ({ parts }) => String(parts)],
      ['COST', ({ cost }) => cost],
      ['BALANCE', ({ balance }) => balance],
      ['KEY', ({ apiKeyId }) => String(apiKeyId)],
      // Quoted, so that a line break or control character in a message can't forge a line.
      ['MESSAGE', ({ message }) => JSON.stringify(message)],
    ]),
  );
  const settle = withData(terminal, ({ log }, logId: number, input: string) => {
    const ending = ENDINGS.find(candidate => candidate === input);
    if (!ending) throw new InputError(`"${input}" is no end of a text: say ${ENDINGS.join(' or ')}.`);
    const { state } = log.settle(logId, ending);
    return result({ logId, state }, `Text ${logId} is ${state}.`);
  });
  return group('log', 'accepted texts', [
    command('list <ACCOUNT_ID>', 'list every text an account has sent').action(textList),
    command('settle <LOG_ID> <ENDING>', 'say what became of a text whose receipt was lost').action(settle),
  ]);
}

function backupCommands({ stdout }: Terminal): Command[] {
  return [
    command('backup <FILE>', 'copy everything into a file; the service may be running').action(
      async (file: string, options: Common) => {
        demandData(options);
        backUp(options.data, file);
        await print(stdout, result({ file }, `Everything is in ${file}.`), options.json);
      },
    ),
    command('restore <FILE>', 'make a new data directory from a backup').action(
      async (file: string, { data, json }: Common) => {
        const unknown = restore(file, data, Date.now());
        const sentence = `Everything is in ${data}. Texts that were waiting for a carrier and are now unknown: ${unknown}.`;
        await print(stdout, result({ data, unknown }, sentence), json);
      },
    ),
  ];
}

function userCommands(terminal: Terminal): Command {
  /**
   * Adds the link to choose a password. Before the first start the service's address is unknown, so the link is only a
   * path.
   */
  const linkFor = (user: User & { link: string }) => {
    const place = user.link.startsWith('/')
      ? `at the address of the running service, followed by this, such as https://sms-service.example.net${user.link}`
      : `here: ${user.link}`;
    const sentence = `${user.email} can choose a password, once, within a day, ${place}`;
    return result({ ...userJson(user), link: user.link }, sentence);
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
  const newLink = withData(terminal, ({ users }, email: string) =>
    linkFor(users.newLink(users.find(email).id)),
  );
  const turnOff = withData(terminal, ({ users }, email: string) => {
    const user = users.turnOffSecondFactor(users.find(email).id);
    return result(userJson(user), `${user.email} signs in with the password alone.`);
  });
  const remove = withData(terminal, ({ users }, email: string) => {
    const user = users.remove(users.find(email).id);
    return result(userJson(user), `${user.email} has been removed.`);
  });
  const userList = withData(terminal, ({ users }, { account }: { account?: number }) =>
    list(() => users.each(account ?? null), userJson, [
      ['EMAIL', ({ email }) => email],
      ['ROLE', user => user.role],
      ['PASSWORD', ({ hasPassword }) => (hasPassword ? 'yes' : 'not yet')],
    ]),
  );
  return group('user', 'who signs in to the dashboard', [
    command('create', 'let somebody sign in to the dashboard, and show their link to choose a password')
      .requiredOption('--email <ADDRESS>', 'their e-mail address')
      .addOption(role.argParser(parseRole).makeOptionMandatory())
      .addOption(accountOption('the account of an owner or a viewer'))
      .action(create),
    command(
      'link <EMAIL>',
      'make a link for a user to choose a new password; it works once, within a day',
    ).action(newLink),
    command('second-factor-off <EMAIL>', 'ask a user who has lost their phone for no more codes').action(
      turnOff,
    ),
    command('remove <EMAIL>', 'sign a user out everywhere and never let them in again').action(remove),
    command('list', 'list the users of an account, or the operators')
      .addOption(accountOption('whose users; without it, the operators are listed'))
      .action(userList),
  ]);
}

function parseRole(input: string): Role {
  const role = roles.find(it => it === input);
  if (role !== undefined) return role;
  throw new InputError(`"${input}" is not a role: choose ${roles.join(', ')} with --role.`);
}
