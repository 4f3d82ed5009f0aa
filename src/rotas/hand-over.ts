import { createHash } from 'node:crypto';
import { z } from 'zod';
import { keyOf, type Recipient } from '../texts/recipient.ts';
import { type OnCall, onCall, onSince, type Rota } from './rota.ts';

/** A hand-over that was missed for longer than this is not said any more: nobody is woken hours after the fact. */
export const LATE_MS = 3_600_000;
/** How many hand-overs are remembered. If a clock is set back, they come once more, and aren't said again. */
const REMEMBERED = 20;

export const stateSchema = z.object({
  /** Who was on call when we looked last, as a mark. */
  on: z.string(),
  /** The hand-overs that were said, the newest last. */
  said: z.array(z.string()),
  /** The one that is to be posted: when it was, as a time of day. */
  post: z.int().nullable(),
  /** How often Slack didn't take that post. */
  failures: z.int(),
});
export type HandOverState = z.infer<typeof stateSchema>;

/** `comes`: the hand-over that is to be said, by a name of its own; null: there is none. */
export type RotaLook = { state: HandOverState; now: OnCall; comes: { name: string; at: number } | null };

/**
 * Whether there was a hand-over since we looked last. It was when whoever is on call now came on; or when somebody changed
 * the rota, if that is why they are.
 *
 * @param before null: we look for the first time, and whoever is on call is no news
 */
export function lookAt(rota: Rota, before: HandOverState | null, at: number): RotaLook {
  const now = onCall(rota, at);
  const on = markOf(now.who);
  const state: HandOverState = { ...(before ?? { said: [], post: null, failures: 0 }), on };
  if (before === null || before.on === on) return { state, now, comes: null };
  const came = Math.max(onSince(rota, at) ?? 0, rota.changedAt);
  const name = `${came} ${on}`;
  if (at - came >= LATE_MS || state.said.includes(name)) return { state, now, comes: null };
  const said = [...state.said, name].slice(-REMEMBERED);
  return {
    state: { ...state, said, post: rota.channel === null ? null : came, failures: 0 },
    now,
    comes: { name, at: came },
  };
}

/** Tells people apart without keeping who they are: they may be forgotten. */
function markOf(who: Recipient | null): string {
  return who === null ? '-' : createHash('sha256').update(keyOf(who)).digest('base64url').slice(0, 16);
}
