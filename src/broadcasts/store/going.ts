import { toMillionths } from '../../kit/credits.ts';
import type { Store, Tx } from '../../kit/store/store.ts';
import type { Intent } from '../../texts/intent.ts';
import { insertIntent, newIntent } from '../../texts/store/accept.ts';
import { KEYS, readyAll, releaseHold } from '../../texts/store/key.ts';
import { INTENTS, outcomeId } from '../../texts/store/model.ts';
import { cancelled } from '../../texts/store/settle.ts';
import { addReport, changeText, type Making, tellOutcome } from '../../texts/store/telling.ts';
import { MAX_ROWS } from '../../workspace/settings.ts';
import { APPROVAL_MS, wentOf } from '../broadcast.ts';
import {
  BROADCAST_LISTS,
  BROADCASTS,
  type Broadcast,
  type Broadcasts,
  CHUNKS,
  chunkId,
  isOver,
  isStarted,
  isText,
  isUnderWay,
  NO_COUNTS,
  noSize,
  withRows,
} from './model.ts';
import { cancelledRest, paused, resumed } from './rules.ts';
import { broadcastsOfTexts, listedOrAside, park, unpark, waitingTexts } from './tally.ts';

/** Rows that are stored together. */
const CHUNK = 25;
/** More than there are at a time. */
const MANY = 1000;

type Before = Pick<
  Broadcasts,
  'open' | 'addRows' | 'gathered' | 'askApproval' | 'approvalSaid' | 'drop' | 'lapse' | 'drafts'
>;

/** Broadcasts before they start. */
export function createBefore(store: Store, newId: () => string): Before {
  /** One that hasn't started comes to nothing. */
  const dropped = (
    one: Broadcast,
    why: NonNullable<Broadcast['dropped']>,
    { by, now, reason = null }: { by: string | null; now: number; reason?: string | null },
  ): Broadcast => ({
    ...one,
    state: 'dropped',
    dropped: why,
    endedAt: now,
    endedBy: by,
    approval: one.approval && { ...one.approval, reason },
  });

  /** Whether nobody goes on with one that hasn't started. */
  function hasLapsed(tx: Tx, one: Broadcast, now: number): boolean {
    if (one.state === 'gathering') return one.owner !== store.owner && !store.isAlive(tx, one.owner);
    return (one.approval?.askedAt ?? one.at) <= now - APPROVAL_MS;
  }

  return {
    open: given =>
      store.change(tx => {
        const there = tx.get(BROADCASTS, given.id);
        if (there) return { broadcast: there, isNew: false };
        const broadcast: Broadcast = {
          ...given,
          state: 'gathering',
          owner: store.owner,
          size: noSize(given.ask),
          next: 0,
          counts: NO_COUNTS,
          recent: '',
          creditLimit: null,
          fingerprint: null,
          unreachableSince: null,
          changedAt: given.at,
          pause: null,
          approval: null,
          startedAt: null,
          endedAt: null,
          endedBy: null,
          summary: null,
          dropped: null,
        };
        tx.put(BROADCASTS, broadcast);
        return { broadcast, isNew: true };
      }),

    addRows: (id, rows) =>
      store.change(tx => {
        const one = tx.get(BROADCASTS, id);
        if (one?.state !== 'gathering') return null;
        if (one.size.rows + rows.length > MAX_ROWS) throw new RangeError('A broadcast has no more rows');
        for (let offset = 0; offset < rows.length; offset += CHUNK) {
          const some = rows.slice(offset, offset + CHUNK);
          const from = one.size.rows + offset;
          const chunk = { broadcast: id, workspace: one.workspace, from, rows: some };
          tx.insert(CHUNKS, { id: chunkId(id, from, some.filter(isText).length), ...chunk });
        }
        const next = withRows(one, rows);
        tx.put(BROADCASTS, next);
        return next;
      }),

    gathered: id =>
      store.change(tx => {
        const one = tx.get(BROADCASTS, id);
        if (one?.state !== 'gathering') return null;
        const next: Broadcast = { ...one, state: 'review' };
        tx.put(BROADCASTS, next);
        return next;
      }),

    askApproval: (workspace, id, { now, channel }) =>
      store.change(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (one?.state !== 'review') return null;
        const next: Broadcast = {
          ...one,
          state: 'approval',
          approval: { askedAt: now, channel, by: null, reason: null, posts: [], said: 'nothing' },
        };
        return announced(tx, next, { newId, now, parent: broadcastsOfTexts });
      }),

    approvalSaid: (workspace, id, said) =>
      store.change(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (!one?.approval) return;
        const { posts } = one.approval;
        const more =
          typeof said === 'string'
            ? { said }
            : { posts: [...posts.filter(({ to }) => to !== said.to), said] };
        tx.put(BROADCASTS, { ...one, approval: { ...one.approval, ...more } });
      }),

    drop: (workspace, id, why, doing) =>
      store.change(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (!one || isStarted(one) || isOver(one)) return null;
        return putAndTell(tx, dropped(one, why, doing), { newId, now: doing.now, parent: broadcastsOfTexts });
      }),

    lapse: now =>
      store.change(tx => {
        const [found = []] = [BROADCAST_LISTS.before, BROADCAST_LISTS.going].map(list =>
          listedOrAside(tx, { list, limit: MANY }, now),
        );
        const lapsed: Broadcast[] = [];
        for (const one of found) {
          if (hasLapsed(tx, one, now)) lapsed.push(dropped(one, 'expired', { by: null, now }));
        }
        for (const one of lapsed) putAndTell(tx, one, { newId, now, parent: broadcastsOfTexts });
        return lapsed;
      }),

    drafts: workspace =>
      store.read(tx => {
        const found = tx.readable(BROADCASTS, {
          list: BROADCAST_LISTS.before,
          limit: MANY,
          reverse: true,
        });
        return found.filter(one => one.workspace === workspace);
      }),
  };
}

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
function putAndTell(tx: Tx, one: Broadcast, making: Making): Broadcast {
  tx.put(BROADCASTS, one);
  const [intent] = tx.readable(INTENTS, [one.id]);
  if (intent) tellOutcome(tx, intent, making);
  return one;
}

/** The same from the moment that others hear of it: it has an intent, whose outcome is reported. */
function announced(tx: Tx, one: Broadcast, making: Making): Broadcast {
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
    source: { feature: 'broadcasts', kind: 'broadcast', data: {} },
    rows: true,
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
