import fc from 'fast-check';
import type { WindowState } from '../../../src/sms-service/accept/rate-limit.ts';
import { type WindowKind, windows } from '../../../src/sms-service/testing/windows.ts';
import type { Claim } from '../../../src/texts/store/model.ts';
import type { Priority } from '../../../src/texts/text.ts';
import { found, type Rig, SENT } from './rig.ts';

/** A simulated request: when it was claimed, and whether the service's window allowed it on arrival. */
export type Arrival = { claim: Claim; at: number; allowed: boolean };

export type Latency = { there: () => number; back: () => number };

/** Repeatable network times: usually short, sometimes long. */
export function latency(seed: number, slowestMs = 1500): Latency {
  const values = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: 997, seed });
  let used = 0;
  const next = () => found(values[used++ % values.length]);
  const part = () => (next() < 0.9 ? next() * 80 : next() * (slowestMs / 2));
  return { there: () => Math.round(part()), back: () => Math.round(part()) };
}

/**
 * Runs the outbox as a dispatcher does, in simulated time: claims everything when it is due, lets each
 * request take its time to a service with a window of `kind`, and settles it when its reply is back.
 */
export function simulate(rig: Rig, options: { kind: WindowKind; wire: Latency }) {
  const { kind, wire } = options;
  const arrivals: Arrival[] = [];
  const states = new Map<string, WindowState>();
  let events: { at: number; run: () => Promise<unknown> | unknown }[] = [];
  const at = (time: number, run: () => Promise<unknown> | unknown) => void events.push({ at: time, run });

  function arrive(claim: Claim): void {
    const { fingerprint } = claim.text;
    const { allowed, state } = windows[kind].take(states.get(fingerprint) ?? [], rig.now);
    states.set(fingerprint, state);
    arrivals.push({ claim, at: rig.now, allowed });
  }

  function send(claim: Claim): void {
    const arrivesAt = rig.now + wire.there();
    const back = arrivesAt + wire.back();
    at(arrivesAt, () => arrive(claim));
    at(back, () => rig.outbox.settle(claim, SENT, back));
  }

  async function work(): Promise<void> {
    for (let claim = await rig.claimOrNull(); claim; claim = await rig.claimOrNull()) {
      send(claim);
    }
    while ((await rig.outbox.reportWaiting(rig.now)) > 0);
  }

  return {
    arrivals,
    /** Runs an action at a time, such as queueing a text, then wakes the dispatcher. */
    at,
    claimedIn: (priority: Priority) => arrivals.filter(({ claim }) => claim.text.priority === priority),
    async runFor(ms: number): Promise<void> {
      const end = rig.now + ms;
      for (;;) {
        await work();
        const due = await rig.outbox.nextDue();
        const next = Math.min(due ?? Number.POSITIVE_INFINITY, ...events.map(event => event.at));
        if (next > end) break;
        rig.moveTo(Math.max(next, rig.now));
        const now = events.filter(event => event.at <= rig.now).sort((a, b) => a.at - b.at);
        events = events.filter(event => event.at > rig.now);
        for (const event of now) await event.run();
      }
      rig.moveTo(end);
    },
  };
}
