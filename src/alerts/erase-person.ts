import type { Eraser } from '../contacts/erasure-worker.ts';
import type { Alerts } from './alerts.ts';

/** Removes a person from hooks, drops the words of all hooks' recent calls, and reports hooks that text nobody any more. */
export const createAlertEraser =
  ({ hooks, calls, peopleRemoved }: Pick<Alerts, 'hooks' | 'calls' | 'peopleRemoved'>): Eraser =>
  async job => {
    const { workspace, by } = job;
    const changed = await hooks.leaveOut(workspace, by, job);
    const remembered = await hooks.remembered(workspace);
    await calls.forgetWords(
      workspace,
      remembered.map(({ id }) => id),
    );
    await peopleRemoved(workspace, { erased: job, changed });
    return changed;
  };
