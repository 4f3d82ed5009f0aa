import type { Clock } from '../../kit/clock.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';
import type { Settings, SettingsOf } from '../../workspace/settings.ts';
import type { Queue } from '../store/queue.ts';
import type { Deliver } from './reporter.ts';

/**
 * Checks the balance before a result is reported, so that whoever manages the workspace and whoever linked its key hear in
 * time that credits are running out. If a report is retried, it checks again, and nobody is told twice.
 */
export function watchingBalance(
  deliver: Deliver,
  parts: {
    queue: Queue;
    keys: LinkedKeys;
    settings: SettingsOf;
    clock: Clock;
    /** Called when there are warnings to tell. */
    warned: () => void;
  },
): Deliver {
  const { queue, keys, settings, clock, warned } = parts;

  async function look(
    intent: { id: string; workspace: string },
    { lowBalance: below, managers }: Settings,
  ): Promise<void> {
    const key = below === null ? null : await keys.linked(intent.workspace);
    if (below === null || !key) return;
    const readers = [...new Set([key.linkedBy, ...managers])];
    if (await queue.warnLow(intent, { fingerprint: key.fingerprint, below, readers }, clock.now())) warned();
  }

  return async report => {
    const { kind, text, intent } = report;
    const isSpent = kind === 'outcome' || (kind === 'result' && text?.state === 'sent');
    const rules = isSpent ? await settings.shown(intent.workspace) : undefined;
    if (rules) await look(intent, rules);
    return deliver(report, rules);
  };
}
