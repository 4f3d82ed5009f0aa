import type { Store } from '../store.ts';

/** So long, and so many at most: what a store lost are its last moments. */
const KEPT_MS = 120_000;
const MOST = 20_000;
/** So many steps are asked for at a time when a store is told again what it forgot. */
const TOLD_AT_ONCE = 50;

/** What is told first, makes what is told later possible. */
const KINDS = ['intent', 'plan', 'text'] as const;
type RememberedKind = (typeof KINDS)[number];

/** Tells the store something once more; changes nothing where it knows. `isLast`: see `Store.onForgotten`. */
export type TellAgain = (isLast: boolean) => Promise<unknown>;

/** What this process did last, to be told again to a store that lost its last moments. */
export type Remembered = {
  /** @param id the last that was done to it counts */
  did(kind: RememberedKind, id: string, at: number, tell: TellAgain): void;
};

export function createRemembered({ onForgotten }: Pick<Store, 'onForgotten'>): Remembered {
  if (!onForgotten) return { did: () => undefined };
  const done = new Map<string, { kind: RememberedKind; at: number; tell: TellAgain }>();

  async function tellAll(kind: RememberedKind, isLast: boolean): Promise<void> {
    const names = [...done].filter(([, one]) => one.kind === kind).map(([name]) => name);
    for (let from = 0; from < names.length; from += TOLD_AT_ONCE) {
      // Each as it stands now: it may have come to an end since.
      const some = names.slice(from, from + TOLD_AT_ONCE).map(name => done.get(name));
      await Promise.all(some.map(one => one?.tell(isLast)));
    }
  }
  onForgotten(async isLast => {
    for (const kind of KINDS) await tellAll(kind, isLast);
  });
  return {
    did(kind, id, at, tell) {
      const name = `${kind} ${id}`;
      done.delete(name);
      done.set(name, { kind, at, tell });
      for (const [oldest, one] of done) {
        if (one.at > at - KEPT_MS && done.size <= MOST) break;
        done.delete(oldest);
      }
    },
  };
}
