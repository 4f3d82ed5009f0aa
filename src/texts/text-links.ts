import { createHash } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../kit/clock.ts';
import { DAY_MS } from '../kit/day.ts';
import type { ReadBody } from '../kit/http/body.ts';
import type { SparingLog, Visits } from '../kit/http/rate-limit.ts';
import type { LocalNumber } from '../kit/number.ts';
import { type Html, html, sendPage } from '../kit/pages/layout.ts';
import type { Language } from '../kit/words/languages.ts';
import type { Wording, WordsFor } from '../kit/words/wording.ts';
import type { Sealer } from '../workspace/sealing.ts';
import type { TextLink, TextLinkStore } from './store/links.ts';

export const STOP_PATH = '/stop/';
export const ALERT_PATH = '/a/';

/** Only letters and digits, because a phone may not take a `-` or `_` at the end as part of a link. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A kind of link: its path, the length of its tokens, and how long it works after its last use in a text. */
type LinkKind = { path: string; length: number; lastsMs: number };

/**
 * 71 bits. With a million links in use, an attacker who tries a thousand a second (the most that one address may look up)
 * finds one in a hundred thousand years: a masked number that they can stop, which can be undone.
 */
const STOP: LinkKind = { path: STOP_PATH, length: 12, lastsMs: 365 * DAY_MS };
/**
 * 59 bits, because each character is one less for the alert. With ten thousand links in use, which is a bad week, an
 * attacker who tries a thousand a second (the most that one address may look up) finds one in two thousand years: what
 * fires, masked numbers, and buttons that stop others from being texted for some hours; Slack shows who pressed.
 */
const ALERT: LinkKind = { path: ALERT_PATH, length: 10, lastsMs: 7 * DAY_MS };

/**
 * Links in texts, each for one number of a workspace.
 *
 * @typeParam About the intent whose text has the link; null if all texts to the number have the same link
 */
type TextLinks<About extends string | null> = {
  /** True if the app has an address that readers can reach. */
  isPossible(): boolean;
  /** A link of the same length that leads nowhere. */
  sample(): string;
  /** Replaces the links in a text by samples, for other readers than the recipient. */
  shown(text: string): string;
  /**
   * Returns the links of these numbers; they work from now on. Pass few numbers at a time, because it is one transaction.
   */
  keep(
    workspace: string,
    numbers: readonly LocalNumber[],
    about: About,
  ): Promise<ReadonlyMap<LocalNumber, string>>;
  /** Looks up a link by its token; null if it is unknown or expired. */
  find(token: string): Promise<(TextLink & { intent: About }) | null>;
};

/** Links by which readers stop getting texts. They work for a year. */
export type StopLinks = TextLinks<null>;
/** Links by which readers acknowledge the incidents in a text. They work for a week. */
export type AlertLinks = TextLinks<string>;

type LinkParts = {
  links: TextLinkStore;
  sealer: Pick<Sealer, 'tagOf'>;
  /** The app's public address without a trailing slash; null if it has none. */
  address: () => string | null;
  clock: Clock;
};

export const createStopLinks = (deps: LinkParts): StopLinks =>
  createLinks(deps, STOP, {
    words: (workspace, number) => `stop ${workspace} ${number}`,
    isOurs: (link): link is TextLink & { intent: null } => link.intent === null,
  });

export const createAlertLinks = (deps: LinkParts): AlertLinks =>
  createLinks(deps, ALERT, {
    words: (workspace, number, intent) => `alert ${workspace} ${intent} ${number}`,
    isOurs: (link): link is TextLink & { intent: string } => link.intent !== null,
  });

function createLinks<About extends string | null>(
  { links, sealer, address, clock }: LinkParts,
  { path, length, lastsMs }: LinkKind,
  kind: {
    /** The words that a token is derived from; unique to this kind, workspace, number and intent. */
    words: (workspace: string, number: LocalNumber, about: About) => string;
    isOurs: (link: TextLink) => link is TextLink & { intent: About };
  },
): TextLinks<About> {
  const fits = new RegExp(`^[${ALPHABET}]{${length}}$`);
  const linkOf = (token: string): string => `${address() ?? ''}${path}${token}`;
  // Ignores the host, because the address may have changed since the text was made.
  const inTexts = new RegExp(`(?<=${path})[${ALPHABET}]{${length}}(?![${ALPHABET}])`, 'g');
  return {
    isPossible: () => address() !== null,
    sample: () => linkOf(sampleToken(length)),
    shown: text => text.replaceAll(inTexts, sampleToken(length)),
    async keep(workspace, numbers, about) {
      const tokens = numbers.map(number => ({
        number,
        token: spelled(sealer.tagOf(kind.words(workspace, number, about)), length),
      }));
      const now = clock.now();
      const hashes = tokens.map(({ number, token }) => ({ number, hash: hashOf(token) }));
      await links.keep({ workspace, intent: about }, hashes, now + lastsMs, now);
      return new Map(tokens.map(({ number, token }) => [number, linkOf(token)]));
    },
    async find(token) {
      const link = fits.test(token) ? await links.find(hashOf(token), clock.now()) : null;
      return link && kind.isOurs(link) ? link : null;
    },
  };
}

