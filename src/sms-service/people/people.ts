import type { Store } from '../store/index.ts';
import type { User } from '../store/users.ts';
import { takeBack, tryAgain } from './attempts.ts';
import type { Passwords } from './passwords.ts';

/** How long somebody stays signed in. */
export const SESSION_MS = 12 * 60 * 60 * 1000;
/** How long a link to choose a password is valid. */
export const LINK_MS = 24 * 60 * 60 * 1000;

export const MIN_PASSWORD = 12;
const MAX_PASSWORD = 256;

/** Somebody who is signed in. */
export interface Visitor {
  user: User;
  /** The account they are looking at: their own, or the one that an operator has opened. */
  accountId: number | null;
}

export type SignIn =
  | { kind: 'in'; token: string; user: User }
  /** We don't say whether the e-mail address or the password was wrong. */
  | { kind: 'wrong' }
  /** Too many wrong attempts: for this long none is allowed, not even a right one. */
  | { kind: 'wait'; waitMs: number }
  | { kind: 'busy' };

export type ChosenPassword = 'chosen' | 'link-gone' | 'short' | 'long' | 'busy';

/** Signing in and out, and passwords. */
export interface People {
  signIn(typed: { email: string; password: string; address: string }): Promise<SignIn>;
  /** Who has this session, while it is valid. */
  visitor(token: string): Visitor | null;
  signOut(token: string): void;
  signOutEverywhere(userId: number): void;
  /** Whose link it is, while it is valid. */
  linked(link: string): User | null;
  /** Sets the password, once for each link, and ends all sessions of that user. */
  choosePassword(link: string, password: string): Promise<ChosenPassword>;
}

export function createPeople(store: Store, passwords: Passwords, now: () => number): People {
  /** Counts an attempt for each subject, or says how long to wait; in one transaction, so that none slips past. */
  const take = (subjects: string[]) =>
    store.transaction(() => {
      const tries = subjects.map(subject => ({ subject, ...tryAgain(store.attempts.read(subject), now()) }));
      const waitMs = Math.max(...tries.map(it => it.waitMs));
      if (waitMs === 0) for (const { subject, wrong } of tries) store.attempts.write(subject, wrong);
      return waitMs;
    });

  return {
    async signIn({ email, password, address }) {
      const mailbox = `email ${email.trim().toLowerCase()}`;
      const network = `address ${address}`;
      const waitMs = take([mailbox, network]);
      if (waitMs > 0) return { kind: 'wait', waitMs };
      const kept = store.users.byEmail(email)?.password ?? null;
      const right = await passwords.check(password, password.length > MAX_PASSWORD ? null : kept);
      return store.transaction(() => {
        if (right !== false) store.attempts.write(network, takeBack(store.attempts.read(network)));
        if (right === 'busy') store.attempts.write(mailbox, takeBack(store.attempts.read(mailbox)));
        if (right === 'busy') return { kind: 'busy' };
        const user = store.users.byEmail(email);
        // The user was removed, or the password changed, while we compared.
        if (!right || user === null || user.password !== kept) return { kind: 'wrong' };
        store.attempts.write(mailbox, []);
        const { password: _, ...known } = user;
        return { kind: 'in', token: store.sessions.begin(user.id, now() + SESSION_MS), user: known };
      });
    },
    visitor(token) {
      const session = store.sessions.find(token, now());
      if (session === null) return null;
      const user = store.users.get(session.userId);
      return { user, accountId: user.accountId ?? session.openedAccountId };
    },
    signOut: token => store.sessions.end(token),
    signOutEverywhere: userId => store.sessions.endAll(userId),
    linked(link) {
      const userId = store.sessions.findLink(link, now());
      return userId === null ? null : store.users.get(userId);
    },
    async choosePassword(link, password) {
      if (store.sessions.findLink(link, now()) === null) return 'link-gone';
      if ([...password].length < MIN_PASSWORD) return 'short';
      if (password.length > MAX_PASSWORD) return 'long';
      const hash = await passwords.hash(password);
      if (hash === 'busy') return 'busy';
      return store.transaction(() => {
        const userId = store.sessions.findLink(link, now());
        if (userId === null) return 'link-gone';
        const { accountId, email } = store.users.get(userId);
        store.users.setPassword(userId, hash);
        store.sessions.endLinks(userId);
        store.sessions.endAll(userId);
        store.deeds.add({ at: now(), by: email, kind: 'password chosen', accountId, about: null });
        return 'chosen';
      });
    },
  };
}
