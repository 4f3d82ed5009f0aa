import { tracingChannel } from 'node:diagnostics_channel';

/* Tracks whether Redis still owes this process an answer, by the client's own tracing channel. */

/** Commands without an answer yet. */
const unanswered = new Set<object>();
let isFrozen = false;

tracingChannel<string, object>('node-redis:command').subscribe({
  start: command => void unanswered.add(command),
  end: command => void ('error' in command && unanswered.delete(command)),
  asyncStart: () => undefined,
  asyncEnd: command => void unanswered.delete(command),
  error: () => undefined,
});

/** True if an answer from Redis is about to come. */
export const awaitsRedis = (): boolean => !isFrozen && unanswered.size > 0;

/** Called when a test stops a Redis, or lets it continue: tests don't wait for a stopped one. */
export function redisIsFrozen(isSo: boolean): void {
  isFrozen = isSo;
}
