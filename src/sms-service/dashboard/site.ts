import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { html } from 'hono/html';
import type { RouteView } from '../delivery/dispatcher.ts';
import type { Management } from '../management.ts';
import type { Credits } from '../money.ts';
import type { People, Visitor } from '../people/people.ts';
import type { Store } from '../store/index.ts';
import type { Language, Writer } from './wording/index.ts';
import type { Words } from './wording/words.ts';

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
  routes(): RouteView[];
  /** Whether texts leave by any of them. */
  leaves: boolean;
  /** How many texts are waiting for a route. */
  waiting(): number;
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
  };
}

export type PageContext = Context<Env>;
export type Pages = Hono<Env>;
/** Made by hono's `html`, which escapes every value in it. */
export type Html = ReturnType<typeof html>;
