import type { AfterRestore } from '../../kit/store/restored.ts';
import { asRestored } from '../due.ts';
import { SCHEDULES } from './model.ts';

/** Runs that were due since the backup was made may have gone out: their authors decide. */
export const afterRestore: AfterRestore = async ({ wall, each }) => {
  const doubtful = await each(SCHEDULES, (tx, schedule) => {
    const after = asRestored(schedule, wall);
    if (after === schedule) return false;
    tx.put(SCHEDULES, after);
    return true;
  });
  return doubtful > 0
    ? [
        `Scheduled texts that were due since the backup was made: ${doubtful}. Their authors are asked whether to send them.`,
      ]
    : [];
};
