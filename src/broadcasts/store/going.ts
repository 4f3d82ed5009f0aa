import { toMillionths } from '../../kit/credits.ts';
import type { Store, Tx } from '../../kit/store/store.ts';
import type { Intent } from '../../texts/intent.ts';
import { insertIntent, newIntent } from '../../texts/store/accept.ts';
import { KEYS, readyAll, releaseHold } from '../../texts/store/key.ts';
import { INTENTS, outcomeId } from '../../texts/store/model.ts';
import { cancelled } from '../../texts/store/settle.ts';
import { addReport, changeText, type Making, tellOutcome } from '../../texts/store/telling.ts';
import { wentOf } from '../broadcast.ts';
import { BROADCASTS, type Broadcast, type Broadcasts, isUnderWay } from './model.ts';
import { cancelledRest, paused, resumed } from './rules.ts';
import { broadcastsOfTexts, park, unpark, waitingTexts } from './tally.ts';

/** These say that the SMS service holds the key. */
const HELD: readonly string[] = ['credits', 'key', 'suspended'];

type Going = Pick<Broadcasts, 'start' | 'pause' | 'resume' | 'cancel'>;

/** Null: there is none in this workspace, or it can't be read. */
export function ofWorkspace(tx: Tx, workspace: string, id: string): Broadcast | null {
  const [one] = tx.readable(BROADCASTS, [id]);
  return one?.workspace === workspace ? one : null;
}

/** Broadcasts start, pause, go on and are cancelled. */
export function createGoing(store: Store, newId: () => string): Going {
  return {
    start: (workspace, id, { by, now, creditLimit }) =>
      store.change(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (one?.state !== 'review' && one?.state !== 'approval') return null;
        const approval = one.state === 'approval' && one.approval ? { ...one.approval, by } : one.approval;
        const started = { ...resumed(one, now), approval, startedAt: now, creditLimit: limitOf(creditLimit) };
        return announced(tx, started, { newId, now, parent: broadcastsOfTexts });
      }),

    pause: (workspace, id, why, { by, now, until }) =>
      store.change(tx => {
        const one = ofWorkspace(tx, workspace, id);
        // Carried out later than it was said, it says nothing about what was said since.
        if (one?.state !== 'running' || one.changedAt > now) return null;
        park(tx, id, now);
        return putAndTell(tx, paused(one, why, { by, now, until }), {
          newId,
          now,
          parent: broadcastsOfTexts,
        });
      }),

    resume: (workspace, id, { now, creditLimit }) =>
      store.change(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (one?.state !== 'paused' || one.changedAt > now) return null;
        unpark(tx, id, now);
        const isHeld = HELD.includes(one.pause?.why ?? '');
        const key = isHeld && one.fingerprint !== null ? tx.get(KEYS, one.fingerprint) : null;
        if (key && key.held !== null) tx.put(KEYS, releaseHold(key, now));
        const limit = creditLimit === undefined ? one.creditLimit : limitOf(creditLimit);
        return putAndTell(
          tx,
          { ...resumed(one, now), creditLimit: limit },
          { newId, now, parent: broadcastsOfTexts },
        );
      }),

    cancel: (workspace, id, { by, now }) =>
      store.change(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (!one || !isUnderWay(one)) return null;
        const broadcast = cancelAll(tx, one, by, { newId, now, parent: broadcastsOfTexts });
        return {
          broadcast: putAndTell(tx, broadcast, { newId, now, parent: broadcastsOfTexts }),
          went: wentOf(broadcast.counts),
        };
      }),
  };
}

/** Its post has to say so. */
export function putAndTell(tx: Tx, one: Broadcast, making: Making): Broadcast {
  tx.put(BROADCASTS, one);
  const [intent] = tx.readable(INTENTS, [one.id]);
  if (intent) tellOutcome(tx, intent, making);
  return one;
}

/** The same from the moment that others hear of it: it has an intent, whose outcome is reported. */
export function announced(tx: Tx, one: Broadcast, making: Making): Broadcast {
  const { now } = making;
  const fresh = newIntent(intentOf(one), { dueAt: now, leasedBy: null });
  if (!insertIntent(tx, { ...fresh, state: 'planned' })) return putAndTell(tx, one, making);
  tx.put(BROADCASTS, one);
  addReport(tx, { id: outcomeId(one.id), kind: 'outcome', intentId: one.id }, now);
  return one;
}

/** It ends, and so does everything of it that waits. */
export function cancelAll(tx: Tx, one: Broadcast, by: string | null, making: Making): Broadcast {
  const { now } = making;
  tx.put(BROADCASTS, cancelledRest(one, by, now));
  const texts = waitingTexts(tx, one.id);
  for (const text of texts) changeText(tx, text, cancelled(text, now), making);
  readyAll(tx, new Set(texts.map(({ fingerprint }) => fingerprint)), now);
  return ofWorkspace(tx, one.workspace, one.id) ?? one;
}

const limitOf = (credits: Parameters<typeof toMillionths>[0] | null | undefined): number | null =>
  credits == null ? null : toMillionths(credits);

/** The intent that a broadcast's texts belong to. */
function intentOf({ id, workspace, ask, startedAt, at }: Broadcast): Intent {
  return {
    id,
    workspace,
    identity: `broadcast ${id}`,
    source: 'broadcast',
    of: null,
    actor: ask.by,
    to: [],
    message: ask.message,
    ...(ask.isTemplate ? { template: true } : {}),
    priority: 'bulk',
    confirmed: true,
    replyTo: {
      responseUrl: null,
      channel: ask.channel,
      userId: ask.by,
      threadTs: null,
      threadLink: null,
    },
    language: null,
    acceptedAt: startedAt ?? at,
  };
}