const sampleToken = (length: number): string => 'x'.repeat(length);

/** True for the token of a sample stop link. */
export const isSample = (token: string): boolean => token === sampleToken(STOP.length);

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

function spelled(bytes: Buffer, length: number): string {
  let remainder = BigInt(`0x${bytes.toString('hex')}`);
  const base = BigInt(ALPHABET.length);
  return Array.from({ length }, () => {
    const letter = ALPHABET[Number(remainder % base)];
    remainder /= base;
    return letter;
  }).join('');
}

/** A page in one language. */
export type PageWords = { title: string; body: Html };

const BODY = { limit: 1024, ms: 10_000 };
/** The query of a page after a press that is stored but not carried out yet. */
const NOTED = 'noted';

export type TextLinkParts = {
  words: Pick<WordsFor, 'in'>;
  readBody: ReadBody;
  visits: Visits;
  logSparingly: SparingLog;
};

/**
 * The page behind a link in a text. A visit changes nothing, because link previews and scanners visit, too; only pressing a
 * button does. It needs no script, and a wrong guess reveals nothing.
 */
export function textLinkRoute<Link>(
  parts: {
    find: (token: string) => Promise<Link | null>;
    /**
     * Shows the page. Returns false if the link no longer leads anywhere.
     *
     * @param isNoted true after a press that isn't carried out yet
     */
    show: (link: Link, response: ServerResponse, isNoted: boolean) => Promise<boolean>;
    /** Handles a press of the button with this name. Returns false if the press is stored but not carried out yet. */
    press: (link: Link, name: string) => Promise<boolean>;
    says: (words: Wording) => { title: string; gone: string; later: string };
  } & TextLinkParts,
): RequestListener {
  const { find, show, press, says, words, readBody, visits, logSparingly } = parts;

  function instead(response: ServerResponse, status: number, why: 'gone' | 'later'): void {
    sendInBoth(words, response, status, all => {
      const { title, [why]: text } = says(all);
      return { title, body: html`<p>${text}</p>` };
    });
  }

  return async (request, response) => {
    const { method = '' } = request;
    if (!['GET', 'HEAD', 'POST'].includes(method)) {
      response
        .writeHead(405, { allow: 'GET, HEAD, POST', 'content-type': 'text/plain' })
        .end('Only GET and POST\n');
      return;
    }
    const isTooSoon = (waitMs: number): boolean => {
      if (waitMs > 0) response.setHeader('retry-after', String(Math.ceil(waitMs / 1000)));
      return waitMs > 0;
    };
    if (isTooSoon(visits.any(request))) return instead(response, 429, 'later');
    try {
      const [path = '', query] = request.url?.split('?', 2) ?? [];
      const token = path.slice(path.lastIndexOf('/') + 1);
      const body = method === 'POST' ? await readBody(request, BODY) : Buffer.alloc(0);
      const link = await find(token);
      if (!link && isTooSoon(visits.inVain(request))) return void response.writeHead(429).end();
      if (!link) return instead(response, 404, 'gone');
      if (isTooSoon(visits.found(token))) return instead(response, 429, 'later');
      if (typeof body === 'string') return instead(response, 408, 'later');
      if (method === 'POST') {
        const isDone = await press(link, new URLSearchParams(body.toString()).get('what') ?? '');
        // Redirects, so that reloading the page presses nothing.
        const location = isDone ? token : `${token}?${NOTED}`;
        response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
        return;
      }
      if (!(await show(link, response, query === NOTED))) instead(response, 404, 'gone');
    } catch (error) {
      logSparingly('error', { err: error }, 'a page behind a link in a text failed');
      instead(response, 503, 'later');
    }
  };
}

export function button(name: string, label: string, looks: string): Html {
  return html`<form method="post"><button class="${looks}" name="what" value="${name}">${label}</button></form>`;
}

/** Answers in both languages, because a reader may read either, whatever their phone is set to. */
export function sendInBoth(
  words: Pick<WordsFor, 'in'>,
  response: ServerResponse,
  status: number,
  pageIn: (words: Wording) => PageWords,
  company: string | null = null,
): void {
  const [first, second] = [pageIn(words.in(FIRST)), pageIn(words.in(SECOND))];
  sendPage(response, status, {
    language: FIRST,
    title: first.title,
    company,
    body: html`${first.body}
<section lang="${SECOND}">
<h2>${second.title}</h2>
${second.body}
</section>`,
  });
}

/** Most people who get texts read Bangla. */
const FIRST: Language = 'bn';
const SECOND: Language = 'en';
