import type { UserView } from '../management-views.ts';
import { Mistake } from '../mistake.ts';
import { type Role, roles } from '../people/roles.ts';
import type { Command, Options, Terminal } from './command.ts';
import { parseId, withData } from './data.ts';
import { print, table } from './output.ts';

export const userCommands: Command[] = [
  {
    name: 'user create',
    usage: '--email ADDRESS --role ROLE [--account ID]',
    summary: 'let somebody sign in to the dashboard, and show their link to choose a password',
    options: {
      email: 'their e-mail address',
      role: `${roles.join(', ')}; an operator runs the service and belongs to no account`,
      account: 'the account of an owner or a viewer',
    },
    operands: [],
    run(_, options, terminal) {
      const { email, account } = options;
      if (email === undefined) throw new Mistake('"user create" needs --email and --role.');
      const role = parseRole(options.role);
      const accountId = account === undefined ? null : parseId(account);
      // The first operator may be created before anything else exists.
      const make = role === 'operator';
      const made = withData(options.data, ({ users }) => users.create({ accountId, email, role }), make);
      printLink(terminal, options, made);
    },
  },
  {
    name: 'user link',
    usage: 'EMAIL',
    summary: 'make a link for a user to choose a new password; it works once, within a day',
    options: {},
    operands: ['EMAIL'],
    run([email = ''], options, terminal) {
      const made = withData(options.data, ({ users }) => users.newLink(users.find(email).id));
      printLink(terminal, options, made);
    },
  },
  {
    name: 'user remove',
    usage: 'EMAIL',
    summary: 'sign a user out everywhere and never let them in again',
    options: {},
    operands: ['EMAIL'],
    run([email = ''], options, terminal) {
      const user = withData(options.data, ({ users }) => users.remove(users.find(email).id));
      print(terminal, options, userJson(user), `${user.email} has been removed.`);
    },
  },
  {
    name: 'user list',
    usage: '[--account ID]',
    summary: 'list the users of an account, or the operators',
    options: { account: 'whose users; without it, the operators are listed' },
    operands: [],
    run(_, options, terminal) {
      const accountId = options.account === undefined ? null : parseId(options.account);
      const found = withData(options.data, ({ users }) => users.list(accountId));
      const rows = found.map(it => [it.email, it.role, it.hasPassword ? 'yes' : 'not yet']);
      print(terminal, options, found.map(userJson), table(['EMAIL', 'ROLE', 'PASSWORD'], rows));
    },
  },
];

function parseRole(written: string | undefined): Role {
  const role = roles.find(it => it === written);
  if (role !== undefined) return role;
  throw new Mistake(`"${written ?? ''}" is not a role: choose ${roles.join(', ')} with --role.`);
}

/** The service's address isn't known until it has been started once; until then the link is only a path. */
function printLink(terminal: Terminal, options: Options, user: UserView & { link: string }): void {
  const words = `${user.email} can choose a password here, once, within a day: ${user.link}`;
  print(terminal, options, { ...userJson(user), link: user.link }, words);
}

function userJson({ id, accountId, email, role, hasPassword }: UserView) {
  return { id, account_id: accountId, email, role, has_password: hasPassword };
}
