import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

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

/** @param cost the logarithm of scrypt's N for new hashes; a kept one says how it was made */
export function createPasswords(cost = COST): Passwords {
  const ours = { cost, block: BLOCK, parallel: PARALLEL };
  const inTurn = createQueue();
  const nobody = { how: ours, salt: randomBytes(16), hash: randomBytes(HASH_BYTES) };

  return {
    hash: password =>
      inTurn(async () => {
        const salt = randomBytes(16);
        const hash = await derive(password, salt, ours);
        return `$scrypt$ln=${cost},r=${BLOCK},p=${PARALLEL}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
      }),
    check: (password, kept) =>
      inTurn(async () => {
        const { how, salt, hash } = kept === null ? nobody : parse(kept);
        const same = timingSafeEqual(await derive(password, salt, how), hash);
        return same && kept !== null;
      }),
  };
}

/** scrypt's parameters: the logarithm of N, r and p. */
interface How {
  cost: number;
  block: number;
  parallel: number;
}

const KEPT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

function parse(kept: string): { how: How; salt: Buffer; hash: Buffer } {
  const [found, cost, block, parallel, salt = '', hash = ''] = KEPT.exec(kept) ?? [];
  if (found === undefined) throw new Error('a password was kept in a way that this version does not know');
  const how = { cost: Number(cost), block: Number(block), parallel: Number(parallel) };
  return { how, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') };
}

/** The same characters typed on different keyboards are the same password. */
function derive(password: string, salt: Buffer, { cost, block, parallel }: How): Promise<Buffer> {
  const N = 2 ** cost;
  // Twice what scrypt takes for N and r.
  const options = { N, r: block, p: parallel, maxmem: 256 * N * block };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
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
