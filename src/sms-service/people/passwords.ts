import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * What OWASP's Password Storage Cheat Sheet recommends for scrypt, as the logarithm of N: 128 MiB and about a third of a
 * second for each.
 */
const COST = 17;
const REST = { r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const HASH_BYTES = 32;

/** How many may queue; more are turned away, since each would take memory and a processor. */
const MAX_WAITING = 30;

/** Hashes passwords, one at a time, outside the thread that answers requests. */
export interface Passwords {
  /** The hash to keep of a password. `busy`: too many are waiting. */
  hash(password: string): Promise<string | 'busy'>;
  /**
   * Whether this is the password whose hash was kept. With null, if there is nothing to compare with, it takes just as
   * long and answers false.
   */
  check(password: string, kept: string | null): Promise<boolean | 'busy'>;
}

/** @param cost the logarithm of scrypt's N; passwords that were kept at another cost are not understood */
export function createPasswords(cost = COST): Passwords {
  const how = `ln=${cost},r=${REST.r},p=${REST.p}`;
  const inTurn = createQueue();
  const nobody = { salt: randomBytes(16), hash: randomBytes(HASH_BYTES) };

  return {
    hash: password =>
      inTurn(async () => {
        const salt = randomBytes(16);
        const hash = await derive(password, salt, cost);
        return `$scrypt$${how}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
      }),
    check: (password, kept) =>
      inTurn(async () => {
        const { salt, hash } = kept === null ? nobody : parse(kept, how);
        const same = timingSafeEqual(await derive(password, salt, cost), hash);
        return same && kept !== null;
      }),
  };
}

function parse(kept: string, how: string): { salt: Buffer; hash: Buffer } {
  const [, , its, salt = '', hash = ''] = kept.split('$');
  if (its !== how) throw new Error('a password was kept in a way that this version does not know');
  return { salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') };
}

/** The same characters typed on different keyboards are the same password. */
function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { N: 2 ** cost, ...REST }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async function inTurn<T>(work: () => Promise<T>): Promise<T | 'busy'> {
    if (waiting >= MAX_WAITING) return 'busy';
    waiting++;
    const turn = last.then(work).finally(() => {
      waiting--;
    });
    last = turn.catch(() => {});
    return turn;
  };
}
