import { machineTime } from '../clock.ts';
import type { World } from './world.ts';

// https://docs.slack.dev/interactivity/handling-user-interaction: a trigger expires three seconds after
// it is sent, and can be used once.
const TRIGGER_LIFE_MS = 3000;

export type TriggerProblem =
  | 'invalid_arguments'
  | 'expired_trigger_id'
  | 'exchanged_trigger_id'
  | 'invalid_trigger_id';

export interface Trigger {
  teamId: string;
  user: string;
  /** The view the person acted in, for `views.push`. */
  viewId?: string;
}

export interface Triggers {
  /** A new trigger id for what a person just did; `id` lets a test choose it. */
  issue(trigger: Trigger, id?: string): string;
  /** Exchanges a trigger id, or says why not in Slack's word. */
  exchange(id: string): Trigger | TriggerProblem;
}

export function createTriggers(world: World): Triggers {
  const issued = new Map<string, { trigger: Trigger; at: number; used: boolean }>();
  return {
    issue(trigger, id = world.ids.triggerId()) {
      issued.set(id, { trigger, at: machineTime(world.clock), used: false });
      return id;
    },
    exchange(id) {
      if (!/^\d+\.\d+\.[0-9a-f]+$/.test(id)) return 'invalid_arguments';
      const entry = issued.get(id);
      if (!entry) return 'invalid_trigger_id';
      if (entry.used) return 'exchanged_trigger_id';
      if (machineTime(world.clock) - entry.at > TRIGGER_LIFE_MS) return 'expired_trigger_id';
      entry.used = true;
      return entry.trigger;
    },
  };
}
