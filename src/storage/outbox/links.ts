import type { PageLink, PageLinks } from '../ports.ts';
import type { Store } from '../store.ts';
import { LINK_LISTS, LINKS } from '../tables/link.ts';
import type { Transaction } from '../transaction.ts';
import { removeListed } from './retention.ts';

/** How many expired links are removed whenever a new one is made. */
const REMOVED = 20;

export function createLinks(store: Store): PageLinks {
  function valid(tx: Transaction, id: string, now: number): PageLink | null {
    const link = tx.get(LINKS, id);
    return link && link.endsAt > now ? link : null;
  }

  return {
    make: (link, now) =>
      store.change(tx => {
        removeListed(tx, LINKS, { list: LINK_LISTS.ends, to: now }, REMOVED);
        tx.put(LINKS, { ...link, browser: null });
      }),

    look: (id, now) => store.read(tx => valid(tx, id, now)),

    open: (id, browser, endsAt, now) =>
      store.change(tx => {
        const link = valid(tx, id, now);
        if (!link || (link.browser !== null && link.browser !== browser)) return null;
        if (link.browser === browser) return link;
        const opened = { ...link, browser, endsAt };
        tx.put(LINKS, opened);
        return opened;
      }),
  };
}
