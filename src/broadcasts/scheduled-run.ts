import type { Clock } from '../kit/clock.ts';
import type { ScheduleNews } from '../schedules/schedule.ts';
import type { MakeRun } from '../schedules/scheduler.ts';
import type { Schedules } from '../schedules/store/store.ts';
import { requestSchema } from './broadcast.ts';
import type { BroadcastService } from './service.ts';

/**
 * Makes a schedule's run, at its time, or ahead of it if a second person has to approve it: then its rows are fixed, and it asks. A
 * process that repeats a run because another process died finds the same broadcast, which
 * starts only once.
 */
export function createMakeRun(deps: {
  schedules: Pick<Schedules, 'regather' | 'gathered' | 'made' | 'putBack'>;
  broadcasts: Pick<BroadcastService, 'open' | 'gather' | 'review' | 'start' | 'drop'>;
  clock: Pick<Clock, 'wall'>;
}): MakeRun {
  const { schedules, broadcasts, clock } = deps;

  return async ({ id, workspace, by, content, runInProgress }) => {
    if (!runInProgress || content.kind !== 'broadcast') return 'made';
    const { broadcast, local, at: startsAt } = runInProgress;
    const isAhead = startsAt > clock.wall();
    const putBack = async () => {
      await broadcasts.drop(workspace, broadcast, by);
      await schedules.putBack(id, broadcast);
      return 'made' as const;
    };
    const refused = async (problem: Extract<ScheduleNews, { kind: 'refused' }>['problem']) => {
      if (problem.kind === 'SLACK_AWAY') return 'later' as const;
      // What speaks against it may be over by its time.
      if (isAhead) return putBack();
      await schedules.made(id, broadcast, { texts: null, news: { kind: 'refused', local, problem } });
      return 'made' as const;
    };

    const request = requestSchema.safeParse(content.request);
    if (!request.success) return refused({ kind: 'UNEXPECTED' });
    const { broadcast: opened, isNew } = await broadcasts.open(workspace, request.data, {
      id: broadcast,
      schedule: id,
      startsAt,
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
    // Otherwise its recipients are looked up at its time.
    if (isAhead && (!review?.needsApproval || review.problem)) return putBack();
    const started = await broadcasts.start(workspace, broadcast, by);
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
      awaits: started.state === 'approval',
    };
    const isSaid = texts !== came.before || came.unaffordable > 0 || came.awaits;
    await schedules.made(id, broadcast, { texts, news: isSaid ? { kind: 'began', local, ...came } : null });
    return 'made';
  };
}
