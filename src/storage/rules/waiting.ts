import { UNTOLD_MS } from '../../domain/pace.ts';
import type { WaitReason } from '../../domain/text.ts';
import type { KeyRecord } from '../tables/key.ts';
import type { TextRecord } from '../tables/text.ts';

/** Why a text can't go now, and until when if that is known. */
export type Wait = { why: WaitReason; until: number | null };

/**
 * What to tell a person whose text waits; null: nothing yet, because it goes soon.
 *
 * @param quietUntil nothing is claimed before this time, because the store came back
 */
export function waitToTell(text: TextRecord, key: KeyRecord, quietUntil: number, now: number): Wait | null {
  if (key.held !== null) return { why: key.held, until: null };
  const until = Math.max(text.notBefore, key.blockedUntil, key.unanswered ? 0 : (key.readyAt ?? 0));
  const isSoon = Math.max(until, quietUntil) <= now + UNTOLD_MS;
  if (isSoon && text.createdAt > now - UNTOLD_MS) return null;
  if (quietUntil > now && quietUntil > until) return { why: 'STORE_RESTARTED', until: quietUntil };
  return key.unanswered && until <= now ? { why: 'UNANSWERED', until: null } : { why: 'PACE', until };
}
