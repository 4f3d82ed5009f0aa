import type { BroadcastRequest, BroadcastRow } from '../../../src/broadcasts/broadcast.ts';
import type { Broadcast, Feeding, RowFilter } from '../../../src/broadcasts/store/model.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { ASK as ANY_ASK } from '../../support/broadcasts.ts';
import { found, KEY, type Rig, WORKSPACE } from './rig.ts';

export const numberOf = (end: number) => `017${String(end).padStart(8, '0')}` as LocalNumber;

export const rowOf = (end: number, more: Partial<BroadcastRow> = {}): BroadcastRow => ({
  recipient: { kind: 'number', number: numberOf(end) },
  name: `Person ${end}`,
  number: numberOf(end),
  message: `নমস্কার ${end}`,
  parts: 1,
  problem: null,
  ...more,
});

/** A row without a number. */
export const lostRow = (label: string): BroadcastRow => ({
  recipient: { feature: 'contacts', kind: 'contact', data: { id: label, label } },
  name: label,
  number: null,
  message: null,
  parts: 0,
  problem: { kind: 'CHOSEN_GONE', label },
});

export const ASK: BroadcastRequest = {
  ...ANY_ASK,
  to: [{ feature: 'contacts', kind: 'group', data: { id: 'farmers', label: 'Farmers', many: true } }],
  message: 'নমস্কার',
};

/** Shortcuts for tests of broadcasts in storage. */
export function broadcastsOn(rig: Rig, id = 'b1', request: BroadcastRequest = ASK) {
  const ports = () => rig.storage.broadcasts;
  const doing = (by: string | null = 'U1') => ({ by, now: rig.now });
  const load = async (): Promise<Broadcast> => found((await ports().one(WORKSPACE, id)) ?? undefined);
  const open = () =>
    ports().open({
      id,
      workspace: WORKSPACE,
      request,
      repeatOf: null,
      schedule: null,
      at: rig.now,
      wall: rig.now,
    });

  async function gather(rows: readonly BroadcastRow[]): Promise<Broadcast> {
    await open();
    for (let from = 0; from < rows.length; from += 100)
      await ports().addRows(id, rows.slice(from, from + 100));
    return found((await ports().gathered(id)) ?? undefined);
  }

  async function start(rows: number | readonly BroadcastRow[], creditLimit?: string): Promise<Broadcast> {
    await gather(typeof rows === 'number' ? Array.from({ length: rows }, (_, index) => rowOf(index)) : rows);
    const limit = creditLimit === undefined ? {} : { creditLimit: creditLimit as never };
    return found((await ports().start(WORKSPACE, id, { ...doing(), ...limit })) ?? undefined);
  }

  async function feed(more: Partial<Feeding> = {}): Promise<Broadcast | null> {
    const from = (await ports().nextRows(id))?.from ?? (await load()).next;
    const feed = { from, fingerprint: KEY, most: 40, leaveOut: new Map(), limits: null, ...more };
    return ports().feed(id, feed, rig.now);
  }

  /** The state of each row's text, in the rows' order; null if it has none. */
  async function states(filter: RowFilter = 'all'): Promise<(string | null)[]> {
    const { rows } = await ports().rows(WORKSPACE, id, { filter, from: 0, limit: 10_000 });
    return rows.map(({ text }) => text?.state ?? null);
  }

  return { doing, load, open, gather, start, feed, states };
}
