import { expect, test } from 'vitest';
import { BROADCAST_STATES } from '../../../src/broadcasts/broadcast.ts';
import { asRestored } from '../../../src/broadcasts/store/after-restore.ts';
import type { BroadcastRecord } from '../../../src/broadcasts/store/model.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const AT = { now: NOW, wall: NOW };

test('a broadcast that could go on by itself waits for a person, whatever it was paused for; one that may have been approved since is dropped', () => {
  const until = { why: 'hours', by: null, at: 0, until: NOW + 1, post: null } as const;
  const after = BROADCAST_STATES.map(state => {
    const before = { state, startsAt: null, pause: state === 'paused' ? until : null } as BroadcastRecord;
    const { pause, state: now } = asRestored(before, AT);
    return [state, pause ? `${now}: ${pause.why}, ${pause.until}` : now];
  });
  expect(Object.fromEntries(after)).toEqual({
    gathering: 'gathering',
    review: 'dropped',
    approval: 'dropped',
    running: 'paused: restored, null',
    paused: 'paused: restored, null',
    ended: 'ended',
    dropped: 'dropped',
  });
});

test('a run that is to be approved and whose time is still to come can’t have gone, and is asked about as ever', () => {
  const run = (startsAt: number) =>
    asRestored({ state: 'approval', startsAt } as BroadcastRecord, AT).dropped;
  expect([run(NOW), run(NOW + 1)]).toEqual(['restored', undefined]);
});
