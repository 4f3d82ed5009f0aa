import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { html } from 'hono/html';
import { z } from 'zod';
import type { Delivery } from '../delivery/delivery.ts';
import type { Management } from '../management.ts';
import type { Credits } from '../money.ts';
import type { Permissions } from '../people/roles.ts';
import { type People, SESSION_MS, type Visitor } from '../people/sign-in.ts';
import type { Account } from '../store/accounts.ts';
import type { User } from '../store/people.ts';
import type { Store } from '../store/store.ts';
import type { Language, Writer } from './words/language.ts';
import type { Words } from './words/words.ts';

/** The services and settings that the pages use. */
export interface Site {
  store: Store;
  people: People;
  /** The operations, with the user's name in the ledger and the audit log. */
  manage(by: string): Management;
  /** Writes the usage collected so far, so that a page is up to date. */
  flush(): void;
  now(): number;
  /** The address that callers and browsers use, without a trailing slash. */
  ownUrl(): string;
  /** True if the service is behind a proxy with TLS. */
  behindProxy: boolean;
  pricePerPart: Credits;
  /** The number of a key's requests that count now, out of 60 a minute. */
  usedThisMinute(apiKeyId: number): number;
  delivery: Pick<Delivery, 'routes' | 'leaves' | 'backlog'>;
  /** True in the demo, whose texts go to the phone on its page. */
  isDemo: boolean;
  assets: { css: string; script: string; icon: string };
  onInternalError(error: unknown): void;
}

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    site: Site;
    language: Language;
    words: Words;
    write: Writer;
    /** The signed-in user. */
    visitor: Visitor | null;
    /** The signed-in user and their operations; set for routes that require one. */
    user: User;
    manage: Management;
    /** The body of a POST. */
    body: string;
    /** The posted form, and the page that shows it again. */
    posted: (Pick<Refused, 'form' | 'typed'> & { again(c: PageContext): Answered }) | null;
    /** The rejected form, to be shown again. */
    refused: Refused | null;
    /** The open account and the user's permissions in it; set for routes that require one. */
    account: Account;
    permissions: Permissions;
  };
}

/** A rejected form: shown again with the user's input, and the reason beside its field. */
export interface Refused {
  form: string;
  typed: Record<string, string>;
  /** The field with the error; empty if the whole form is concerned. */
  field: string;
  /** The reason, in the user's language. */
  says: string;
  /** 422 by default. */
  status?: Status;
}

export type Status = 200 | 400 | 403 | 404 | 413 | 422 | 429 | 500 | 503;

export type PageContext = Context<Env>;
export type Answered = Response | Promise<Response>;
/** Hono's `html` escapes every value in it. */
export type Html = ReturnType<typeof html>;

const idSchema = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** The id in the path; 0, which is no id, if it is invalid. */
export function idOf(c: PageContext): number {
  return idSchema.safeParse(c.req.param('id')).data ?? 0;
}

/**
 * The cookie with the session's token. `Secure` and bound to this host, except on this machine, where there is no
 * TLS; there the name contains the port, because all ports of a host share cookies.
 */
function cookieOf(c: PageContext): { name: string; options: { secure: boolean; prefix?: 'host' } } {
  const { hostname, port } = new URL(c.req.url);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) && !c.var.site.behindProxy;
  if (isLocal) return { name: `sms_session_${port}`, options: { secure: false } };
  return { name: 'sms_session', options: { secure: true, prefix: 'host' } };
}

export function readSession(c: PageContext): string | undefined {
  const { name, options } = cookieOf(c);
  return getCookie(c, name, options.prefix);
}

export function writeSession(c: PageContext, token: string): void {
  const { name, options } = cookieOf(c);
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: SESSION_MS / 1000 } as const;
  setCookie(c, name, token, { ...attributes, ...options });
}

/**
 * The cookie that names the user who has just chosen a password, for the sign-in page. A query would put the e-mail
 * address into the address bar and logs.
 */
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
