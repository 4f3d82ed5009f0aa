import type { Posted } from './posting.ts';

/** The result of one attempt to tell Slack. */
export type Delivery =
  /** Slack has it. `viaResponseUrl`: it used one of the five posts of the intent's `response_url`. */
  | { kind: 'posted'; viaResponseUrl: boolean }
  /** All is well, and nobody has to be told. */
  | { kind: 'nothing' }
  /** It could not be said, or there is nobody to say it to (the app was removed). */
  | { kind: 'dropped'; why: string }
  /** Slack has it as it stands, and there will be more to say: look again after so long, if nothing changes before. */
  | { kind: 'unfinished'; againMs: number }
  /** Slack is away or asks us to wait: `afterMs` if it said how long. */
  | { kind: 'later'; afterMs: number | null };

/** One that ended somehow, for metrics. */
export type Delivered = Exclude<Delivery, { kind: 'unfinished' }>;

/** The app can't post there, but it can still write to the person. */
export const NOT_THERE: ReadonlySet<string> = new Set([
  'not_in_channel',
  'channel_not_found',
  'is_archived',
  'restricted_action',
  'thread_not_found',
  'cannot_reply_to_message',
]);

/** The result of a post, for the reporter. */
export function deliveryOf(posted: Posted): Delivery {
  if (posted.kind === 'ok') return { kind: 'posted', viaResponseUrl: false };
  if (posted.kind === 'away') return { kind: 'later', afterMs: posted.afterMs };
  return { kind: 'dropped', why: `Slack refused it: ${posted.error}` };
}
