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

/** How many wrong attempts in a row are allowed, and how long until the first of them is forgotten. */
const MAX_WRONG = 5;
const FORGOTTEN_AFTER_MS = 15 * 60 * 1000;

/** The times of the wrong attempts that still count: for one e-mail address, or from one network address. */
export type WrongTries = readonly number[];

/**
 * Whether another attempt is allowed now. It counts as wrong from its start, so that making many at once is no way
 * round the limit. `waitMs`: if it isn't allowed, how long until the next may be. If the clock was set back, nobody is
 * locked out for longer than those 15 minutes.
 */
export function tryAgain(
  wrong: WrongTries,
  now: number,
): { allowed: boolean; wrong: WrongTries; waitMs: number } {
  const counted = wrong.map(at => Math.min(at, now)).filter(at => at > now - FORGOTTEN_AFTER_MS);
  const [first = now] = counted;
  if (counted.length < MAX_WRONG) return { allowed: true, wrong: [...counted, now], waitMs: 0 };
  return { allowed: false, wrong: counted, waitMs: first + FORGOTTEN_AFTER_MS - now };
}

/** How long somebody stays signed in, and how long a password is good for that still needs its code. */
export const SESSION_MS = 12 * 60 * 60 * 1000;
export const CODE_MS = 10 * 60 * 1000;

export const MIN_PASSWORD = 12;
const MAX_PASSWORD = 256;

/** Somebody who is signed in. */
export interface Visitor {
  user: User;
  /** The account they are looking at: their own, or the one that an operator has opened. */
  accountId: number | null;
}

/** Why somebody isn't let in: we don't say whether the e-mail address or the password was wrong. */
export type NotIn =
  | { kind: 'wrong' }
  /** Too many wrong attempts: for this long none is allowed, not even a right one. */
  | { kind: 'wait'; waitMs: number }
  | { kind: 'busy' };

export type SignIn =
  | { kind: 'in'; token: string }
  /** The password was right; the token is for `enterCode`. */
  | { kind: 'code'; token: string }
  | NotIn;

export type ChosenPassword = 'chosen' | 'link-gone' | 'short' | 'long' | 'busy';

export type People = ReturnType<typeof createPeople>;

