import { EVENTS, INBOXES } from '../../kit/inbox/model.ts';
import type { AfterRestore } from '../../kit/store/restored.ts';
import type { Tx } from '../../kit/store/store.ts';
import { PACE } from '../pace.ts';
import { applyPlan } from './accept.ts';
import { KEYS, type KeyRecord } from './key.ts';
import { INTENTS, type IntentRecord, isPending, TEXTS, type TextRecord } from './model.ts';
import { withEvent } from './story-events.ts';
import { changeText, type StepDeps } from './text-changes.ts';

/*
 * The outbox of a restored backup. Whatever waited in it may have been sent since, so nothing of it is sent by itself: a text is
 * uncertain, and a person may send it again; a request is refused, and says why; a press or a call that wasn't handled yet was
 * handled long ago. What follows for people is reported as always.
 */

/** A text that waited or was being sent. Nobody knows whether it went out after the backup was made. */
export const asRestored = (text: TextRecord, now: number): TextRecord =>
  isPending(text)
    ? {
        ...text,
        state: 'uncertain',
        uncertain: 'restored',
        notBefore: now,
        settledAt: now,
        story: withEvent(text.story, { what: 'uncertain', at: now, why: 'restored' }),
      }
    : text;

/** The requests of the last minute aren't in the backup, so the key waits for a minute. */
export const withUnknownMinute = (key: KeyRecord, now: number): KeyRecord => ({
  ...key,
  blockedUntil: Math.max(key.blockedUntil, now + PACE.slotMs),
});

export const afterRestore =
  (deps: StepDeps): AfterRestore =>
  async ({ now, wall, each }) => {
    const ctx = { ...deps, now };
    const events = await each(EVENTS, (tx, { id }) => {
      tx.delete(EVENTS, id);
      return true;
    });
    await each(INBOXES, (tx, inbox) => {
      // Each looks at its state again, which may have nothing to do.
      tx.put(INBOXES, { ...inbox, dueAt: now, leasedBy: null, leasedUntil: 0, isSuspect: false });
      return true;
    });
    await each(KEYS, (tx, key) => {
      tx.put(KEYS, withUnknownMinute(key, now));
      return true;
    });
    const texts = await each(TEXTS, (tx, text) => {
      const after = asRestored(text, now);
      if (after === text) return false;
      changeText(tx, text, after, ctx);
      return true;
    });
    const intents = await each(INTENTS, (tx, record) => refuseIfOpen(tx, record, { ...ctx, wall }));
    return [
      ...(texts > 0 ? [`Texts that waited, and are uncertain now: ${texts}. People are told of each.`] : []),
      ...(intents > 0 ? [`Requests that waited, and are refused: ${intents}. People are told of each.`] : []),
      ...(events > 0 ? [`Presses and calls that waited, and are dropped: ${events}.`] : []),
    ];
  };

function refuseIfOpen(
  tx: Tx,
  record: IntentRecord,
  moment: StepDeps & { now: number; wall: number },
): boolean {
  if (record.state !== 'open') return false;
  const plan = { kind: 'refused', problem: { kind: 'RESTORED' }, omitted: record.omitted ?? [] } as const;
  applyPlan(tx, record, { ...plan, omitted: [...plan.omitted] }, { ...moment, owner: null, isNew: false });
  return true;
}
