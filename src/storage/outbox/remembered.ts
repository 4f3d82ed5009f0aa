import type { Store } from '../store.ts';

/** How long, and how many at most: a store only ever loses its last moments. */
const KEPT_MS = 120_000;
const MOST = 20_000;
/** How many characters of what came in at most. */
const MOST_CHARACTERS = 32 * 1024 * 1024;
/** How many steps to request at a time when we repeat to a store what it forgot. */
const TOLD_AT_ONCE = 50;

/** In this order: each kind depends on the ones before. */
const KINDS = ['event', 'decision', 'state', 'intent', 'plan', 'broadcast', 'links', 'text'] as const;
type RememberedKind = (typeof KINDS)[number];

/** Tells the store something once more; changes nothing if the store knows it. `isLast`: see `Store.onForgotten`. */
export type TellAgain = (isLast: boolean) => Promise<unknown>;

/** What this process did last, to repeat to a store that lost its last moments. */
export type Remembered = {
  /**
   * @param id only the last thing done to it counts
   * @param characters how much has to be kept for it, if that may be much
   */
  did(kind: RememberedKind, id: string, at: number, tell: TellAgain, characters?: number): void;
};

export function createRemembered({ onForgotten }: Pick<Store, 'onForgotten'>): Remembered {
  if (!onForgotten) return { did: () => undefined };
  const done = new Map<string, { kind: RememberedKind; at: number; tell: TellAgain; characters: number }>();
  let held = 0;

  function drop(name: string): void {
    held -= done.get(name)?.characters ?? 0;
    done.delete(name);
  }

  async function tellAll(kind: RememberedKind, isLast: boolean): Promise<void> {
    const names = [...done].filter(([, one]) => one.kind === kind).map(([name]) => name);
    for (let from = 0; from < names.length; from += TOLD_AT_ONCE) {
      // Each as it is now: it may have ended meanwhile.
      const some = names.slice(from, from + TOLD_AT_ONCE).map(name => done.get(name));
      await Promise.all(some.map(one => one?.tell(isLast)));
    }
  }
  onForgotten(async isLast => {
    for (const kind of KINDS) await tellAll(kind, isLast);
  });
  return {
    did(kind, id, at, tell, characters = 0) {
      const name = `${kind} ${id}`;
      drop(name);
      done.set(name, { kind, at, tell, characters });
      held += characters;
      for (const [oldest, one] of done) {
        if (one.at > at - KEPT_MS && done.size <= MOST && held <= MOST_CHARACTERS) break;
        drop(oldest);
      }
    },
  };
}
