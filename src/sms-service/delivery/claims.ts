import type { Clock } from '../clock.ts';
import type { Outgoing, Route } from '../routes/route.ts';
import type { Store } from '../store/index.ts';
import { nextStep } from './next-step.ts';
import type { Recorder } from './recorder.ts';
import { afterCrash, type Waiting } from './states.ts';

/** A submission that is recorded on disk as begun, and may leave. */
export interface Begun {
  route: Route;
  outgoing: Outgoing;
}

/** How long a text that can't go on now is put off while others can. */
const PUT_OFF_MS = 1_000;
/** More than there is room for, since some due texts may have to wait for another route. */
const SPARE = 50;
/**
 * For a text that its carrier has in full: only the carrier's answers make it due again, or remove it from the queue.
 */
export const NOT_BEFORE_ITS_ANSWERS = Number.MAX_SAFE_INTEGER;

/** Records what begins, many submissions in one transaction, before the first byte of any of them leaves. */
export function createClaims({
  store,
  clock,
  recorder,
  giveUpAfterMs,
  newIdentity,
}: {
  store: Store;
  clock: Clock;
  recorder: Recorder;
  giveUpAfterMs: number;
  newIdentity(): string;
}) {
  const { submissions } = store;

  /** Handles one text: begins it, puts it off, or ends it. Returns whether it had to stay as it is. */
  function advance(waiting: Waiting, routes: readonly Route[], begun: Begun[]): 'done' | 'stuck' {
    const { logId } = waiting.text;
    const now = clock.now();
    const step = nextStep(waiting, routes, { now, giveUpAfterMs, newIdentity });
    switch (step.kind) {
      case 'refused': {
        const refusedBy = [...waiting.refusedBy, step.by];
        submissions.postpone(logId, now, refusedBy);
        recorder.record(logId, [], step.why);
        return advance({ ...waiting, refusedBy }, routes, begun);
      }
      case 'end':
        if (step.submissions.length === 0) {
          const { reason } = submissions.progress(logId);
          recorder.fail(logId, reason ? `${step.why}: ${reason}` : step.why);
        } else recorder.record(logId, step.submissions, step.why);
        return 'done';
      case 'begin': {
        recorder.record(logId, step.submissions, null);
        const all = submissions.of(logId);
        const left = all.some(({ state }) => state === 'waiting');
        submissions.postpone(logId, left ? now : NOT_BEFORE_ITS_ANSWERS, waiting.refusedBy);
        for (const submission of step.submissions) {
          if (submission.state !== 'submitting') continue;
          begun.push({ route: step.route, outgoing: { ...waiting.text, submission, of: all.length } });
        }
        return left ? 'stuck' : 'done';
      }
      case 'wait':
        return 'stuck';
    }
  }

  return {
    /** What begins now. It has to be submitted, whatever happens. */
    claim(routes: readonly Route[]): Begun[] {
      const due = submissions.nextDue();
      if (due === null || due > clock.now()) return [];
      const begun: Begun[] = [];
      const reserved = (name: string) => begun.filter(({ route }) => route.name === name).length;
      const views = routes.map(route => ({ ...route, room: () => route.room() - reserved(route.name) }));
      const rooms = () => views.reduce((sum, route) => sum + route.room(), 0);
      recorder.transaction(() => {
        for (const waiting of submissions.due(clock.now(), rooms() + SPARE)) {
          const how = advance(waiting, views, begun);
          if (how === 'done') continue;
          if (rooms() === 0) break;
          submissions.postpone(waiting.text.logId, clock.now() + PUT_OFF_MS, waiting.refusedBy);
        }
      });
      return begun;
    },

    /** At startup: what a dead process was submitting becomes unknown, or is submitted again if that is safe. */
    afterCrash(routes: readonly Route[]): void {
      recorder.transaction(() => {
        const now = clock.now();
        for (const submission of submissions.underway()) {
          const route = routes.find(({ name }) => name === submission.route);
          const again = route?.knowsAgain(submission, now) ?? false;
          recorder.record(
            submission.logId,
            [afterCrash(submission, again)],
            'The service stopped before the answer',
          );
          const waiting = submissions.waiting(submission.logId);
          if (waiting) submissions.postpone(submission.logId, now, waiting.refusedBy);
        }
      });
    },
  };
}
