import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { type Debugger, type InspectorNotification, Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { systemTime } from '../clock.ts';
import type { StorageChoice } from '../store/storage.ts';
import { writeStalled } from './file.ts';
import { type Handled, handledSchema } from './handling.ts';
import { ASK_CHANNEL, BEATEN, BEATS, DEBUGGED, type WatchdogData } from './watchdog.ts';

/* The thread that watches the main one; see watchdog.ts. */

/**
 * The time for the debugger to pause the main thread: on a very busy machine, listing a thousand scripts takes it seconds. A thread
 * that it can't pause has stalled outside our code. `END_MS`: the time for everything after that.
 */
const LOOK_MS = 15_000;
const END_MS = 10_000;
const MAX_FRAMES = 20;
const STOOD_STILL = 'the app stood still, so it ends here: whatever supervises it should start it again';

/** The main thread's position: names of functions and files, without values. Empty if it can't be paused. */
type Position = { stack: string[]; handled: Handled | null };
const UNKNOWN: Position = { stack: [], handled: null };

const { shared, beatMs, storage, line } = workerData as WatchdogData;

/**
 * `process.exit` would end only this thread, and `process.abort` may leave a core dump with secrets on disk. A supervisor sees a
 * signal, which isn't a clean exit.
 */
const end = (): void => void process.kill(process.pid, 'SIGKILL');

/** V8's debugger pauses a thread anywhere, even in a regular expression. Disconnecting the session resumes it. */
function positionOf(session: Session): Promise<Position> {
  const files = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => files.set(scriptId, url));
  const nameOf = ({ functionName, location }: Debugger.CallFrame): string =>
    `${functionName || '(anonymous)'} (${files.get(location.scriptId) || '?'}:${location.lineNumber + 1})`;
  return new Promise(resolve => {
    setTimeout(resolve, LOOK_MS, UNKNOWN);
    session.on('Debugger.paused', ({ params }: InspectorNotification<Debugger.PausedEventDataType>) => {
      const stack = params.callFrames.slice(0, MAX_FRAMES).map(nameOf);
      session.post('Runtime.evaluate', { expression: ASKING, returnByValue: true }, (_error, answer) => {
        const { data = null } = handledSchema.safeParse(answer?.result.value);
        resolve({ stack, handled: data });
      });
    });
    session.post('Debugger.enable', () => session.post('Debugger.pause'));
  });
}

/** Evaluated in the paused main thread, so that it sees the async context of the stalled code. */
const ASKING = `(() => {
  const asked = { handled: null };
  process.getBuiltinModule('node:diagnostics_channel').channel('${ASK_CHANNEL}').publish(asked);
  return asked.handled;
})()`;

const STDOUT = 1;

/** Writes straight to standard output, because a thread's log goes through the main thread. */
function say({ stack, handled }: Position): void {
  if (!line) return;
  const handling = handled && { kind: handled.kind, of: handled.of };
  const words = { level: 60, time: systemTime.wall(), ...line, stack, handling, msg: STOOD_STILL };
  try {
    writeSync(STDOUT, `${JSON.stringify(words)}\n`);
  } catch {
    // The log's reader is gone or too slow; ending the process is more important.
  }
}

async function note(choice: StorageChoice, handled: Handled): Promise<void> {
  const death = randomUUID();
  if (choice.kind === 'sqlite') return writeStalled(choice.dataDir, { death, handled });
  // Loaded only now, because a thread that only watches needs little memory.
  return (await import('./note-in-redis.ts')).noteInRedis(choice, handled, death);
}

async function stoodStill(beaten: number): Promise<void> {
  const session = new Session();
  session.connectToMainThread();
  const position = await positionOf(session);
  if (Atomics.load(shared, BEATEN) !== beaten) {
    session.disconnect();
    return watch();
  }
  setTimeout(end, END_MS);
  say(position);
  if (position.handled) await note(storage, position.handled).finally(end);
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
    // Without an inspector, the line can't name the position.
    stoodStill(beaten).catch(() => {
      say(UNKNOWN);
      end();
    });
  }, beatMs);
}

watch();
