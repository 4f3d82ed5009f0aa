import { tracingChannel } from 'node:diagnostics_channel';

/* Whether Redis still owes this process an answer, by the client's own channel, which others use for tracing. */

/** Commands that no Redis has answered yet. */
const unanswered = new Set<object>();
let isFrozen = false;

tracingChannel<string, object>('node-redis:command').subscribe({
  start: command => void unanswered.add(command),
  end: command => void ('error' in command && unanswered.delete(command)),
  asyncStart: () => undefined,
  asyncEnd: command => void unanswered.delete(command),
  error: () => undefined,
});

/** Whether an answer of a Redis is about to come to this process. */
export const awaitsRedis = (): boolean => !isFrozen && unanswered.size > 0;

/** A test stops a Redis, or lets it go on: nobody waits for what it owes meanwhile. */
export function redisIsFrozen(isSo: boolean): void {
  isFrozen = isSo;
}
