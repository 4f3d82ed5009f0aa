import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { indexedAt, removeListed, type Store, type Tx, table } from '../store/store.ts';

export type PageLink = LinkRecord;

const linkSchema = z.object({
  /** SHA-256 of the token in its address; the token itself is stored nowhere. */
  id: z.string(),
  workspace: z.string(),
  /** The person it was made for. */
  userId: z.string(),
  /** What the page is for. */
  purpose: z.string(),
  /** What it is about, such as a group, by its id; null: nothing in particular. */
  about: z.string().nullable(),
  /** SHA-256 of the token of the browser that opened it; null: none has. */
  browser: z.string().nullable(),
  endsAt: z.int(),
});
type LinkRecord = Readonly<z.infer<typeof linkSchema>>;

export const LINKS = table('link', linkSchema, ({ workspace, endsAt }) => ({
  ends: indexedAt(endsAt),
  byWorkspace: indexedAt(endsAt, workspace),
}));

/** How many expired links are removed whenever a new one is made. */
const REMOVED = 20;

/** Links to our pages that a person got in Slack. Each works only for the browser that opened it first. */
export function createLinks(store: Store) {
  function valid(tx: Tx, id: string, now: number): PageLink | null {
    const link = tx.get(LINKS, id);
    return link && link.endsAt > now ? link : null;
  }

  return {
    make: (link: Omit<PageLink, 'browser'>, now: number) =>
      store.transaction(tx => {
        removeListed(tx, LINKS, { index: LINKS.index('ends'), to: now }, REMOVED);
        tx.insert(LINKS, { ...link, browser: null });
      }),

    /** The link; null: there is none, or its time is over. Changes nothing. */
    look: (id: string, now: number) => store.read(tx => valid(tx, id, now)),

    /**
     * Gives the link to a browser, which has it until `endsAt`; null: there is none, its time is over, or another browser
     * has it.
     */
    open: (id: string, browser: string, endsAt: number, now: number) =>
      store.transaction(tx => {
        const link = valid(tx, id, now);
        if (!link || (link.browser !== null && link.browser !== browser)) return null;
        if (link.browser === browser) return link;
        const opened = { ...link, browser, endsAt };
        tx.put(LINKS, opened);
        return opened;
      }),
  };
}

export type PageLinks = ReturnType<typeof createLinks>;

export const PEOPLE_PATH = '/people/';

/** How long a link can be opened, and how long the browser that opened it can continue. */
const LINK_MS = 15 * 60_000;
const OPEN_MS = 60 * 60_000;
const TOKEN_BYTES = 32;
const COOKIE = 'browser';

/** The page that a link leads to, as in a request. `rest`: the rest of the path. */
export type LinkAddress = { purpose: string; token: string; rest: string };

/** `fresh`: nobody has opened the link yet; `open`: this browser has; `closed`: it doesn't work for this browser. */
type LinkAccess = { kind: 'closed' } | { kind: 'fresh' | 'open'; link: PageLink };

/** Links to pages: made in Slack for one person, opened by a button in one browser. A visit alone changes nothing. */
export type MagicLinks = {
  /**
   * Makes a link; returns its address. Its token is stored nowhere else.
   *
   * @param about what the page is about, by its id; null: nothing in particular
   */
  make(who: { workspace: string; userId: string }, purpose: string, about: string | null): Promise<string>;
  look(address: LinkAddress, request: IncomingMessage): Promise<LinkAccess>;
  /** Opens a link for the browser that asks, and sets its cookie. Null: it doesn't work any more. */
  open(address: LinkAddress, response: ServerResponse): Promise<PageLink | null>;
};

export function createMagicLinks(deps: {
  links: PageLinks;
  publicUrl: () => string;
  clock: Clock;
}): MagicLinks {
  const { links, publicUrl, clock } = deps;
  return {
    async make({ workspace, userId }, purpose, about) {
      const token = newToken();
      const now = clock.now();
      const link = { id: hashed(token), workspace, userId, purpose, about, endsAt: now + LINK_MS };
      await links.make(link, now);
      return `${publicUrl()}${PEOPLE_PATH}${purpose}/${token}`;
    },

    async look({ purpose, token }, request) {
      const link = await links.look(hashed(token), clock.now());
      if (link?.purpose !== purpose) return { kind: 'closed' };
      if (link.browser === null) return { kind: 'fresh', link };
      const browser = cookieOf(request);
      return browser !== null && hashed(browser) === link.browser
        ? { kind: 'open', link }
        : { kind: 'closed' };
    },

    async open({ purpose, token }, response) {
      const browser = newToken();
      const now = clock.now();
      const link = await links.open(hashed(token), hashed(browser), now + OPEN_MS, now);
      if (link?.purpose !== purpose) return null;
      const { protocol, pathname } = new URL(publicUrl());
      const path = `${pathname.replace(/\/$/, '')}${PEOPLE_PATH}${purpose}/${token}`;
      const cookie = `${COOKIE}=${browser}; Path=${path}; Max-Age=${OPEN_MS / 1000}; HttpOnly; SameSite=Strict`;
      response.setHeader('set-cookie', protocol === 'https:' ? `${cookie}; Secure` : cookie);
      return link;
    },
  };
}

/** Null: it isn't one of these pages' addresses. */
export function linkAddressOf(path: string): LinkAddress | null {
  const [, purpose = '', token = '', rest = ''] =
    /^\/people\/([a-z]{1,20})\/([\w-]{43})(?:\/([a-z]{1,20}))?$/.exec(path) ?? [];
  return purpose ? { purpose, token, rest } : null;
}

/** Whether another site's page made the browser send this. */
export function isFromElsewhere(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

function cookieOf(request: IncomingMessage): string | null {
  return (
    new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? null
  );
}

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
const hashed = (token: string): string => createHash('sha256').update(token).digest('base64url');
