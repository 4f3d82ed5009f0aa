import type { SecondFactor, User } from '../store/people.ts';
import type { Store } from '../store/store.ts';
import {
  isFactorSecret,
  newRecoveryCodes,
  type Passwords,
  readCode,
  readRecoveryCode,
  stepOf,
} from './credentials.ts';

/** Limit of wrong attempts, and how long each counts. */
const MAX_WRONG_ATTEMPTS = 5;
const ATTEMPT_WINDOW_MS = 15 * 60 * 1000;

/** Times of the wrong attempts that still count, for an e-mail address or a network address. */
export type WrongTries = readonly number[];

/**
 * Decides if another attempt is allowed now. An attempt counts as wrong from its start, so that parallel attempts
 * can't get around the limit. `waitMs`: time until the next is allowed. A clock that was set back never locks a user
 * out for longer than the window.
 */
export function tryAgain(
  wrong: WrongTries,
  now: number,
): { allowed: boolean; wrong: WrongTries; waitMs: number } {
  const counted = wrong.map(at => Math.min(at, now)).filter(at => at > now - ATTEMPT_WINDOW_MS);
  const [first = now] = counted;
  if (counted.length < MAX_WRONG_ATTEMPTS) return { allowed: true, wrong: [...counted, now], waitMs: 0 };
  return { allowed: false, wrong: counted, waitMs: first + ATTEMPT_WINDOW_MS - now };
}

/** Lifetimes of a session, and of a sign-in that still needs its code. */
export const SESSION_MS = 12 * 60 * 60 * 1000;
export const CODE_MS = 10 * 60 * 1000;

export const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD = 256;

export interface Visitor {
  user: User;
  /** The user's own account, or the one that an operator has opened; null if an operator has none open. */
  accountId: number | null;
}

/** Why a sign-in failed. `wrong` doesn't say whether the e-mail address or the password was wrong. */
export type NotIn =
  | { kind: 'wrong' }
  /** Too many wrong attempts: for `waitMs`, not even a right one is allowed. */
  | { kind: 'wait'; waitMs: number }
  | { kind: 'busy' };

export type SignIn =
  | { kind: 'in'; token: string }
  /** The password was right; the token is for `enterCode`. */
  | { kind: 'code'; token: string }
  | NotIn;

export type ChosenPassword = 'chosen' | 'link-gone' | 'short' | 'long' | 'busy';

export type People = ReturnType<typeof createPeople>;

