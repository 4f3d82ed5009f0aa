import { type Clock, systemTime, type TimeSource } from '../kit/clock.ts';

type Machine = TimeSource & Pick<Clock, 'after'>;

/** A machine's clocks and timers, except that they can run fast. They never go back: what they have gained, they keep. */
export type FastClock = Machine & {
  /** How many times as fast as the machine's they run. */
  speed(): number;
  /** From now on they run this fast, and with them every timer. */
  runAt(speed: number): void;
};

const MACHINE: Machine = {
  ...systemTime,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export function createFastClock(machine: Machine = MACHINE): FastClock {
  let speed = 1;
  let gained = 0;
  let since = machine.monotonic();
  const waiting = new Map<object, () => void>();

  const ahead = (): number => gained + (machine.monotonic() - since) * (speed - 1);
  const monotonic = (): number => machine.monotonic() + ahead();

  return {
    wall: () => Math.floor(machine.wall() + ahead()),
    monotonic,
    after(delayMs, run) {
      const due = monotonic() + delayMs;
      const timer = {};
      let cancelTimer = () => {};
      const arm = (): void => {
        cancelTimer();
        // At least a millisecond: a timer that comes too early waits for the rest.
        cancelTimer = machine.after(Math.max(0, Math.ceil((due - monotonic()) / speed)), () => {
          if (monotonic() < due) return arm();
          waiting.delete(timer);
          run();
        });
      };
      waiting.set(timer, arm);
      arm();
      return () => {
        waiting.delete(timer);
        cancelTimer();
      };
    },
    speed: () => speed,
    runAt(next) {
      gained = ahead();
      since = machine.monotonic();
      speed = next;
      for (const arm of [...waiting.values()]) arm();
    },
  };
}
