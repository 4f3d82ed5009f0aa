import type { BroadcastCounts, BroadcastRequest } from '../../src/broadcasts/broadcast.ts';
import { type Broadcast, NO_COUNTS, type RowOutcome } from '../../src/broadcasts/store/model.ts';
import type { LocalNumber } from '../../src/kit/number.ts';

export const WALL = Date.parse('2026-11-22T09:00:00Z');

export const ASK: BroadcastRequest = {
  to: [{ feature: 'contacts', kind: 'group', data: { id: 'g1', label: 'farmers', many: true } }],
  message: 'Come on Monday',
  isTemplate: false,
  kind: 'service',
  channel: 'C1',
  by: 'U1',
};

/** A stored broadcast with these changes. */
export function broadcastWith(
  changes: Partial<Omit<Broadcast, 'counts' | 'size'>> & {
    counts?: Partial<BroadcastCounts>;
    rows?: number;
  } = {},
): Broadcast {
  const { counts, rows = 2000, ...more } = changes;
  return {
    id: 'b1',
    workspace: 'T1',
    request: ASK,
    state: 'running',
    at: 0,
    wall: WALL,
    owner: 'p1',
    repeatOf: null,
    schedule: null,
    startsAt: null,
    size: {
      rows,
      texts: rows,
      parts: rows,
      byParts: { 1: rows },
      leftOut: {},
      longest: null,
      samples: [],
    },
    next: 0,
    counts: { ...NO_COUNTS, ...counts },
    recent: '',
    creditLimit: null,
    fingerprint: null,
    changedAt: 0,
    unreachableSince: null,
    pause: null,
    pauseNotice: null,
    approval: null,
    startedAt: 0,
    endedAt: null,
    endedBy: null,
    summary: null,
    dropped: null,
    ...more,
  };
}

/** The outcome of a row. */
export function rowWith(index: number, changes: Partial<RowOutcome> = {}): RowOutcome {
  return {
    index,
    recipient: { feature: 'contacts', kind: 'contact', data: { id: `c${index}`, label: `Person ${index}` } },
    name: `Person ${index}`,
    number: `018${String(index).padStart(8, '0')}` as LocalNumber,
    message: 'Come on Monday',
    parts: 1,
    problem: null,
    text: null,
    isSentAgain: false,
    ...changes,
  };
}

export function textOf(
  changes: Partial<NonNullable<RowOutcome['text']>> = {},
): NonNullable<RowOutcome['text']> {
  return {
    id: 't1',
    state: 'sent',
    logId: '7',
    cost: '0.35' as never,
    problem: null,
    uncertain: null,
    byWord: null,
    settledAt: 0,
    parts: 1,
    ...changes,
  };
}
