import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { indexedAt, removeListed, type Store, type Tx, table } from '../store/store.ts';

export type PageLink = LinkRecord;

const linkSchema = z.object({
  /** SHA-256 of the token in its address; the token itself is never stored. */
  id: z.string(),
  workspace: z.string(),
  /** The person who got the link. */
  userId: z.string(),
  /** The kind of page. */
  purpose: z.string(),
  /** The id of the page's subject, such as a group; null if it has none. */
  about: z.string().nullable(),
  /** SHA-256 of the token of the browser that opened it; null if it is unopened. */
  browser: z.string().nullable(),
  endsAt: z.int(),
});
type LinkRecord = Readonly<z.infer<typeof linkSchema>>;

export const LINKS = table('link', linkSchema, ({ workspace, endsAt }) => ({
  ends: indexedAt(endsAt),
  byWorkspace: indexedAt(endsAt, workspace),
}));

/** At most this many expired links are removed with each new link. */
const MAX_REMOVED = 20;

/** Links to our pages, made in Slack for one person. Each works only in the browser that opened it first. */
export function createLinks(store: Store) {
  function valid(tx: Tx, id: string, now: number): PageLink | null {
    const link = tx.get(LINKS, id);
    return link && link.endsAt > now ? link : null;
  }

  return {
    make: (link: Omit<PageLink, 'browser'>, now: number) =>
      store.transaction(tx => {
        removeListed(tx, LINKS, { index: LINKS.index('ends'), to: now }, MAX_REMOVED);
        tx.insert(LINKS, { ...link, browser: null });
      }),

    /** The link; null if there is none or it has expired. */
    look: (id: string, now: number) => store.read(tx => valid(tx, id, now)),

    /**
     * Binds the link to a browser until `endsAt`; null if there is no link, it has expired, or another browser has opened it.
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

/** The time in which a link can be opened, and then the time for which its browser can use it. */
const LINK_MS = 15 * 60_000;
const OPEN_MS = 60 * 60_000;
const TOKEN_BYTES = 32;
const COOKIE = 'browser';

/** The path of a request for a page. `subpath`: the part after the token. */
export type LinkAddress = { purpose: string; token: string; subpath: string };

/** `fresh`: no browser has opened the link; `open`: this browser has; `closed`: it doesn't work in this browser. */
type LinkAccess = { kind: 'closed' } | { kind: 'fresh' | 'open'; link: PageLink };

/** Links to pages, made in Slack for one person. A button on the page opens a link; a visit alone changes nothing. */
export type MagicLinks = {
  /**
   * Makes a link and returns its address, the only place that has the token.
   *
   * @param about the id of the page's subject; null if it has none
   */
  make(user: { workspace: string; userId: string }, purpose: string, about: string | null): Promise<string>;
  look(address: LinkAddress, request: IncomingMessage): Promise<LinkAccess>;
  /** Opens a link in the browser that sent the request, and sets its cookie; null if the link no longer works. */
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

/** Reads a request's path; null if no page for people can have it. */
export function linkAddressOf(path: string): LinkAddress | null {
  const [, purpose = '', token = '', subpath = ''] =
    /^\/people\/([a-z]{1,20})\/([\w-]{43})(?:\/([a-z]{1,20}))?$/.exec(path) ?? [];
  return purpose ? { purpose, token, subpath } : null;
}

/** True if another site's page made the browser send the request. */
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
