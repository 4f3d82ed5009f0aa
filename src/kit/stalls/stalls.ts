import { z } from 'zod';
import { indexedAt, type Store, type Tx, table } from '../store/store.ts';
import type { Handled } from './handling.ts';

/*
 * Stalls: the watchdog (watchdog.ts) notes the data that a process was handling when it stalled. Other deaths of a process
 * (a deploy, kill -9, a power cut) make no data suspect.
 *
 * A turn of an inbox handles its state and several events. After a first stall, the inbox handles its state alone, and then each
 * event of that turn alone, so a second stall shows which of them causes it.
 */

/** Stands for an inbox's state among its events. */
export const STATE = 'state';

const suspectSchema = z.object({
  id: z.string(),
  /** The number of stalls while it was handled. */
  times: z.int(),
  /** True if it was handled alone in one of them. */
  wasAlone: z.boolean(),
  /** True if the hook's channel was told. */
  isTold: z.boolean(),
});
const stallSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  suspects: z.array(suspectSchema),
  /** The last noted death: noting it again changes nothing. */
  death: z.string(),
  /** When it expires. */
  until: z.int(),
});
export type Stall = Readonly<z.infer<typeof stallSchema>>;

export const STALLS = table('stall', stallSchema, ({ workspace, until }) => ({
  byWorkspace: indexedAt(0, workspace),
  until: indexedAt(until),
}));

const stallId = (kind: Handled['kind'], of: string): string => `${kind} ${of}`;

/** This many stalls are no coincidence. */
const CERTAIN_TIMES = 2;
/** After that, suspect data is tried again, because a newer version may handle it; if not, that costs one more restart. */
const REMEMBERED_MS = 24 * 3_600_000;
/** Further suspects replace the oldest, so that calls which differ each time don't fill the store. */
const MAX_SUSPECTS = 200;

/** Adds a stall. `death` identifies the death of the process. */
export function afterStall(before: Stall | null, handled: Handled, death: string, now: number): Stall {
  const { kind, of, workspace, parts } = handled;
  if (before?.death === death) return before;
  const wasHandled = kind === 'inbox' ? [...parts, STATE] : parts;
  const alone = parts.length === 0 ? STATE : parts.length === 1 ? parts[0] : null;
  const suspects = new Map(before?.suspects.map(suspect => [suspect.id, suspect]));
  for (const id of wasHandled) {
    const { times = 0, wasAlone = false, isTold = false } = suspects.get(id) ?? {};
    suspects.delete(id);
    suspects.set(id, { id, times: times + 1, wasAlone: wasAlone || id === alone, isTold });
  }
  return {
    id: stallId(kind, of),
    workspace,
    suspects: [...suspects.values()].slice(-MAX_SUSPECTS),
    death,
    until: now + REMEMBERED_MS,
  };
}

/** The next turn of an inbox that has stalled a process. */
type CarefulTurn = {
  /** Events, or the state, to quarantine without reading them. */
  refused: string[];
  /** The number of events to handle. */
  maxEvents: number;
};

/**
 * How to handle an inbox that has stalled a process; null if neither its state nor its oldest event is suspect.
 *
 * @param first the id of the oldest waiting event
 */
export function carefulTurn({ suspects }: Stall, first: string | undefined): CarefulTurn | null {
  const state = suspects.find(({ id }) => id === STATE);
  const event = suspects.find(({ id }) => id === first);
  if (state && isCertain(state)) return { refused: [STATE], maxEvents: 0 };
  if (event && isCertain(event)) return { refused: [event.id], maxEvents: 1 };
  if (state) return { refused: [], maxEvents: 0 };
  return event ? { refused: [], maxEvents: 1 } : null;
}

const isCertain = ({ times, wasAlone }: Stall['suspects'][number]): boolean =>
  times >= CERTAIN_TIMES && wasAlone;

/** Clears the state and the events of a turn that has ended, or quarantined them; null if nothing is suspect any more. */
export function afterTurn(stall: Stall, handled: readonly string[]): Stall | null {
  const suspects = stall.suspects.filter(({ id }) => id !== STATE && !handled.includes(id));
  return suspects.length > 0 ? { ...stall, suspects } : null;
}

export const stallOf = (tx: Tx, kind: Handled['kind'], of: string): Stall | null =>
  tx.readable(STALLS, [stallId(kind, of)])[0] ?? null;

export function createStalls(store: Store) {
  return {
    /** Notes a process's death by a stall. Safe to call twice. */
    note: (handled: Handled, death: string) =>
      store.transaction(tx => {
        const now = store.now();
        // Replaces an unreadable record, too.
        tx.put(STALLS, afterStall(stallOf(tx, handled.kind, handled.of), handled, death, now));
      }),

    /** The calls of a hook that have stalled a process, and whether the hook's channel was told. */
    calls: (hookId: string) =>
      store.read(tx => {
        const stall = stallOf(tx, 'call', hookId);
        const isPast = !stall || stall.until <= store.now();
        return new Map(isPast ? [] : stall.suspects.map(({ id, isTold }) => [id, { isTold }]));
      }),

    /** Records that the hook's channel was told about such a call. */
    markTold: (hookId: string, call: string) =>
      store.transaction(tx => {
        const stall = stallOf(tx, 'call', hookId);
        if (!stall) return;
        const suspects = stall.suspects.map(suspect =>
          suspect.id === call ? { ...suspect, isTold: true } : suspect,
        );
        tx.put(STALLS, { ...stall, suspects });
      }),
  };
}

export type Stalls = ReturnType<typeof createStalls>;
