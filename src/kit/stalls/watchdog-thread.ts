import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { type Debugger, type InspectorNotification, Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { systemTime } from '../clock.ts';
import type { StorageChoice } from '../store/storage.ts';
import { writeStalled } from './file.ts';
import { type Handled, handledSchema } from './handling.ts';
import { ASK_CHANNEL, BEATEN, BEATS, DEBUGGED, type WatchdogGiven } from './watchdog.ts';

/* The thread that watches the main one; see watchdog.ts. */

/**
 * How long the main thread may take to be stopped, and then all that is done until the end. Whoever isn't stopped stands still
 * in no code of ours; but on a machine that is very busy, it takes seconds to list a thousand scripts to the debugger.
 */
const LOOK_MS = 15_000;
const END_MS = 10_000;
const MOST_FRAMES = 20;
const STOOD_STILL = 'the app stood still, so it ends here: whatever supervises it should start it again';

/** Where the main thread stands, as far as it can be stopped: names of functions and files, and no values. */
type Stand = { stack: string[]; handled: Handled | null };
const NOBODY_KNOWS: Stand = { stack: [], handled: null };

const { shared, beatMs, storage, line } = workerData as WatchdogGiven;

/**
 * From here `process.exit` would end only this thread. And no `process.abort()`: what it leaves of the memory on disk has
 * the secrets in it. A supervisor sees a signal, which is no clean end.
 */
const end = (): void => void process.kill(process.pid, 'SIGKILL');

/** The debugger of V8 stops a thread wherever it is, in a regular expression too. It is let go when the session ends. */
function standOf(session: Session): Promise<Stand> {
  const files = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => files.set(scriptId, url));
  const nameOf = ({ functionName, location }: Debugger.CallFrame): string =>
    `${functionName || '(anonymous)'} (${files.get(location.scriptId) || '?'}:${location.lineNumber + 1})`;
  return new Promise(resolve => {
    setTimeout(resolve, LOOK_MS, NOBODY_KNOWS);
    session.on('Debugger.paused', ({ params }: InspectorNotification<Debugger.PausedEventDataType>) => {
      const stack = params.callFrames.slice(0, MOST_FRAMES).map(nameOf);
      session.post('Runtime.evaluate', { expression: ASKING, returnByValue: true }, (_error, answer) => {
        const { data = null } = handledSchema.safeParse(answer?.result.value);
        resolve({ stack, handled: data });
      });
    });
    session.post('Debugger.enable', () => session.post('Debugger.pause'));
  });
}

/** Evaluated in the main thread, in whatever name it runs at that moment. */
const ASKING = `(() => {
  const asked = { handled: null };
  process.getBuiltinModule('node:diagnostics_channel').channel('${ASK_CHANNEL}').publish(asked);
  return asked.handled;
})()`;

const STDOUT = 1;

/** Straight to the stream: what a thread logs otherwise goes through the main one. */
function say({ stack, handled }: Stand): void {
  if (!line) return;
  const handling = handled && { kind: handled.kind, of: handled.of };
  const words = { level: 60, time: systemTime.wall(), ...line, stack, handling, msg: STOOD_STILL };
  try {
    writeSync(STDOUT, `${JSON.stringify(words)}\n`);
  } catch {
    // Nobody reads the log, or not fast enough; the end is more important.
  }
}

async function note(choice: StorageChoice, handled: Handled): Promise<void> {
  const death = randomUUID();
  if (choice.kind === 'sqlite') return writeStalled(choice.dataDir, { death, handled });
  // Loaded only now: a thread that only watches needs little memory.
  return (await import('./note-in-redis.ts')).noteInRedis(choice, handled, death);
}

async function stoodStill(beaten: number): Promise<void> {
  const session = new Session();
  session.connectToMainThread();
  const stand = await standOf(session);
  if (Atomics.load(shared, BEATEN) !== beaten) {
    session.disconnect();
    return watch();
  }
  setTimeout(end, END_MS);
  say(stand);
  if (stand.handled) await note(storage, stand.handled).finally(end);
  end();
}

function watch(): void {
  let [last, missing] = [Atomics.load(shared, BEATEN), 0];
  const timer = setInterval(() => {
    const beaten = Atomics.load(shared, BEATEN);
    missing = beaten === last && Atomics.load(shared, DEBUGGED) === 0 ? missing + 1 : 0;
    last = beaten;
    if (missing < BEATS) return;
    clearInterval(timer);
    // Without an inspector the line says no more than that.
    stoodStill(beaten).catch(() => {
      say(NOBODY_KNOWS);
      end();
    });
  }, beatMs);
}

watch();
