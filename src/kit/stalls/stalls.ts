import { z } from 'zod';
import { type Store, stands, type Tx, table } from '../store/store.ts';
import type { Handled } from './handling.ts';

/*
 * Where processes stood still. The watchdog (watchdog.ts) knows in whose name the code ran that never ended: only that is
 * noted, so whatever else ends a process (a deploy, kill -9, a power cut) makes nobody suspect.
 *
 * An inbox handles several events in a turn, and its state. So after the first time it handles the state alone, and then each
 * event of that turn alone: the second time, it is clear which of them it was.
 */

/** Stands for an inbox's state among its events. */
export const STATE = 'state';

const suspectSchema = z.object({
  id: z.string(),
  /** How often a process stood still while it handled this. */
  times: z.int(),
  /** At least once it handled nothing else. */
  wasAlone: z.boolean(),
  /** Somebody was told of it. */
  isTold: z.boolean(),
});
const stallSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  suspects: z.array(suspectSchema),
  /** The death that was noted last, in case it is noted again. */
  death: z.string(),
  /** When nothing of this counts any more. */
  until: z.int(),
});
export type Stall = Readonly<z.infer<typeof stallSchema>>;

export const STALLS = table('stall', stallSchema, ({ workspace, until }) => ({
  of: stands(0, workspace),
  until: stands(until),
}));

const stallId = (kind: Handled['kind'], of: string): string => `${kind} ${of}`;

/** So often makes it certain that it is no coincidence. */
const CERTAIN_TIMES = 2;
/** By then another version may handle it well; if not, that costs one more restart. */
const REMEMBERED_MS = 24 * 3_600_000;
/** Calls that differ each time don't fill the store. */
const MOST_SUSPECTS = 200;

/** A process stood still while it handled this. `death`: the same for the same end of the same process. */
export function afterStall(before: Stall | null, handled: Handled, death: string, now: number): Stall {
  const { kind, of, workspace, parts } = handled;
  if (before?.death === death) return before;
  const wasHandled = kind === 'inbox' ? [...parts, STATE] : parts;
  const alone = parts.length === 0 ? STATE : parts.length === 1 ? parts[0] : null;
  const suspects = new Map(before?.suspects.map(one => [one.id, one]));
  for (const id of wasHandled) {
    const { times = 0, wasAlone = false, isTold = false } = suspects.get(id) ?? {};
    suspects.delete(id);
    suspects.set(id, { id, times: times + 1, wasAlone: wasAlone || id === alone, isTold });
  }
  return {
    id: stallId(kind, of),
    workspace,
    suspects: [...suspects.values()].slice(-MOST_SUSPECTS),
    death,
    until: now + REMEMBERED_MS,
  };
}

/** How an inbox is handled that a process stood still at. */
type CarefulTurn = {
  /** Not to be read again: events, or the state. */
  refused: string[];
  /** How many events to handle. */
  most: number;
};

/** @param first the oldest event that waits; null: nothing is suspect any more */
export function carefulTurn({ suspects }: Stall, first: string | undefined): CarefulTurn | null {
  const state = suspects.find(({ id }) => id === STATE);
  const event = suspects.find(({ id }) => id === first);
  if (state && isCertain(state)) return { refused: [STATE], most: 0 };
  if (event && isCertain(event)) return { refused: [event.id], most: 1 };
  if (state) return { refused: [], most: 0 };
  return event ? { refused: [], most: 1 } : null;
}

const isCertain = ({ times, wasAlone }: Stall['suspects'][number]): boolean =>
  times >= CERTAIN_TIMES && wasAlone;

/** A turn ended: its events and the state are innocent, or were set aside. Null: nobody is suspect any more. */
export function afterTurn(stall: Stall, handled: readonly string[]): Stall | null {
  const suspects = stall.suspects.filter(({ id }) => id !== STATE && !handled.includes(id));
  return suspects.length > 0 ? { ...stall, suspects } : null;
}

/** What is known of one; null: nothing that counts. */
export const stallOf = (tx: Tx, kind: Handled['kind'], of: string): Stall | null =>
  tx.readable(STALLS, [stallId(kind, of)])[0] ?? null;

export function createStalls(store: Store) {
  return {
    /** A process stood still, and ended. To note the same death again changes nothing. */
    note: (handled: Handled, death: string) =>
      store.change(tx => {
        const now = store.now();
        // Whatever is there that can't be read, this takes its place.
        tx.put(STALLS, afterStall(stallOf(tx, handled.kind, handled.of), handled, death, now));
      }),

    /** The calls of a hook at which a process stood still, and whether somebody was told. */
    calls: (hookId: string) =>
      store.read(tx => {
        const stall = stallOf(tx, 'call', hookId);
        const isPast = !stall || stall.until <= store.now();
        return new Map(isPast ? [] : stall.suspects.map(({ id, isTold }) => [id, { isTold }]));
      }),

    /** Somebody was told of such a call. */
    told: (hookId: string, call: string) =>
      store.change(tx => {
        const stall = stallOf(tx, 'call', hookId);
        const told = (one: Stall['suspects'][number]) => (one.id === call ? { ...one, isTold: true } : one);
        if (stall) tx.put(STALLS, { ...stall, suspects: stall.suspects.map(told) });
      }),
  };
}

export type Stalls = ReturnType<typeof createStalls>;
