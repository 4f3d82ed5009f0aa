import type { Clock } from '../kit/clock.ts';
import type { Problem } from '../kit/problem.ts';
import type { Text } from '../texts/text.ts';
import { type Hours, promotionalAt } from '../workspace/promotional-hours.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { Broadcast, Broadcasts } from './store/model.ts';

/** When promotional texts go. Both are asked each time: admins may change the hours, and somebody may set the clock. */
export type PromotionalHours = {
  /** When a broadcast's texts may go; null: at any time. */
  hoursOf(one: Pick<Broadcast, 'workspace' | 'ask'>): Promise<Hours | null>;
  /**
   * Until when (a time of day) a promotional text may go. Null: not now, and its broadcast pauses; a problem: not now, and it
   * is one that somebody sent again by itself.
   */
  closesAt(text: Pick<Text, 'workspace' | 'intentId'>): Promise<number | Problem | null>;
};

export function createPromotionalHours(parts: {
  broadcasts: Pick<Broadcasts, 'one' | 'pause'>;
  settings: Pick<SettingsOf, 'of'>;
  clock: Clock;
}): PromotionalHours {
  const { broadcasts, settings, clock } = parts;
  const hoursIn = async (workspace: string) => (await settings.of(workspace)).promotionalHours;
  return {
    hoursOf: async ({ workspace, ask }) => (ask.kind === 'promotional' ? hoursIn(workspace) : null),

    async closesAt({ workspace, intentId }) {
      const hours = await hoursIn(workspace);
      const wall = clock.wall();
      const { open, until } = promotionalAt(hours, wall);
      if (open) return until;
      if (!(await broadcasts.one(workspace, intentId))) return { kind: 'OUT_OF_HOURS', ...hours };
      await broadcasts.pause(workspace, intentId, 'hours', { by: null, now: clock.now(), wall, until });
      return null;
    },
  };
}
