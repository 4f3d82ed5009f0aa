import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

/*
 * Node imports this before the program (`NODE_OPTIONS`), for tests that take days: on its main thread, clocks
 * are ahead of the machine's by the milliseconds in the file JUMPS_FILE, and timers follow them. At SIGUSR2,
 * once the program waits for no answer, it reads the file again; the timers due by then run in order, and
 * when the program is quiet again, its output says so.
 */

const { JUMPS_FILE = '' } = process.env;
const read = (): { ahead: number; looks: number } => JSON.parse(readFileSync(JUMPS_FILE, 'utf8'));
const real = {
  now: Date.now,
  monotonic: performance.now.bind(performance),
  setTimeout,
  clearTimeout,
};
let ahead = 0;
/** How far ahead it was when the program began: the monotonic clock begins at zero, as everywhere. */
let aheadAtStart = 0;
const monotonic = (): number => real.monotonic() + ahead - aheadAtStart;
const pending = new Set<JumpingTimer>();

/** Node's own timer, as far as programs use it. */
class JumpingTimer {
  readonly #run: () => void;
  readonly #ms: number;
  readonly #repeats: boolean;
  #real: NodeJS.Timeout | undefined;
  #isRef = true;
  due = 0;

  constructor(run: () => void, ms: number | undefined, repeats: boolean) {
    this.#run = run;
    this.#ms = Math.max(1, Number(ms) || 1);
    this.#repeats = repeats;
    this.#begin();
  }

  #begin(): void {
    this.due = monotonic() + this.#ms;
    this.wait();
  }

  /** Waits for its remaining time. */
  wait(): void {
    real.clearTimeout(this.#real);
    this.#real = real.setTimeout(() => this.fire(), Math.max(1, this.due - monotonic()));
    if (!this.#isRef) this.#real.unref();
    pending.add(this);
  }

  fire(): void {
    this.close();
    if (this.#repeats) this.#begin();
    this.#run();
  }

  close(): this {
    real.clearTimeout(this.#real);
    pending.delete(this);
    return this;
  }

  refresh(): this {
    this.#begin();
    return this;
  }

  ref(): this {
    this.#isRef = true;
    this.#real?.ref();
    return this;
  }

  unref(): this {
    this.#isRef = false;
    this.#real?.unref();
    return this;
  }

  hasRef(): boolean {
    return this.#isRef;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

type Run = (...args: unknown[]) => void;
const clear = (timer: unknown): void => {
  if (timer instanceof JumpingTimer) timer.close();
  else real.clearTimeout(timer as NodeJS.Timeout);
};
const functions = {
  setTimeout: (run: Run, ms?: number, ...args: unknown[]) => new JumpingTimer(() => run(...args), ms, false),
  setInterval: (run: Run, ms?: number, ...args: unknown[]) => new JumpingTimer(() => run(...args), ms, true),
  clearTimeout: clear,
  clearInterval: clear,
};

function sleep<T>(
  ms: number,
  value?: T,
  how: { signal?: AbortSignal; ref?: boolean } = {},
): Promise<T | undefined> {
  const { signal, ref = true } = how;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      timer.close();
      reject(signal?.reason);
    };
    const timer = new JumpingTimer(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve(value);
      },
      ms,
      false,
    );
    if (!ref) timer.unref();
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The bytes over each socket that the program opened, and whether it wrote since its last read. */
const sockets = new Map<Socket, { read: number; written: number; waits: boolean }>();

/** True if no bytes went over any socket since the last look, and no answer is expected. */
function isQuiet(): boolean {
  let quiet = true;
  for (const [socket, before] of sockets) {
    const { bytesRead, bytesWritten } = socket;
    const hasRead = bytesRead > before.read;
    const hasWritten = bytesWritten > before.written;
    const waits = !hasRead && (hasWritten || before.waits);
    sockets.set(socket, { read: bytesRead, written: bytesWritten, waits });
    if (waits || hasRead || hasWritten) quiet = false;
  }
  return quiet;
}

const LOOK_MS = 10;
const QUIET_LOOKS = 4;

async function quiet(): Promise<void> {
  for (let looks = 0; looks < QUIET_LOOKS; ) {
    await new Promise<void>(resolve => real.setTimeout(resolve, LOOK_MS));
    looks = isQuiet() ? looks + 1 : 0;
  }
}

async function jump(): Promise<void> {
  await quiet();
  const state = read();
  ahead = state.ahead;
  const now = monotonic();
  const due = [...pending].filter(timer => timer.due <= now).toSorted((one, other) => one.due - other.due);
  for (const timer of due) {
    // An earlier timer may have cleared or restarted it.
    if (pending.has(timer) && timer.due <= monotonic()) timer.fire();
    await new Promise(resolve => setImmediate(resolve));
  }
  for (const timer of pending) timer.wait();
  await quiet();
  process.stdout.write(`${JSON.stringify({ looked: state.looks })}\n`);
}

if (isMainThread) {
  ({ ahead } = read());
  aheadAtStart = ahead;
  const now = (): number => real.now() + ahead;
  globalThis.Date = class extends Date {
    static override now = now;
    constructor(...args: [] | [number]) {
      if (args.length === 0) super(now());
      else super(...args);
    }
  } as DateConstructor;
  performance.now = monotonic;
  Object.assign(globalThis, functions);
  Object.assign(timers, functions);
  Object.assign(timersPromises, { setTimeout: sleep });
  syncBuiltinESMExports();
  subscribe('net.client.socket', message => {
    if (!(message instanceof Object && 'socket' in message && message.socket instanceof Socket)) return;
    const { socket } = message;
    sockets.set(socket, { read: 0, written: 0, waits: false });
    socket.once('close', () => sockets.delete(socket));
  });
  process.on('SIGUSR2', () => void jump());
}
