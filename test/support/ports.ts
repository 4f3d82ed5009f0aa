import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/*
 * Ports for servers that go away and come back, or that can't choose one themselves. The system assigns ports from 32768 on
 * (net.ipv4.ip_local_port_range); these are below, and browsers refuse none of them.
 */
const FIRST = 20_000;
/** Per worker of Vitest. Several runs may go on at once, so each port also has a lock file. */
const PORTS_EACH = 750;
const WORKERS = 16;

const FOLDER = join(tmpdir(), 'sms-ports');

export type HeldPort = {
  port: number;
  /** Lets others take it. */
  release(): void;
};

/** A free port that no other test gets until it is released or this process has ended. */
export async function holdPort(): Promise<HeldPort> {
  mkdirSync(FOLDER, { recursive: true });
  const first = FIRST + (Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS) * PORTS_EACH;
  for (let port = first; port < first + PORTS_EACH; port++) {
    const lock = join(FOLDER, String(port));
    if (!take(lock)) continue;
    if (await isFree(port)) return { port, release: () => rmSync(lock, { force: true }) };
    rmSync(lock, { force: true });
  }
  throw new Error(`All ports from ${first} on are in use`);
}

/** A port that is released when the test ends. */
export async function portOfTest(): Promise<number> {
  const { port, release } = await holdPort();
  onTestFinished(release);
  return port;
}

/** Creates a lock file, or takes over one of a dead process. */
function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (isHeld(lock)) return false;
  rmSync(lock, { force: true });
  return take(lock);
}

/** True if the process that wrote the lock file is alive; an empty file is just being written. */
function isHeld(lock: string): boolean {
  try {
    const owner = readFileSync(lock, 'utf8');
    if (owner !== '') process.kill(Number(owner), 0);
    return true;
  } catch {
    return false;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
