import { describe, expect, test } from 'vitest';
import type { BroadcastRequest } from '../../../src/broadcasts/broadcast.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { localTimeAt } from '../../../src/kit/time-zone.ts';
import { MAX_SCHEDULES, type Schedule, type Scheduled, type When } from '../../../src/schedules/schedule.ts';
import { ASK as ANY_ASK } from '../../support/broadcasts.ts';
import { rowOf } from './broadcast-rig.ts';
import { DAMAGES } from './damage.ts';
import { type Engine, MINUTE, Rig, WORKSPACE } from './rig.ts';

const NO_HOLIDAYS: ReadonlyMap<number, string> = new Map();

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RANU = '01712345678' as LocalNumber;
const SHIRIN = '01812345678' as LocalNumber;
const ASK: BroadcastRequest = { ...ANY_ASK, to: [{ kind: 'number', number: RANU }] };
const ZONE = 'Asia/Dhaka';
/** 09:00 in Bangladesh. Tests pass times of day to the store, whatever its own clock says. */
const NINE = Date.UTC(2026, 10, 21, 3);

export function describeSchedules(engine: Engine): void {
  describe('schedules', () => {
    const text = (message = 'Good morning', ...to: LocalNumber[]): Scheduled => ({
      kind: 'text',
      to: (to.length > 0 ? to : [RANU]).map(number => ({ kind: 'number', number })),
      message,
      template: null,
      replyTo: { responseUrl: null, channel: 'C1', userId: 'U1', threadTs: null, threadLink: null },
    });
    const at = (start: number, more: Partial<When> = {}): When => ({
      start: localTimeAt(start, ZONE),
      zone: ZONE,
      repeat: null,
      until: null,
      times: null,
      skipsHolidays: false,
      ...more,
    });
    const daily = (start = NINE) => at(start, { repeat: 'daily' });

    async function makeSchedule(
      rig: Rig,
      when: When,
      { id = 'one', content = text(), workspace = WORKSPACE } = {},
    ) {
      const schedule = { id, workspace, by: 'U1', idempotencyKey: `form of ${id}`, content, when };
      return rig.storage.schedules.make(schedule, NINE - HOUR, rig.now);
    }
    /** Runs everything due at this time of day; returns the results, by schedule. */
    async function run(rig: Rig, wall: number) {
      const { schedules } = rig.storage;
      const { due } = await schedules.due(wall, rig.now, 99);
      const results: string[] = [];
      for (const { id } of due)
        results.push(
          `${id}: ${await schedules.run(id, { wall, now: rig.now, lateMs: HOUR, holidays: NO_HOLIDAYS })}`,
        );
      return results.sort();
    }
    const opened = async (rig: Rig) =>
      (await rig.storage.intents.leaseOpen(rig.now + HOUR, rig.now + 2 * HOUR, 999)).map(({ id }) => id);
    const scheduleOf = (rig: Rig, id = 'one') => rig.storage.schedules.one(WORKSPACE, id);

    test('a run is an intent of its own, due at once; then the next run is due, or the schedule is over', async () => {
      const rig = await Rig.on(engine);
      await makeSchedule(rig, daily());
      await makeSchedule(rig, at(NINE + MINUTE), { id: 'once', content: text('Only once', SHIRIN) });
      expect(await run(rig, NINE - 1)).toEqual([]);
      expect(await rig.storage.schedules.coming()).toEqual({ next: NINE, more: false });
      expect(await run(rig, NINE + MINUTE)).toEqual(['once: began', 'one: began']);
      const begun = await rig.storage.intents.leaseOpen(rig.now, rig.now + MINUTE, 9);
      const [first, once] = begun.sort((a, b) => (a.message < b.message ? -1 : 1));
      expect(first).toMatchObject({
        id: 'one-202611210900',
        actor: 'U1',
        source: 'schedule',
        to: [{ number: RANU }],
        message: 'Good morning',
        acceptedAt: rig.now,
      });
      expect(once).toMatchObject({ message: 'Only once', to: [{ number: SHIRIN }] });
      expect(await scheduleOf(rig)).toMatchObject({
        next: { index: 1, local: '2026-11-22T09:00', at: NINE + DAY },
      });
      expect(await scheduleOf(rig, 'once'), 'nothing is left of it').toBeNull();
      expect((await rig.storage.schedules.of(WORKSPACE)).map(({ id }) => id)).toEqual(['one']);
    });

    test('a repeated submission makes no second schedule, also if its text was sent at once', async () => {
      const rig = await Rig.on(engine);
      expect(await makeSchedule(rig, daily())).toMatchObject({ id: 'one' });
      await rig.reopen();
      const resubmitted = {
        id: 'two',
        workspace: WORKSPACE,
        by: 'U1',
        idempotencyKey: 'form of one',
        content: text(),
        when: daily(),
      };
      expect(await rig.storage.schedules.make(resubmitted, NINE - HOUR, rig.now)).toBe('duplicate');
      expect(await rig.outbox.add(rig.intent({ idempotencyKey: 'form of one' }), rig.now)).toBe('duplicate');
      await rig.added({ idempotencyKey: 'form of three' });
      expect(await makeSchedule(rig, daily(), { id: 'three' })).toBe('duplicate');
      expect(await rig.storage.schedules.of(WORKSPACE)).toHaveLength(1);
    });

    test('each run begins once, however many processes look at the same moment', async () => {
      const rig = await Rig.on(engine);
      await makeSchedule(rig, daily());
      const { schedules } = rig.storage;
      const run = { wall: NINE, now: rig.now, lateMs: HOUR, holidays: NO_HOLIDAYS };
      const results = await Promise.all(Array.from({ length: 8 }, () => schedules.run('one', run)));
      expect(results.filter(Boolean)).toEqual(['began']);
      expect(await opened(rig)).toEqual(['one-202611210900']);
    });

    test('each run begins once, wherever the clock is set: an hour, a day, back and forth', async () => {
      const rig = await Rig.on(engine);
      await makeSchedule(rig, daily());
      for (const wall of [
        NINE,
        NINE - HOUR,
        NINE,
        NINE + DAY,
        NINE + HOUR,
        NINE - DAY,
        NINE + DAY,
        NINE + DAY + HOUR,
      ])
        await run(rig, wall);
      expect(await opened(rig)).toEqual(['one-202611210900', 'one-202611220900']);
      expect(await scheduleOf(rig)).toMatchObject({
        next: { local: '2026-11-23T09:00' },
        missedRun: null,
        notices: [],
      });
    });

    test('a run that was late only because the clock was briefly ahead begins at its time', async () => {
      const rig = await Rig.on(engine);
      await makeSchedule(rig, daily());
      expect(await run(rig, NINE + 3 * DAY - HOUR)).toEqual(['one: late']);
      expect(await scheduleOf(rig)).toMatchObject({
        missedRun: { local: '2026-11-23T09:00' },
        next: { local: '2026-11-24T09:00' },
      });
      expect(await run(rig, NINE - MINUTE)).toEqual([]);
      expect(await scheduleOf(rig)).toMatchObject({
        missedRun: null,
        next: { index: 0, local: '2026-11-21T09:00' },
        notices: [],
      });
      expect(await run(rig, NINE)).toEqual(['one: began']);
      expect(await opened(rig)).toEqual(['one-202611210900']);
    });

    test('a run that is too late waits for its author, who sends or skips it; other schedules continue', async () => {
      const rig = await Rig.on(engine);
      const { schedules } = rig.storage;
      await makeSchedule(rig, daily());
      await makeSchedule(rig, at(NINE), { id: 'once' });
      expect(await run(rig, NINE + HOUR)).toEqual(['once: late', 'one: late']);
      expect(await opened(rig)).toEqual([]);
      const withNotices = await schedules.withNews(9);
      expect(withNotices.map(({ id, notices }) => [id, notices]).sort()).toEqual(
        ['once', 'one'].map(id => [id, [{ kind: 'late', local: '2026-11-21T09:00' }]]),
      );
      for (const { id, notices: news } of withNotices)
        for (const notice of news) await schedules.noticeDelivered(id, notice);
      expect(await schedules.withNews(9)).toEqual([]);
      await rig.reopen();
      const answer = (
        id: string,
        choice: 'send' | 'skip',
        local = '2026-11-21T09:00',
        workspace = WORKSPACE,
      ) => rig.storage.schedules.answer(workspace, id, local, choice, rig.now);
      expect(await answer('once', 'send', '2026-11-20T09:00')).toBeNull();
      expect(await answer('once', 'send', '2026-11-21T09:00', 'T2')).toBeNull();
      expect(await answer('once', 'send')).toMatchObject({ id: 'once' });
      expect(await answer('once', 'send'), 'a second press').toBeNull();
      expect(await answer('one', 'skip')).toMatchObject({ next: { local: '2026-11-22T09:00' } });
      expect(await opened(rig)).toEqual(['once-202611210900']);
      expect(await scheduleOf(rig, 'once')).toBeNull();
    });

    test('of several missed runs, only the last one begins or is asked about, with the number of the others', async () => {
      const rig = await Rig.on(engine);
      await makeSchedule(rig, daily());
      expect(await run(rig, NINE + 3 * DAY + 30 * MINUTE)).toEqual(['one: began']);
      expect(await opened(rig)).toEqual(['one-202611240900']);
      expect(await scheduleOf(rig)).toMatchObject({
        notices: [{ kind: 'missed', runs: 3, local: '2026-11-24T09:00' }],
      });
    });

    test('a schedule that was submitted in time and is stored late is due: it runs, or its author is asked', async () => {
      const rig = await Rig.on(engine);
      const stored = async (id: string, when: When, wall: number) => {
        const request = {
          id,
          workspace: WORKSPACE,
          by: 'U1',
          idempotencyKey: `form of ${id}`,
          content: text(),
          when,
        };
        await rig.storage.schedules.make(request, wall, rig.now);
      };
      await stored('just', at(NINE), NINE);
      await stored('little', at(NINE), NINE + 2 * MINUTE);
      await stored('daily', daily(), NINE + 2 * MINUTE);
      await stored('long', at(NINE), NINE + 2 * HOUR);
      await stored('days', daily(NINE - 2 * DAY), NINE + 2 * MINUTE);
      expect(await rig.storage.schedules.coming()).toEqual({ next: NINE - 2 * DAY, more: false });
      await rig.reopen();
      expect(await run(rig, NINE + 2 * MINUTE)).toEqual(
        ['daily', 'days', 'just', 'little', 'long'].map(id => `${id}: began`),
      );
      expect(await scheduleOf(rig, 'days')).toMatchObject({ notices: [{ kind: 'missed', runs: 2 }] });
      expect(await scheduleOf(rig, 'daily')).toMatchObject({
        next: { local: '2026-11-22T09:00' },
        notices: [],
      });
      await stored('late', at(NINE), NINE + 2 * HOUR);
      expect(await run(rig, NINE + 2 * HOUR)).toEqual(['late: late']);
      expect(await scheduleOf(rig, 'late')).toMatchObject({
        missedRun: { local: '2026-11-21T09:00' },
        notices: [{ kind: 'late' }],
      });
    });

    describe('a change that was submitted in time and is stored late', () => {
      /**
       * The old times are stored and runs begun up to `begunUpTo`; then the change is stored at `stored`, a
       * time of day.
       */
      const cases: {
        name: string;
        old: When;
        begunUpTo: number | null;
        changedTo: When;
        stored: number;
        did: string[];
        late: string | null;
        next: string | null;
      }[] = [
        {
          name: 'once, and nothing has gone: it goes',
          old: at(NINE + HOUR),
          begunUpTo: null,
          changedTo: at(NINE),
          stored: NINE + MINUTE,
          did: ['one: began'],
          late: null,
          next: null,
        },
        {
          name: 'once, long ago: its author is asked',
          old: at(NINE + 3 * HOUR),
          begunUpTo: null,
          changedTo: at(NINE),
          stored: NINE + 2 * HOUR,
          did: ['one: late'],
          late: '2026-11-21T09:00',
          next: null,
        },
        {
          name: 'again and again, and the old one hasn’t gone yet: it goes',
          old: daily(NINE - DAY),
          begunUpTo: NINE - DAY,
          changedTo: daily(NINE + MINUTE),
          stored: NINE + 2 * MINUTE,
          did: ['one: began'],
          late: null,
          next: '2026-11-22T09:01',
        },
        {
          name: 'again and again, and that very run has gone meanwhile: not twice',
          old: daily(NINE - DAY),
          begunUpTo: NINE,
          changedTo: daily(),
          stored: NINE + MINUTE,
          did: [],
          late: null,
          next: '2026-11-22T09:00',
        },
        {
          name: 'again and again, and the old one has gone meanwhile, at another time: its author is asked',
          old: daily(NINE - DAY),
          begunUpTo: NINE,
          changedTo: daily(NINE + MINUTE),
          stored: NINE + 2 * MINUTE,
          did: [],
          late: '2026-11-21T09:01',
          next: '2026-11-22T09:01',
        },
        {
          name: 'once instead of again and again, and the old one has gone meanwhile: its author is asked',
          old: daily(NINE - DAY),
          begunUpTo: NINE,
          changedTo: at(NINE + MINUTE),
          stored: NINE + 2 * MINUTE,
          did: [],
          late: '2026-11-21T09:01',
          next: null,
        },
        {
          name: 'in time after all: its next run is its first',
          old: daily(NINE - DAY),
          begunUpTo: NINE - DAY,
          changedTo: daily(NINE + HOUR),
          stored: NINE,
          did: [],
          late: null,
          next: '2026-11-21T10:00',
        },
      ];

      for (const { name, old, begunUpTo, changedTo, stored, did, late, next } of cases)
        test(name, async () => {
          const rig = await Rig.on(engine);
          const { schedules } = rig.storage;
          await makeSchedule(rig, old);
          if (begunUpTo !== null) await run(rig, begunUpTo);
          // Leases the runs begun so far.
          await opened(rig);
          await schedules.change(WORKSPACE, 'one', { content: text('Otherwise'), when: changedTo }, stored);
          expect(await run(rig, stored)).toEqual(did);
          const after = await scheduleOf(rig);
          expect([after?.missedRun?.local ?? null, after?.next?.local ?? null]).toEqual([late, next]);
          const isAsked = after?.notices.some(({ kind }) => kind === 'late') ?? false;
          expect(isAsked).toBe(late !== null);
          expect(await opened(rig)).toHaveLength(did.filter(step => step.endsWith('began')).length);
        });
    });

    test('can be changed, skipped once and cancelled, only in its own workspace', async () => {
      const rig = await Rig.on(engine);
      const { schedules } = rig.storage;
      await makeSchedule(rig, daily());
      expect(await schedules.skip('T2', 'one', '2026-11-21T09:00', NO_HOLIDAYS)).toBeNull();
      expect(await schedules.skip(WORKSPACE, 'one', '2026-11-22T09:00', NO_HOLIDAYS)).toBeNull();
      const skipped = await schedules.skip(WORKSPACE, 'one', '2026-11-21T09:00', NO_HOLIDAYS);
      expect(skipped).toMatchObject({ next: { local: '2026-11-22T09:00' } });
      expect(await run(rig, NINE)).toEqual([]);
      const to = { content: text('Later'), when: daily(NINE + 5 * HOUR) };
      expect(await schedules.change('T2', 'one', to, NINE + MINUTE)).toBeNull();
      expect(await schedules.change(WORKSPACE, 'one', to, NINE + MINUTE)).toMatchObject({
        next: { local: '2026-11-21T14:00' },
      });
      expect(await schedules.cancel('T2', 'one')).toBeNull();
      expect(await schedules.cancel(WORKSPACE, 'one')).toMatchObject({ content: { message: 'Later' } });
      expect(await schedules.cancel(WORKSPACE, 'one')).toBeNull();
      expect(await run(rig, NINE + DAY)).toEqual([]);
      expect(await opened(rig)).toEqual([]);
    });

    test('are limited in number, for each workspace', async () => {
      const rig = await Rig.on(engine);
      for (let n = 0; n < MAX_SCHEDULES; n++) await makeSchedule(rig, daily(), { id: `n${n}` });
      expect(await makeSchedule(rig, daily(), { id: 'full' })).toBe('full');
      expect(await makeSchedule(rig, daily(), { id: 'theirs', workspace: 'T2' })).toMatchObject({
        id: 'theirs',
      });
      await rig.storage.schedules.cancel(WORKSPACE, 'n7');
      expect(await makeSchedule(rig, daily(), { id: 'room' })).toMatchObject({ id: 'room' });
    });

    test('an erased person is in none any more; a schedule for them alone ends, and its author is told', async () => {
      const rig = await Rig.on(engine);
      const { schedules } = rig.storage;
      await makeSchedule(rig, daily(), { id: 'only' });
      await makeSchedule(rig, daily(), { id: 'both', content: text(`Call ${RANU}`, RANU, SHIRIN) });
      await makeSchedule(rig, daily(), { id: 'other', content: text('For Shirin', SHIRIN) });
      await schedules.erase(WORKSPACE, {
        contact: 'ranu',
        number: RANU,
        name: 'Ranu Begum',
        hasNamesake: false,
      });
      expect(JSON.stringify(await schedules.of(WORKSPACE))).not.toContain(RANU);
      expect(await scheduleOf(rig, 'both')).toMatchObject({
        content: { to: [{ number: SHIRIN }] },
        next: { index: 0 },
      });
      expect(await scheduleOf(rig, 'other')).toMatchObject({ content: { message: 'For Shirin' } });
      expect(await run(rig, NINE)).toEqual(['both: began', 'other: began']);
      const [over] = await schedules.withNews(9);
      expect(over).toMatchObject({ id: 'only', notices: [{ kind: 'forgotten' }] });
      for (const notice of (over as Schedule).notices) await schedules.noticeDelivered('only', notice);
      expect(await scheduleOf(rig, 'only')).toBeNull();
    });

    test('a broadcast’s run is made by one process, and starts once, wherever a process dies', async () => {
      const rig = await Rig.on(engine);
      const content: Scheduled = { kind: 'broadcast', texts: 3, request: ASK };
      await makeSchedule(rig, daily(), { content });
      expect(await run(rig, NINE)).toEqual(['one: began']);
      expect(await run(rig, NINE)).toEqual([]);
      const [first] = await rig.storage.schedules.runInProgress(9);
      const id = first?.runInProgress?.broadcast ?? '';
      expect(first?.runInProgress).toMatchObject({ local: '2026-11-21T09:00', isGathered: false });
      // The next run waits until this one is made, without delaying other schedules.
      const due = await rig.storage.schedules.due(NINE + DAY, rig.now, 9);
      expect(due.due).toEqual([]);
      expect(
        await rig.storage.schedules.run('one', {
          wall: NINE + DAY,
          now: rig.now,
          lateMs: HOUR,
          holidays: NO_HOLIDAYS,
        }),
      ).toBeNull();

      await rig.ownerGone();
      const { schedules } = rig.storage;
      expect(await schedules.runInProgress(9)).toMatchObject([{ runInProgress: { broadcast: id } }]);
      await schedules.regather('one', id);
      const [{ runInProgress } = { runInProgress: null }] = await schedules.runInProgress(9);
      const again = runInProgress?.broadcast ?? '';
      expect(again).not.toBe(id);
      expect(await schedules.gathered('one', id), 'by a process that was only slow').toBe(false);
      expect(await schedules.gathered('one', again)).toBe(true);
      await schedules.made('one', id, { texts: 9, news: null });
      await rig.ownerGone();
      expect(await rig.storage.schedules.runInProgress(9)).toMatchObject([
        { runInProgress: { broadcast: again, isGathered: true } },
      ]);
      await rig.storage.schedules.made('one', again, { texts: 4, news: null });
      expect(await rig.storage.schedules.runInProgress(9)).toEqual([]);
      expect(await scheduleOf(rig)).toMatchObject({
        runInProgress: null,
        content: { texts: 4 },
        next: { local: '2026-11-22T09:00' },
      });
    });

    test('a change keeps the rule it was submitted with, and the number of remaining runs', async () => {
      const rig = await Rig.on(engine);
      const start = Date.UTC(2026, 7, 31, 3);
      await makeSchedule(rig, at(start, { repeat: 'monthly', times: 9 }));
      for (const local of ['2026-08-31', '2026-09-30', '2026-10-31'])
        await rig.storage.schedules.skip(WORKSPACE, 'one', `${local}T09:00`, NO_HOLIDAYS);
      const when = at(Date.UTC(2026, 10, 30, 3), { repeat: 'monthly', times: 6 });
      await rig.storage.schedules.change(WORKSPACE, 'one', { content: text('Later'), when }, NINE);
      const rule = { start: '2026-08-31T09:00', times: 9 };
      expect(await scheduleOf(rig)).toMatchObject({
        when: rule,
        next: { index: 3, local: '2026-11-30T09:00' },
      });
      await rig.storage.schedules.skip(WORKSPACE, 'one', '2026-11-30T09:00', NO_HOLIDAYS);
      expect(await scheduleOf(rig)).toMatchObject({ next: { local: '2026-12-31T09:00' } });
    });

    test('a run in preparation doesn’t start once its schedule is cancelled, at any stage', async () => {
      for (const isGathered of [false, true]) {
        const rig = await Rig.on(engine);
        const { schedules, broadcasts } = rig.storage;
        await makeSchedule(rig, daily(), { content: { kind: 'broadcast', texts: 3, request: ASK } });
        await run(rig, NINE);
        const [begun] = await schedules.runInProgress(9);
        const id = begun?.runInProgress?.broadcast ?? '';
        const when = { at: rig.now, wall: rig.now };
        await broadcasts.open({
          id,
          workspace: WORKSPACE,
          request: ASK,
          repeatOf: null,
          schedule: 'one',
          ...when,
        });
        await broadcasts.addRows(id, [rowOf(1)]);
        await broadcasts.gathered(id);
        const doing = { by: 'U1', now: rig.now };
        if (isGathered) expect(await schedules.gathered('one', id)).toBe(true);
        expect(await schedules.cancel(WORKSPACE, 'one')).not.toBeNull();
        if (!isGathered) expect(await schedules.gathered('one', id)).toBe(false);
        expect(await broadcasts.start(WORKSPACE, id, doing)).toBeNull();
        expect(await broadcasts.askApproval(WORKSPACE, id, { ...doing, channel: 'C1' })).toBeNull();
        expect(await scheduleOf(rig)).toBeNull();
      }
    });

    test('an approval of one run holds until the schedule is changed', async () => {
      const rig = await Rig.on(engine);
      const { schedules } = rig.storage;
      const content: Scheduled = { kind: 'broadcast', texts: 3, request: ASK };
      await makeSchedule(rig, daily(), { content });
      await schedules.approved(WORKSPACE, 'one', { ...ASK, message: 'another' }, 'U2', 3);
      expect(await scheduleOf(rig)).toMatchObject({ approval: null });
      await schedules.approved('T2', 'one', ASK, 'U2', 3);
      expect(await scheduleOf(rig)).toMatchObject({ approval: null });
      await schedules.approved(WORKSPACE, 'one', ASK, 'U2', 3);
      await run(rig, NINE);
      expect(await scheduleOf(rig)).toMatchObject({ approval: { by: 'U2', texts: 3 } });
      await schedules.change(WORKSPACE, 'one', { content, when: daily(NINE + HOUR) }, NINE);
      expect(await scheduleOf(rig)).toMatchObject({ approval: null });
    });

    test.each(DAMAGES)(
      'an unreadable schedule (%s) stops only itself, is quarantined, reported once, and returns',
      async how => {
        const rig = await Rig.on(engine);
        const { schedules, quarantine } = rig.storage;
        await makeSchedule(rig, daily());
        await makeSchedule(rig, daily(), { id: 'bad' });
        const repair = await rig.damage('schedule', 'bad', how);
        const look = () => schedules.due(NINE, rig.now, 9);
        expect(await look()).toMatchObject({
          due: [{ id: 'one' }],
          unreadable: [{ id: 'bad', workspace: WORKSPACE, by: 'U1' }],
        });
        expect(await run(rig, NINE)).toEqual(['one: began']);
        expect(await look()).toEqual({ due: [], unreadable: [] });
        expect(await quarantine.list()).toMatchObject([
          { kind: 'schedule', id: 'bad', workspace: WORKSPACE },
        ]);
        expect(await quarantine.retry(null, rig.now)).toEqual([]);
        expect(await look()).toEqual({ due: [], unreadable: [] });
        await repair();
        expect(await quarantine.retry(['bad'], rig.now)).toEqual(['bad']);
        expect(await run(rig, NINE)).toEqual(['bad: began']);
      },
    );
  });
}
