import { z } from 'zod';
import type { UserView } from './management-views.ts';
import { Mistake } from './mistake.ts';
import { LINK_MS } from './people/people.ts';
import type { Role } from './people/roles.ts';
import type { DeedKind } from './store/deeds.ts';
import type { Store } from './store/index.ts';

/** Who may sign in to the dashboard. Each function throws a `Mistake` if there is no such account or user. */
export interface UserManagement {
  /** A user of an account, or an operator of the service, with the link that lets them choose a password. */
  create(user: { accountId: number | null; email: string; role: Role }): UserView & { link: string };
  /** A link to choose a new password; it works once, within a day, and earlier ones stop working. */
  newLink(userId: number): UserView & { link: string };
  /** Signs the user out everywhere; they can't sign in again. */
  remove(userId: number): UserView;
  get(userId: number): UserView;
  find(email: string): UserView;
  /** The users of an account; null: the operators. */
  list(accountId: number | null): UserView[];
}

const emailSchema = z.email().max(254);

/** @param by who does all this, for the list of actions; null: a command or a program */
export function createUserManagement(store: Store, now: () => number, by: string | null): UserManagement {
  const { accounts, deeds, sessions, users } = store;
  const note = (kind: DeedKind, accountId: number | null, about: string | null) =>
    deeds.add({ at: now(), by, kind, accountId, about });
  const linkFor = (userId: number) => {
    const token = sessions.makeLink(userId, now() + LINK_MS);
    return `${store.facts.publicUrl() ?? ''}/password/${token}`;
  };

  return {
    create: ({ accountId, email, role }) =>
      store.transaction(() => {
        const address = emailSchema.safeParse(email.trim());
        if (!address.success) {
          throw new Mistake(`"${email}" is not an e-mail address.`, { kind: 'email' });
        }
        if ((role === 'operator') !== (accountId === null)) {
          throw new Mistake('Owners and viewers belong to an account, operators to none.');
        }
        if (accountId !== null) accounts.get(accountId);
        const user = users.create({ accountId, email: address.data, role }, now());
        note('user made', accountId, `${user.email} (${role})`);
        return { ...user, link: linkFor(user.id) };
      }),
    newLink: userId =>
      store.transaction(() => {
        const user = users.get(userId);
        note('link made', user.accountId, user.email);
        return { ...user, link: linkFor(userId) };
      }),
    remove: userId =>
      store.transaction(() => {
        const user = users.get(userId);
        users.remove(userId, now());
        sessions.endAll(userId);
        sessions.endLinks(userId);
        note('user removed', user.accountId, user.email);
        return user;
      }),
    get: userId => users.get(userId),
    find(email) {
      const user = users.byEmail(email);
      if (user === null) {
        throw new Mistake(`There is no user with the e-mail address ${email}.`, { kind: 'not-found' });
      }
      return users.get(user.id);
    },
    list: accountId => users.list(accountId === null ? null : accounts.get(accountId).id),
  };
}
