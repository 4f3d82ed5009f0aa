import { z } from 'zod';
import { isLocalNumber, type LocalNumber } from '../../kit/number.ts';
import { indexedAt, removeListed, type Store, type Tx, table } from '../../kit/store/store.ts';

/** Twice the contacts that a workspace can have. Beyond this, its links that expire first are removed. */
export const MAX_TEXT_LINKS = 100_000;
/** A link that is texted again is extended only if it would expire this soon, so that it is rarely written. */
export const TEXT_LINK_RENEWED_MS = 30 * 24 * 3_600_000;

/**
 * The person a link in a text is for. `intent`: the person may acknowledge the incidents of this alert's text; null: the
 * person may stop getting texts.
 */
export type TextLink = { workspace: string; number: LocalNumber; intent: string | null };

const textLinkSchema = z.object({
  /** The hash of the link's token. The token is stored nowhere. */
  id: z.string(),
  workspace: z.string(),
  number: z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value)),
  /** The intent of an alert's text; null for a stop link. */
  intent: z.string().nullable(),
  until: z.int(),
});

/** Links in texts, by when they expire. */
export const TEXT_LINKS = table('text-link', textLinkSchema, ({ workspace, until }) => ({
  byWorkspace: indexedAt(until, workspace),
}));

/** Each new link removes one expired link, and each call removes this many more. */
const EXTRA_REMOVALS = 20;

export function createTextLinks(store: Store) {
  return {
    /** Stores links by their hashes; they work until about `until`. Pass few at a time, because it is one transaction. */
    keep: (
      about: Omit<TextLink, 'number'>,
      links: readonly { hash: string; number: LocalNumber }[],
      until: number,
      now: number,
    ) =>
      store.transaction(tx => {
        const stored = tx.readable(
          TEXT_LINKS,
          links.map(({ hash }) => hash),
        );
        const lasting = new Set(
          stored.filter(link => link.until > until - TEXT_LINK_RENEWED_MS).map(({ id }) => id),
        );
        const fresh = links.filter(({ hash }) => !lasting.has(hash));
        if (fresh.length === 0) return;
        makeRoom(tx, about.workspace, fresh.length, now);
        for (const { hash, number } of fresh) tx.put(TEXT_LINKS, { id: hash, ...about, number, until });
      }),

    /** Null if the link is unknown or has expired. */
    find: (hash: string, now: number) =>
      store.read(tx => {
        const link = tx.get(TEXT_LINKS, hash);
        if (!link || link.until <= now) return null;
        const { workspace, number, intent } = link;
        return { workspace, number, intent };
      }),
  };
}

export type TextLinkStore = ReturnType<typeof createTextLinks>;

function makeRoom(tx: Tx, workspace: string, coming: number, now: number): void {
  const index = TEXT_LINKS.index('byWorkspace', workspace);
  const over = tx.count(index) + coming - MAX_TEXT_LINKS;
  if (over > 0) removeListed(tx, TEXT_LINKS, { index }, over);
  else removeListed(tx, TEXT_LINKS, { index, to: now }, coming + EXTRA_REMOVALS);
}
