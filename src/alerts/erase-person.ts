import type { Eraser } from '../contacts/erasure-worker.ts';
import type { KnownNumbers } from '../workspace/people.ts';
import type { Alerts } from './alerts.ts';

/** Removes a person from hooks and pages, forgets how they want to be called, drops the words of all hooks' recent calls, and reports hooks that text nobody any more. */
export const createAlertEraser =
  ({
    hooks,
    pages,
    calls,
    callings,
    teammates,
    peopleRemoved,
  }: Pick<Alerts, 'hooks' | 'pages' | 'calls' | 'callings' | 'peopleRemoved'> & {
    teammates: KnownNumbers;
  }): Eraser =>
  async job => {
    const { workspace, by, number } = job;
    // Their pending calls go with their choice.
    const userId = (await teammates.numbers(workspace)).get(number);
    if (userId !== undefined) await callings.forget(workspace, userId);
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
