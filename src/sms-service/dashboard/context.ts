import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { html } from 'hono/html';
import { z } from 'zod';
import type { Delivery } from '../delivery/delivery.ts';
import type { Management } from '../management.ts';
import type { Credits } from '../money.ts';
import type { Rights } from '../people/roles.ts';
import { type People, SESSION_MS, type Visitor } from '../people/sign-in.ts';
import type { Account } from '../store/accounts.ts';
import type { User } from '../store/people.ts';
import type { Store } from '../store/store.ts';
import type { Language, Writer } from './words/language.ts';
import type { Words } from './words/words.ts';

/** What the pages need and act on. */
export interface Site {
  store: Store;
  people: People;
  /** What somebody may do, in their name. */
  manage(by: string): Management;
  /** Writes what has only been collected so far, so that a page is up to date. */
  flush(): void;
  now(): number;
  /** The address that callers and browsers use, without a trailing slash. */
  ownUrl(): string;
  /** Whether the service is behind a proxy with TLS. */
  behindProxy: boolean;
  pricePerPart: Credits;
  /** How many of a key's 60 requests a minute are used. */
  usedThisMinute(apiKeyId: number): number;
  delivery: Pick<Delivery, 'routes' | 'leaves' | 'backlog'>;
  /** Texts go to a phone on another page. */
  isDemo: boolean;
  /** The addresses of the style sheet, the script and the icon. */
  assets: { css: string; script: string; icon: string };
  onInternalError(error: unknown): void;
}

/** What every request to a page carries. */
export interface Env {
  Bindings: HttpBindings;
  Variables: {
    site: Site;
    language: Language;
    words: Words;
    write: Writer;
    /** Who is signed in. */
    visitor: Visitor | null;
    /** The same, and what they may do in their name; where a route is for people who are signed in. */
    user: User;
    manage: Management;
    /** What was posted. */
    body: string;
    /** The form that this page was asked to carry out, and the page that it is on. */
    posted: (Pick<Refused, 'form' | 'typed'> & { again(c: PageContext): Answered }) | null;
    /** That it couldn't. */
    refused: Refused | null;
    /** The account they are looking at, and what they may do with it; where a route is for those who have one open. */
    account: Account;
    rights: Rights;
  };
}

/** What was refused of what somebody typed: shown again as they typed it, with the reason at the field. */
export interface Refused {
  /** Which form of the page. */
  form: string;
  typed: Record<string, string>;
  /** The field that is wrong; empty: all of it. */
  field: string;
  /** What is wrong with it, in their language. */
  says: string;
  /** 422 unless something else is the matter. */
  status?: Status;
}

export type Status = 200 | 400 | 403 | 404 | 413 | 422 | 429 | 500 | 503;

export type PageContext = Context<Env>;
export type Answered = Response | Promise<Response>;
/** Made by hono's `html`, which escapes every value in it. */
export type Html = ReturnType<typeof html>;

const idSchema = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** The id in the path; one that nothing has if it isn't valid. */
export function idOf(c: PageContext): number {
  return idSchema.safeParse(c.req.param('id')).data ?? 0;
}

/**
 * The session's token in the browser. `Secure` and bound to exactly this host, unless the browser is on this machine,
 * where there is no TLS; there the name contains the port, since all ports of a host share its cookies.
 */
function cookieOf(c: PageContext): { name: string; options: { secure: boolean; prefix?: 'host' } } {
  const { hostname, port } = new URL(c.req.url);
  const here = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) && !c.var.site.behindProxy;
  if (here) return { name: `sms_session_${port}`, options: { secure: false } };
  return { name: 'sms_session', options: { secure: true, prefix: 'host' } };
}

export function readSession(c: PageContext): string | undefined {
  const { name, options } = cookieOf(c);
  return getCookie(c, name, options.prefix);
}

export function writeSession(c: PageContext, token: string): void {
  const { name, options } = cookieOf(c);
  const kept = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: SESSION_MS / 1000 } as const;
  setCookie(c, name, token, { ...kept, ...options });
}

/** For the sign-in page: whose password was just chosen here. The address bar and logs are no place for it. */
const CHOSEN_FOR = 'sms_chosen_for';

export function writeChosenFor(c: PageContext, email: string): void {
  const { secure } = cookieOf(c).options;
  setCookie(c, CHOSEN_FOR, email, { path: '/sign-in', httpOnly: true, sameSite: 'Lax', maxAge: 600, secure });
}

export const readChosenFor = (c: PageContext): string => getCookie(c, CHOSEN_FOR) ?? '';

export function forgetSession(c: PageContext): void {
  const { name, options } = cookieOf(c);
  deleteCookie(c, name, { path: '/', ...options });
}