/** Signing in and out, passwords, and the second factor. */
export function createPeople(store: Store, passwords: Passwords, now: () => number) {
  const { users, sessions, attempts } = store;

  /** Counts an attempt for each subject, or says how long to wait; in one transaction, so that none slips past. */
  const take = (subjects: string[]) =>
    store.transaction(() => {
      const tries = subjects.map(subject => ({ subject, ...tryAgain(attempts.read(subject), now()) }));
      const waitMs = Math.max(...tries.map(it => it.waitMs));
      if (waitMs === 0) for (const { subject, wrong } of tries) attempts.write(subject, wrong);
      return waitMs;
    });
  /** An attempt that turned out right no longer counts. */
  const takeBack = (subject: string) => attempts.write(subject, attempts.read(subject).slice(0, -1));
  const mailboxOf = (email: string) => `email ${email.trim().toLowerCase()}`;
  const note = (
    { email, accountId }: User,
    action: 'password chosen' | 'second factor on' | 'second factor off' | 'recovery code used',
  ) => store.audit.add({ at: now(), by: email, action, accountId, about: null });

  /**
   * Takes a code from the user's phone, or a recovery code, and does `then` in the same transaction. The factor that it gets has
   * been used with this code. What is neither by its length is no guess, so it doesn't count as a try.
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

  /** The hash of a password that may be chosen, or what is wrong with it. */
  async function newHash(password: string): Promise<{ hash: string } | 'short' | 'long' | 'busy'> {
    if ([...password].length < MIN_PASSWORD) return 'short';
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
      const keptFor = () => {
        const user = users.byEmail(email);
        return user === null ? null : users.passwordHash(user.id);
      };
      const kept = keptFor();
      const right = await passwords.check(password, password.length > MAX_PASSWORD ? null : kept);
      return store.transaction((): SignIn => {
        if (right !== false) takeBack(network);
        if (right === 'busy') takeBack(mailbox);
        if (right === 'busy') return { kind: 'busy' };
        const user = users.byEmail(email);
        // The user was removed, or the password changed, while we compared.
        if (!right || user === null || keptFor() !== kept) return { kind: 'wrong' };
        attempts.write(mailbox, []);
        if (user.hasSecondFactor)
          return { kind: 'code', token: sessions.begin(user.id, now() + CODE_MS, true) };
        return { kind: 'in', token: sessions.begin(user.id, now() + SESSION_MS) };
      });
    },
    /** Whether this token waits for a code. */
    awaitsCode: (token: string) => sessions.find(token, now(), true) !== null,
    /** Lets somebody in whose password was right. `gone`: that was too long ago. */
    enterCode(token: string, code: string): { kind: 'in'; token: string } | { kind: 'gone' } | NotIn {
      const userId = sessions.find(token, now(), true)?.userId;
      if (userId === undefined || !users.get(userId).hasSecondFactor) return { kind: 'gone' };
      return withCode(userId, code, factor => {
        users.setSecondFactor(userId, factor);
        sessions.end(token);
        return { kind: 'in', token: sessions.begin(userId, now() + SESSION_MS) };
      });
    },
    /** Who has this session, while it is valid. */
    visitor(token: string): Visitor | null {
      const session = sessions.find(token, now());
      if (session === null) return null;
      const user = users.get(session.userId);
      return { user, accountId: user.accountId ?? session.openedAccountId };
    },
    signOut: (token: string) => sessions.end(token),
    signOutEverywhere: (userId: number) => sessions.endAll(userId),
    /** Whose link it is, while it is valid. */
    linked(link: string): User | null {
      const userId = sessions.findLink(link, now());
      return userId === null ? null : users.get(userId);
    },
    /** Sets the password, once for each link, and ends all sessions of that user. */
    async choosePassword(link: string, password: string): Promise<ChosenPassword> {
      if (sessions.findLink(link, now()) === null) return 'link-gone';
      const made = await newHash(password);
      if (typeof made === 'string') return made;
      return store.transaction(() => {
        const userId = sessions.findLink(link, now());
        if (userId === null) return 'link-gone';
        users.setPassword(userId, made.hash);
        sessions.endLinks(userId);
        sessions.endAll(userId);
        note(users.get(userId), 'password chosen');
        return 'chosen';
      });
    },
    /** Changes the password of somebody who is signed in and knows it; ends all their sessions but this one. */
    async changePassword(
      { id, email }: User,
      { current, password, token }: { current: string; password: string; token: string },
    ): Promise<{ kind: 'changed' } | { kind: 'short' } | { kind: 'long' } | NotIn> {
      const waitMs = take([mailboxOf(email)]);
      if (waitMs > 0) return { kind: 'wait', waitMs };
      const kept = users.passwordHash(id);
      const right = await passwords.check(current, current.length > MAX_PASSWORD ? null : kept);
      if (right !== false) takeBack(mailboxOf(email));
      if (right !== true) return { kind: right === 'busy' ? 'busy' : 'wrong' };
      const made = await newHash(password);
      if (typeof made === 'string') return { kind: made };
      return store.transaction(() => {
        if (users.passwordHash(id) !== kept) return { kind: 'wrong' };
        users.setPassword(id, made.hash);
        sessions.endLinks(id);
        sessions.endAll(id, token);
        note(users.get(id), 'password chosen');
        return { kind: 'changed' };
      });
    },
    /**
     * Asks for a code at each sign-in from now on, if they have shown that their phone knows the secret; null: they haven't.
     * Returns the codes for when it is lost, which are kept as hashes.
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
    /** Asks for no more codes, if they know one. */
    turnOffSecondFactor: (user: User, code: string): { kind: 'off' } | NotIn =>
      withCode(user.id, code, () => {
        users.setSecondFactor(user.id, null);
        note(user, 'second factor off');
        return { kind: 'off' };
      }),
  };
}
