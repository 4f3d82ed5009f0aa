import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type HeartbeatNews,
  type HeartbeatPing,
  NO_WATCH,
  nextLookAt,
  recordPings,
  UNSEEN_MS,
  type Watch,
} from '../../../src/alerts/policy/calls/heartbeat.ts';

/*
 * Random sequences of calls, downtimes, a missing store, and clocks that jump meanwhile, compared with a
 * model that counts how long the app could be called since the last call that reached it.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOOK = 'backup';

class World {
  watch: Watch = NO_WATCH;
  /** The clock, which may be ahead of the time that really passed. */
  now = 1_700_000_000_000;
  readonly #silences: ReadonlyMap<string, number>;
  /** Calls that are stored but not yet checked. */
  #waiting: HeartbeatPing[] = [];
  isSure = false;
  dueAt: number | null = null;
  news: HeartbeatNews[] = [];
  /** How long the app could be called since the last stored call; null before the first. */
  silentMs: number | null = null;
  alarmed = false;

  constructor(silentMs: number) {
    this.#silences = new Map([[HOOK, silentMs]]);
  }

  look(): void {
    const { watch, news } = recordPings(this.watch, this.#waiting, this.#silences, this);
    this.#waiting = [];
    this.watch = watch;
    this.isSure = true;
    this.dueAt = nextLookAt(watch);
    this.news.push(...news);
    for (const { kind } of news) {
      if (kind === 'stopped') {
        expect(this.alarmed, 'one alarm for one silence').toBe(false);
        expect(this.silentMs, 'an alarm before its time').toBeGreaterThanOrEqual(
          this.#silences.get(HOOK) ?? 0,
        );
        this.alarmed = true;
      }
      if (kind === 'back') {
        expect(this.alarmed).toBe(true);
        this.alarmed = false;
      }
    }
  }

  /** Time in which the app serves; checks come at most this late. */
  serve(ms: number, lateMs: number): void {
    const end = this.now + ms;
    while (this.dueAt !== null && this.dueAt + lateMs <= end) {
      this.#pass(Math.max(this.dueAt + lateMs, this.now));
      this.look();
    }
    this.#pass(end);
  }

  #pass(to: number): void {
    if (this.silentMs !== null) this.silentMs += to - this.now;
    this.now = to;
  }

  call(isLookedAt: boolean): void {
    this.#waiting.push({ hook: HOOK, at: this.now });
    this.silentMs = 0;
    if (isLookedAt) this.look();
  }

  /**
   * Time in which nobody can call. A frozen process continues with its clock; a restarted one may find a
   * different time.
   */
  down(ms: number, jumpMs: number, frozen: boolean): void {
    const isSeen = frozen && ms > UNSEEN_MS;
    this.now += isSeen ? ms : ms + jumpMs;
    if (!isSeen) this.isSure = false;
    this.look();
  }
}

const step = fc.oneof(
  fc.record({
    do: fc.constant('serve' as const),
    ms: fc.integer({ min: 0, max: 20 * MINUTE }),
    late: fc.integer({ min: 0, max: 5 * SECOND }),
  }),
  fc.record({ do: fc.constant('call' as const), looked: fc.boolean() }),
  fc.record({
    do: fc.constant('down' as const),
    ms: fc.integer({ min: 0, max: 60 * MINUTE }),
    jump: fc.oneof(fc.constant(0), fc.integer({ min: -90 * MINUTE, max: 90 * MINUTE })),
    frozen: fc.boolean(),
  }),
);

test('the alarm never comes before that much silence while calls could arrive, and always within a minute after it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.array(step, { maxLength: 40 }), (minutes, steps) => {
      const world = new World(minutes * MINUTE);
      let downs = 0;
      for (const step of steps) {
        if (step.do === 'serve') world.serve(step.ms, step.late);
        else if (step.do === 'call') world.call(step.looked);
        else {
          downs += 1;
          world.down(step.ms, step.jump, step.frozen);
        }
      }
      // From here on nobody calls, and everything works.
      world.look();
      world.serve(minutes * MINUTE + UNSEEN_MS + 5 * SECOND, 5 * SECOND);
      expect(world.alarmed, `after ${downs} downtimes`).toBe(world.silentMs !== null);
      // The silence is reported only once.
      world.serve(60 * MINUTE, 0);
      if (world.silentMs !== null) {
        world.call(true);
        expect(world.news.at(-1)?.kind).toBe('back');
      }
    }),
    { numRuns: 2000 },
  );
});

test('without downtimes, a silence is reported within a minute', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.integer({ min: 0, max: 10 * MINUTE }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 5 * SECOND }),
      (minutes, pauses, late) => {
        const world = new World(minutes * MINUTE);
        world.call(true);
        for (const pause of pauses) {
          world.serve(Math.min(pause, minutes * MINUTE), late);
          expect(world.alarmed).toBe(false);
          world.call(true);
        }
        world.serve(minutes * MINUTE + MINUTE, late);
        expect(world.alarmed).toBe(true);
      },
    ),
  );
});
