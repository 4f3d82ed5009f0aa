import type { Eraser } from '../contacts/erasure-worker.ts';
import type { Alerts } from './alerts.ts';

/** Removes a person from hooks and pages, drops the words of all hooks' recent calls, and reports hooks that text nobody any more. */
export const createAlertEraser =
  ({
    hooks,
    pages,
    calls,
    peopleRemoved,
  }: Pick<Alerts, 'hooks' | 'pages' | 'calls' | 'peopleRemoved'>): Eraser =>
  async job => {
    const { workspace, by } = job;
    const changed = await hooks.leaveOut(workspace, by, job);
    await pages.leaveOut(workspace, job);
    const remembered = await hooks.remembered(workspace);
    await calls.forgetWords(
      workspace,
      remembered.map(({ id }) => id),
    );
    await peopleRemoved(workspace, { erased: job, changed });
    return changed;
  };
