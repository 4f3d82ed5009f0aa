import type { ScheduleNews } from '../schedules/schedule.ts';
import type { MakeRun } from '../schedules/scheduler.ts';
import type { Schedules } from '../schedules/store/store.ts';
import { requestSchema } from './broadcast.ts';
import type { BroadcastService } from './service.ts';

/**
 * Makes a schedule's run. A process that repeats a run because another process died finds the same broadcast, which
 * starts only once.
 */
export function createMakeRun(deps: {
  schedules: Pick<Schedules, 'regather' | 'gathered' | 'made'>;
  broadcasts: Pick<BroadcastService, 'open' | 'gather' | 'review' | 'start' | 'drop'>;
}): MakeRun {
  const { schedules, broadcasts } = deps;

  return async ({ id, workspace, by, content, runInProgress, approval }) => {
    if (!runInProgress || content.kind !== 'broadcast') return 'made';
    const { broadcast, local } = runInProgress;
    const refused = async (problem: Extract<ScheduleNews, { kind: 'refused' }>['problem']) => {
      if (problem.kind === 'SLACK_AWAY') return 'later' as const;
      await schedules.made(id, broadcast, { texts: null, news: { kind: 'refused', local, problem } });
      return 'made' as const;
    };

    const request = requestSchema.safeParse(content.request);
    if (!request.success) return refused({ kind: 'UNEXPECTED' });
    const { broadcast: opened, isNew } = await broadcasts.open(workspace, request.data, {
      id: broadcast,
      schedule: id,
    });
    if (!runInProgress.isGathered) {
      // The process that made the rows has died, and its progress is unknown.
      const isStale = !isNew && (opened.state === 'gathering' || opened.state === 'dropped');
      if (isStale) {
        await broadcasts.drop(workspace, broadcast, by);
        await schedules.regather(id, broadcast);
        return 'made';
      }
      if (isNew) {
        const gathered = await broadcasts.gather(opened);
        if (!gathered.ok) return refused(gathered.problem);
      }
      if (!(await schedules.gathered(id, broadcast))) {
        await broadcasts.drop(workspace, broadcast, by);
        return 'made';
      }
    }
    const review = await broadcasts.review(workspace, broadcast);
    const started = await broadcasts.start(workspace, broadcast, by, approval?.by);
    if (!('size' in started)) {
      if (started.kind !== 'SLACK_AWAY') await broadcasts.drop(workspace, broadcast, by);
      return refused(started);
    }
    // A user has cancelled the schedule meanwhile.
    if (started.state === 'review') {
      await broadcasts.drop(workspace, broadcast, by);
      return 'made';
    }
    const { texts } = started.size;
    const affordable = review?.affordable ?? null;
    const came = {
      texts,
      before: content.texts,
      unaffordable: affordable === null ? 0 : Math.max(0, texts - affordable),
      approved: approval?.texts ?? null,
      awaits: started.state === 'approval',
    };
    const isMore = came.approved !== null && texts > came.approved;
    const isSaid = texts !== came.before || came.unaffordable > 0 || came.awaits || isMore;
    await schedules.made(id, broadcast, { texts, news: isSaid ? { kind: 'began', local, ...came } : null });
    return 'made';
  };
}