export function createPeople(store: Store, passwords: Passwords, now: () => number) {
  const { users, sessions, attempts } = store;

  /**
   * Counts an attempt for each subject, or returns the time to wait. One transaction, so that parallel attempts can't
   * slip past.
   */
  const take = (subjects: string[]) =>
    store.transaction(() => {
      const tries = subjects.map(subject => ({ subject, ...tryAgain(attempts.read(subject), now()) }));
      const waitMs = Math.max(...tries.map(it => it.waitMs));
      if (waitMs === 0) for (const { subject, wrong } of tries) attempts.write(subject, wrong);
      return waitMs;
    });
  /** Stops counting the latest attempt, because it wasn't wrong. */
  const takeBack = (subject: string) => attempts.write(subject, attempts.read(subject).slice(0, -1));
  const mailboxOf = (email: string) => `email ${email.trim().toLowerCase()}`;
  const note = (
    { email, accountId }: User,
    action: 'password chosen' | 'second factor on' | 'second factor off' | 'recovery code used',
  ) => store.audit.add({ at: now(), by: email, action, accountId, about: null });

  /**
   * Accepts a phone code or a recovery code, and runs `then` in the same transaction with the factor after this use.
   * A code of neither length isn't counted as an attempt.
   */
  function withCode<T>(userId: number, typed: string, then: (factor: SecondFactor) => T): T | NotIn {
    const code = readCode(typed);
    const recovery = readRecoveryCode(typed);
    if (code === null && recovery === null) return { kind: 'wrong' };
    const subject = `code ${userId}`;
    const waitMs = take([subject]);
    if (waitMs > 0) return { kind: 'wait', waitMs };
    return store.transaction(() => {
      const factor = users.secondFactor(userId);
      if (factor === null) return { kind: 'wrong' };
      const isRecovery = recovery !== null && users.takeRecoveryCode(userId, recovery);
      const step = code === null ? null : stepOf(code, factor.secret, now(), factor.step);
      if (!isRecovery && step === null) return { kind: 'wrong' };
      if (isRecovery) note(users.get(userId), 'recovery code used');
      attempts.write(subject, []);
      return then({ ...factor, step: step ?? factor.step });
    });
  }

  /** Hashes a new password, or says why it isn't allowed. */
  async function newHash(password: string): Promise<{ hash: string } | 'short' | 'long' | 'busy'> {
    if ([...password].length < MIN_PASSWORD_LENGTH) return 'short';
    if (password.length > MAX_PASSWORD) return 'long';
    const hash = await passwords.hash(password);
    return hash === 'busy' ? hash : { hash };
  }

  return {
    async signIn({
      email,
      password,
      address,
    }: {
      email: string;
      password: string;
      address: string;
    }): Promise<SignIn> {
      const [mailbox, network] = [mailboxOf(email), `address ${address}`];
      const waitMs = take([mailbox, network]);
      if (waitMs > 0) return { kind: 'wait', waitMs };
      const storedHash = () => {
        const user = users.byEmail(email);
        return user === null ? null : users.passwordHash(user.id);
      };
      const stored = storedHash();
      const right = await passwords.check(password, password.length > MAX_PASSWORD ? null : stored);
      return store.transaction((): SignIn => {
        if (right !== false) takeBack(network);
        if (right === 'busy') takeBack(mailbox);
        if (right === 'busy') return { kind: 'busy' };
        const user = users.byEmail(email);
        // The user may have been removed, or the password changed, during the comparison.
        if (!right || user === null || storedHash() !== stored) return { kind: 'wrong' };
        attempts.write(mailbox, []);
        if (user.hasSecondFactor)
          return { kind: 'code', token: sessions.begin(user.id, now() + CODE_MS, true) };
        return { kind: 'in', token: sessions.begin(user.id, now() + SESSION_MS) };
      });
    },
    awaitsCode: (token: string) => sessions.find(token, now(), true) !== null,
    /** Finishes a sign-in whose password was right. `gone`: the sign-in has expired. */
    enterCode(token: string, code: string): { kind: 'in'; token: string } | { kind: 'gone' } | NotIn {
      const userId = sessions.find(token, now(), true)?.userId;
      if (userId === undefined || !users.get(userId).hasSecondFactor) return { kind: 'gone' };
      return withCode(userId, code, factor => {
        users.setSecondFactor(userId, factor);
        sessions.end(token);
        return { kind: 'in', token: sessions.begin(userId, now() + SESSION_MS) };
      });
    },
    /** The user of a session; null if the session isn't valid. */
    visitor(token: string): Visitor | null {
      const session = sessions.find(token, now());
      if (session === null) return null;
      const user = users.get(session.userId);
      return { user, accountId: user.accountId ?? session.openedAccountId };
    },
    signOut: (token: string) => sessions.end(token),
    signOutEverywhere: (userId: number) => sessions.endAll(userId),
    /** The user of a link; null if the link isn't valid. */
    linked(link: string): User | null {
      const userId = sessions.findLink(link, now());
      return userId === null ? null : users.get(userId);
    },
    /** Sets the password, once for each link, and ends all of the user's sessions. */
    async choosePassword(link: string, password: string): Promise<ChosenPassword> {
      if (sessions.findLink(link, now()) === null) return 'link-gone';
      const newPassword = await newHash(password);
      if (typeof newPassword === 'string') return newPassword;
      return store.transaction(() => {
        const userId = sessions.findLink(link, now());
        if (userId === null) return 'link-gone';
        users.setPassword(userId, newPassword.hash);
        sessions.endLinks(userId);
        sessions.endAll(userId);
        note(users.get(userId), 'password chosen');
        return 'chosen';
      });
    },
    /** Changes the password of a signed-in user who knows it; ends all their other sessions. */
    async changePassword(
      { id, email }: User,
      { current, password, token }: { current: string; password: string; token: string },
    ): Promise<{ kind: 'changed' } | { kind: 'short' } | { kind: 'long' } | NotIn> {
      const waitMs = take([mailboxOf(email)]);
      if (waitMs > 0) return { kind: 'wait', waitMs };
      const stored = users.passwordHash(id);
      const right = await passwords.check(current, current.length > MAX_PASSWORD ? null : stored);
      if (right !== false) takeBack(mailboxOf(email));
      if (right !== true) return { kind: right === 'busy' ? 'busy' : 'wrong' };
      const newPassword = await newHash(password);
      if (typeof newPassword === 'string') return { kind: newPassword };
      return store.transaction(() => {
        if (users.passwordHash(id) !== stored) return { kind: 'wrong' };
        users.setPassword(id, newPassword.hash);
        sessions.endLinks(id);
        sessions.endAll(id, token);
        note(users.get(id), 'password chosen');
        return { kind: 'changed' };
      });
    },
    /**
     * Asks for a code at each sign-in from now on. Returns the recovery codes, which are stored as hashes; null if
     * the typed code doesn't prove that the phone has the secret.
     */
    turnOnSecondFactor(user: User, secret: string, typed: string): string[] | null {
      const code = readCode(typed);
      const step = code !== null && isFactorSecret(secret) ? stepOf(code, secret, now(), 0) : null;
      if (step === null) return null;
      const codes = newRecoveryCodes();
      store.transaction(() => {
        users.setSecondFactor(user.id, { secret, step });
        users.setRecoveryCodes(user.id, codes);
        note(user, 'second factor on');
      });
      return codes;
    },
    recoveryCodesLeft: (user: User): number => users.recoveryCodesLeft(user.id),
    /** Stops asking for codes if the user enters a valid one. */
    turnOffSecondFactor: (user: User, code: string): { kind: 'off' } | NotIn =>
      withCode(user.id, code, () => {
        users.setSecondFactor(user.id, null);
        note(user, 'second factor off');
        return { kind: 'off' };
      }),
  };
}
