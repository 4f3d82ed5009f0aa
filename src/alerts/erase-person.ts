import type { Eraser } from '../contacts/erasure-worker.ts';
import type { Alerts } from './alerts.ts';

/** Removes a person from hooks and from what is shown of their calls, and tells admins of hooks that nobody is left in. */
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
