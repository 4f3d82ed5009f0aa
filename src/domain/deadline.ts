/**
 * Calls `judge` when what has come over the network by now was read. For deadlines: a process that was frozen, or busy,
 * finds its timers due before it has looked at its sockets, and must not call an answer missing that lies there.
 *
 * The event loop reads between the timers and the first turn; the second is for whoever asks from elsewhere than a timer.
 */
export function onceRead(judge: () => void): void {
  setImmediate(() => setImmediate(judge));
}

/** A signal for one request: aborts after `ms` milliseconds, when what has come by then was read. */
export function timeLimit(ms: number): AbortSignal {
  const stop = new AbortController();
  const abort = (): void => stop.abort(new DOMException('No answer in time', 'TimeoutError'));
  setTimeout(() => onceRead(abort), ms).unref();
  return stop.signal;
}
