import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/**
 * What OWASP's Password Storage Cheat Sheet recommends for scrypt, as the logarithm of N: 128 MiB and about a third of a
 * second for each.
 */
const COST = 17;
const BLOCK = 8;
const PARALLEL = 1;
const HASH_BYTES = 32;

/** How many may queue; more are turned away, since each would take memory and a processor. */
const MAX_WAITING = 30;

const KEPT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes passwords, one at a time, outside the thread that answers requests.
 *
 * @param cost the logarithm of scrypt's N for new hashes; a kept one says how it was made
 */
export function createPasswords(cost = COST) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  async function inTurn<T>(work: () => Promise<T>): Promise<T | 'busy'> {
    if (waiting >= MAX_WAITING) return 'busy';
    waiting++;
    const turn = last.then(work).finally(() => {
      waiting--;
    });
    last = turn.catch(() => {});
    return turn;
  }

  return {
    /** The hash to keep of a password. `busy`: too many are waiting. */
    hash: (password: string) =>
      inTurn(async () => {
        const salt = randomBytes(16);
        const hash = await derive(password, salt, cost, BLOCK, PARALLEL);
        return `$scrypt$ln=${cost},r=${BLOCK},p=${PARALLEL}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
      }),
    /**
     * Whether this is the password whose hash was kept. With null, if there is nothing to compare with, it takes just as
     * long and answers false.
     */
    check: (password: string, kept: string | null) =>
      inTurn(async () => {
        if (kept === null) {
          await derive(password, randomBytes(16), cost, BLOCK, PARALLEL);
          return false;
        }
        const [found, ln, r, p, salt = '', hash = ''] = KEPT.exec(kept) ?? [];
        if (found === undefined)
          throw new Error('a password was kept in a way that this version does not know');
        const derived = await derive(
          password,
          Buffer.from(salt, 'base64url'),
          Number(ln),
          Number(r),
          Number(p),
        );
        return timingSafeEqual(derived, Buffer.from(hash, 'base64url'));
      }),
  };
}

/** The same characters typed on different keyboards are the same password. */
function derive(
  password: string,
  salt: Buffer,
  cost: number,
  block: number,
  parallel: number,
): Promise<Buffer> {
  const N = 2 ** cost;
  // Twice what scrypt takes for N and r.
  const options = { N, r: block, p: parallel, maxmem: 256 * N * block };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

/** What an authenticator shows beside the code. */
const ISSUER = 'SMS service';
const STEP_MS = 30_000;
/** A phone's clock may be off by half a minute. */
const STEPS_OFF = 1;

/** The second factor is a code of six digits from an authenticator app, a new one every 30 seconds (RFC 6238). */
const codes = (email: string, secret: string) =>
  new TOTP({ issuer: ISSUER, label: email, secret: Secret.fromBase32(secret), period: STEP_MS / 1000 });

/** A new secret, in the letters and digits that people can type into an authenticator. */
export function newFactorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Whether it looks like a secret of ours. */
export function isFactorSecret(secret: string): boolean {
  return /^[A-Z2-7]{32}$/.test(secret);
}

/** The address that an authenticator reads as a QR code. */
export function factorAddress(email: string, secret: string): string {
  return codes(email, secret).toString();
}

/** Six digits, as an authenticator shows them. */
export type Code = string & { readonly __brand: 'Code' };

/** The code that was typed, in the digits of any script and with spaces between them; null: it isn't six digits. */
export function readCode(typed: string): Code | null {
  const code = digitsIn(typed);
  return /^\d{6}$/.test(code) ? (code as Code) : null;
}

const digitsIn = (typed: string): string =>
  typed.replaceAll(/\s/g, '').replaceAll(/\p{Nd}/gu, digit => String(digitValue(digit)));

/** How many recovery codes somebody gets, each for one sign-in without their phone, and of how many digits each is. */
const RECOVERY_CODES = 8;
const RECOVERY_DIGITS = 20;

/** New ones. They are digits, as what the phone shows, so that they can be typed in the same field. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_DIGITS }, () => randomInt(10)).join(''),
  );

/** One as people copy it: in fours. */
export const shownRecoveryCode = (code: string): string => code.replaceAll(/\d{4}(?=\d)/g, '$& ');

/** The recovery code that was typed, as `readCode` reads one; null: it isn't as long. */
export function readRecoveryCode(typed: string): string | null {
  const code = digitsIn(typed.replaceAll('-', ''));
  return /^\d+$/.test(code) && code.length === RECOVERY_DIGITS ? code : null;
}

/** Unicode keeps the digits of every script in runs of ten from zero, so the distance from the start of a run tells. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--;
  return (code - start) % 10;
}

/**
 * The time step that a code belongs to, which must be kept: each code is good once. Null if it is wrong, or not later
 * than the step of the last one that was taken.
 */
export function stepOf(token: Code, secret: string, now: number, lastStep: number): number | null {
  const off = codes('', secret).validate({ token, timestamp: now, window: STEPS_OFF });
  const step = Math.floor(now / STEP_MS) + (off ?? 0);
  return off === null || step <= lastStep ? null : step;
}
