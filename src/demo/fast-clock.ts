import { type Clock, systemTime, type TimeSource } from '../kit/clock.ts';

type Machine = TimeSource & Pick<Clock, 'after'>;

/** A machine's clocks and timers, which can run fast. They never go back: after running fast they stay ahead. */
export type FastClock = Machine & {
  /** Speed relative to the machine's clocks. */
  speed(): number;
  /** Sets the speed of the clocks and of every timer. */
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
        // A timer that fires early is armed again.
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
