import { expect, test } from 'vitest';
import type { Estimate } from '../../../src/broadcasts/estimate.ts';
import { createMakeRun } from '../../../src/broadcasts/scheduled-run.ts';
import type { Broadcast } from '../../../src/broadcasts/store/model.ts';
import type { Schedule } from '../../../src/schedules/schedule.ts';
import { broadcastWith } from '../../support/broadcasts.ts';

const ASK = broadcastWith().request;
const LOCAL = '2026-11-22T09:00';

const scheduleWith = (making: Partial<NonNullable<Schedule['runInProgress']>> = {}): Schedule => ({
  id: 's',
  workspace: 'T1',
  by: 'U1',
  content: { kind: 'broadcast', request: ASK, texts: 3 },
  notices: [],
  when: { start: LOCAL, zone: 'Asia/Dhaka', repeat: 'daily', until: null, times: null, skipsHolidays: false },
  next: null,
  missedRun: null,
  lookedAhead: null,
  madeAt: 0,
  runInProgress: {
    index: 0,
    at: 0,
    local: LOCAL,
    broadcast: 'b1',
    isGathered: false,
    owner: 'p1',
    ...making,
  },
});

/** The steps taken, in order, for a stored broadcast in this state. */
async function stepsFor(
  stored: { state: Broadcast['state']; isNew: boolean },
  { schedule = scheduleWith(), isOurs = true, rows = 3, isSilent = false, needsApproval = false } = {},
): Promise<string[]> {
  const done: string[] = [];
  const broadcast = broadcastWith({ state: stored.state, rows });
  const makeRun = createMakeRun({
    schedules: {
      regather: async () => void done.push('regather'),
      async gathered() {
        done.push('gathered');
        return isOurs;
      },
      putBack: async () => void done.push('put back'),
      made: async (_id, _broadcast, { news }) => void done.push(news ? `made, ${news.kind} is said` : 'made'),
    },
    broadcasts: {
      open: async () => ({ broadcast: broadcast, isNew: stored.isNew }),
      async gather() {
        done.push('gather');
        if (isSilent) return { ok: false, problem: { kind: 'SLACK_AWAY' } };
        return { ok: true, broadcast: broadcast };
      },
      review: async () =>
        ({ needsApproval, problem: null, affordable: null }) as Partial<Estimate> as Estimate,
      async start() {
        done.push('start');
        if (isSilent) return { kind: 'SLACK_AWAY' };
        return { ...broadcast, state: needsApproval ? 'approval' : 'running' };
      },
      drop: async () => void done.push('drop'),
    },
    clock: { wall: () => 0 },
  });
  const how = await makeRun(schedule);
  return how === 'later' ? [...done, how] : done;
}

test('a run gathers its rows, then starts, and reports what differs', async () => {
  const fresh = { state: 'gathering', isNew: true } as const;
  expect(await stepsFor(fresh)).toEqual(['gather', 'gathered', 'start', 'made']);
  expect(await stepsFor(fresh, { rows: 4 })).toEqual(['gather', 'gathered', 'start', 'made, began is said']);
});

test('ahead of its time a run only asks for an approval; otherwise it is left for its time, whatever speaks against it', async () => {
  const fresh = { state: 'gathering', isNew: true } as const;
  const schedule = scheduleWith({ at: 1 });
  const asks = ['gather', 'gathered', 'start', 'made, began is said'];
  expect(await stepsFor(fresh, { schedule, needsApproval: true })).toEqual(asks);
  expect(await stepsFor(fresh, { schedule })).toEqual(['gather', 'gathered', 'drop', 'put back']);
});

test('while Slack doesn’t say whether the author may send, the run is tried again instead of refused', async () => {
  const fresh = { state: 'gathering', isNew: true } as const;
  expect(await stepsFor(fresh, { isSilent: true })).toEqual(['gather', 'later']);
  const inReview = { state: 'review', isNew: false } as const;
  const schedule = scheduleWith({ isGathered: true });
  expect(await stepsFor(inReview, { schedule, isSilent: true })).toEqual(['start', 'later']);
});

test('rows that were gathered in part are gathered again; a process that lost its lease starts nothing', async () => {
  expect(await stepsFor({ state: 'gathering', isNew: false })).toEqual(['drop', 'regather']);
  expect(await stepsFor({ state: 'dropped', isNew: false })).toEqual(['drop', 'regather']);
  expect(await stepsFor({ state: 'gathering', isNew: true }, { isOurs: false })).toEqual([
    'gather',
    'gathered',
    'drop',
  ]);
});

test('a run whose process died after gathering its rows, or after starting, continues from there', async () => {
  expect(await stepsFor({ state: 'review', isNew: false })).toEqual(['gathered', 'start', 'made']);
  const schedule = scheduleWith({ isGathered: true });
  expect(await stepsFor({ state: 'running', isNew: false }, { schedule })).toEqual(['start', 'made']);
});

test('a schedule whose content no broadcast can be made of is refused with a reason', async () => {
  const schedule = scheduleWith();
  const content = { kind: 'broadcast', request: { ...ASK, kind: 'of another version' }, texts: 3 } as const;
  expect(
    await stepsFor({ state: 'gathering', isNew: true }, { schedule: { ...schedule, content: content } }),
  ).toEqual(['made, refused is said']);
});
