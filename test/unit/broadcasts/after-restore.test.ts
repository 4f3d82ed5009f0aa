import { expect, test } from 'vitest';
import { BROADCAST_STATES } from '../../../src/broadcasts/broadcast.ts';
import { asRestored } from '../../../src/broadcasts/store/after-restore.ts';
import type { BroadcastRecord } from '../../../src/broadcasts/store/model.ts';

const NOW = Date.UTC(2026, 10, 21, 9);

test('a broadcast that could go on by itself waits for a person, whatever it was paused for', () => {
  const until = { why: 'hours', by: null, at: 0, until: NOW + 1, post: null } as const;
  const after = BROADCAST_STATES.map(state => {
    const before = { state, pause: state === 'paused' ? until : null } as BroadcastRecord;
    const { pause, state: now } = asRestored(before, NOW);
    return [state, pause ? `${now}: ${pause.why}, ${pause.until}` : now];
  });
  expect(Object.fromEntries(after)).toEqual({
    gathering: 'gathering',
    review: 'review',
    approval: 'approval',
    running: 'paused: restored, null',
    paused: 'paused: restored, null',
    ended: 'ended',
    dropped: 'dropped',
  });
});
