import { createFeeder } from '../broadcasts/feeder.ts';
import type { Deliver } from '../sending/reporter.ts';
import type { Ground } from './ground.ts';
import type { Sending } from './sending.ts';
import type { Workspaces } from './workspaces.ts';

export type WiredBroadcasts = ReturnType<typeof wireBroadcasts>;

/** Texts to many people, one by one. */
export function wireBroadcasts(ground: Ground, workspaces: Workspaces, sending: Sending) {
  const { log, clock, storage } = ground;
  const { broadcasts } = storage;
  const { keys, settings } = workspaces;
  const feeder = createFeeder({
    ...{ broadcasts, keys, settings, clock, log },
    never: workspaces.neverText,
    hoursOf: async ({ workspace, ask }) =>
      ask.kind === 'promotional' ? (await settings.of(workspace)).promotionalHours : null,
    lapsed: () => undefined,
    wake: sending.wake,
    isShared: storage.reapEveryMs !== null,
  });
  /** Shows how far a broadcast is, and what it came to. */
  const deliver: Deliver = async () => ({ kind: 'dropped', why: 'nobody shows broadcasts yet' });
  return { feeder, deliver };
}
