import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/**
 * The logarithm of scrypt's N that OWASP's Password Storage Cheat Sheet recommends: 128 MiB and about a third of a
 * second for each hash.
 */
const COST = 17;
const BLOCK = 8;
const PARALLEL = 1;
const HASH_BYTES = 32;

/** Maximum number of hashes that wait, including the running one: about ten seconds of work. */
const MAX_WAITING = 30;

const STORED_HASH = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes passwords one at a time, outside the thread that answers requests.
 *
 * @param cost the logarithm of scrypt's N for new hashes; a stored hash names its own
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
    /** Returns the hash to store. `busy`: the queue is full. */
    hash: (password: string) =>
      inTurn(async () => {
        const salt = randomBytes(16);
        const hash = await derive(password, salt, cost, BLOCK, PARALLEL);
        return `$scrypt$ln=${cost},r=${BLOCK},p=${PARALLEL}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
      }),
    /**
     * Compares a password with a stored hash. With null it takes just as long and returns false, so that timing
     * doesn't tell which users exist.
     */
    check: (password: string, stored: string | null) =>
      inTurn(async () => {
        if (stored === null) {
          await derive(password, randomBytes(16), cost, BLOCK, PARALLEL);
          return false;
        }
        const [match, ln, r, p, salt = '', hash = ''] = STORED_HASH.exec(stored) ?? [];
        if (match === undefined)
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

/** Normalises the password, because different keyboards type the same characters differently. */
function derive(
  password: string,
  salt: Buffer,
  cost: number,
  block: number,
  parallel: number,
): Promise<Buffer> {
  const N = 2 ** cost;
  // Twice what scrypt needs for N and r.
  const options = { N, r: block, p: parallel, maxmem: 256 * N * block };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

/** Shown in the authenticator beside the code. */
const ISSUER = 'SMS service';
const STEP_MS = 30_000;
/** A phone's clock may be off by half a minute. */
const STEPS_OFF = 1;

/** The second factor is a code of six digits from an authenticator app, a new one every 30 seconds (RFC 6238). */
const codes = (email: string, secret: string) =>
  new TOTP({ issuer: ISSUER, label: email, secret: Secret.fromBase32(secret), period: STEP_MS / 1000 });

/** A new secret, in letters and digits that people can type into an authenticator. */
export function newFactorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function isFactorSecret(secret: string): boolean {
  return /^[A-Z2-7]{32}$/.test(secret);
}

/** The address to show as a QR code. */
export function factorAddress(email: string, secret: string): string {
  return codes(email, secret).toString();
}

/** Six digits from an authenticator. */
export type Code = string & { readonly __brand: 'Code' };

/** Reads a typed code, in the digits of any script, with spaces; null if it isn't six digits. */
export function readCode(typed: string): Code | null {
  const code = digitsIn(typed);
  return /^\d{6}$/.test(code) ? (code as Code) : null;
}

const digitsIn = (typed: string): string =>
  typed.replaceAll(/\s/g, '').replaceAll(/\p{Nd}/gu, digit => String(digitValue(digit)));

const RECOVERY_CODE_COUNT = 8;
const RECOVERY_DIGITS = 20;

/**
 * New recovery codes. Each works once, without the phone. They have only digits, so that they fit the field for the
 * phone's codes.
 */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: RECOVERY_DIGITS }, () => randomInt(10)).join(''),
  );

/** Writes a recovery code in groups of four, for copying by hand. */
export const shownRecoveryCode = (code: string): string => code.replaceAll(/\d{4}(?=\d)/g, '$& ');

/** Reads a typed recovery code like `readCode`, also with hyphens; null if it has a different length. */
export function readRecoveryCode(typed: string): string | null {
  const code = digitsIn(typed.replaceAll('-', ''));
  return /^\d+$/.test(code) && code.length === RECOVERY_DIGITS ? code : null;
}

/** Unicode keeps the digits of each script in a run of ten from zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--;
  return (code - start) % 10;
}

/**
 * Returns the time step of a valid code; null if the code is wrong, or not later than `lastStep`. The caller must store
 * the step, because each code is good once.
 */
export function stepOf(token: Code, secret: string, now: number, lastStep: number): number | null {
  const off = codes('', secret).validate({ token, timestamp: now, window: STEPS_OFF });
  const step = Math.floor(now / STEP_MS) + (off ?? 0);
  return off === null || step <= lastStep ? null : step;
}
