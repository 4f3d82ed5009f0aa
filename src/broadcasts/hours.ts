import type { Clock } from '../domain/clock.ts';
import type { Problem } from '../domain/problem.ts';
import { type Hours, promotionalAt } from '../domain/promotional-hours.ts';
import type { Text } from '../domain/text.ts';
import type { Broadcast, Broadcasts } from '../storage/broadcasts/model.ts';
import type { SettingsOf } from '../workspaces/settings.ts';

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
