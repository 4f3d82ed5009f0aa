/**
 * Calls `judge` when what has come over the network by now was read. For deadlines: a process that was frozen, or busy,
 * finds its timers due before it has looked at its sockets, and must not call an answer missing that lies there.
 *
 * The event loop reads between the timers and the first turn; the second is for whoever asks from elsewhere than a timer.
 */
export function onceRead(judge: () => void): void {
  setImmediate(() => setImmediate(judge));
}
