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
import type { KeptTextLinks, TextLink } from './store/links.ts';

export const STOP_PATH = '/stop/';
export const ALERT_PATH = '/a/';

/** Only letters and digits: a phone may not count a `-` or `_` at the end as part of a link. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A kind of links: where they lead, how many characters their tokens have, and how long they work after their last use in a text. */
type LinkKind = { path: string; length: number; lastsMs: number };

/**
 * 71 bits. With a million links in use, somebody who tries a thousand a second, all that one address gets looked up, finds
 * one in a hundred thousand years. What they find is a masked number that they can stop, which can be undone.
 */
const STOP: LinkKind = { path: STOP_PATH, length: 12, lastsMs: 365 * DAY_MS };
/**
 * Shorter, since every character is one less for the alert: 59 bits. With ten thousand links in use, which is a bad week,
 * somebody who tries a thousand a second, all that one address gets looked up, finds one in two thousand years. What they find is
 * what fires, masked numbers, and buttons by which the others aren't texted for some hours; who pressed one stands in Slack.
 */
const ALERT: LinkKind = { path: ALERT_PATH, length: 10, lastsMs: 7 * DAY_MS };

/**
 * Links in texts, for one number of a workspace each.
 *
 * @typeParam About the intent whose text has the link; null: the number's texts all have the same
 */
type TextLinks<About extends string | null> = {
  /** Whether a link would lead here from wherever it is read. */
  isPossible(): boolean;
  /** One that is as long as all others, and leads nowhere. */
  sample(): string;
  /** The same text with a sample in place of each link: for what is shown to others than its reader. */
  shown(text: string): string;
  /** Returns the links of these numbers, which work from now on. Pass few at a time: it is one step in the store. */
  keep(
    workspace: string,
    numbers: readonly LocalNumber[],
    about: About,
  ): Promise<ReadonlyMap<LocalNumber, string>>;
  /** What a link is for, by its last part; null: nothing any more. */
  find(token: string): Promise<(TextLink & { intent: About }) | null>;
};

/** Links that let their readers stop getting texts. They work for a year. */
export type StopLinks = TextLinks<null>;
/** Links that let their readers take the incidents that a text told them of. They work for a week at most. */
export type AlertLinks = TextLinks<string>;

type LinkParts = {
  links: KeptTextLinks;
  sealer: Pick<Sealer, 'tagOf'>;
  /** Where everybody's browsers reach the app, without a trailing slash; null: nowhere. */
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
  its: {
    /** What a token is made of, and nothing else is. */
    words: (workspace: string, number: LocalNumber, about: About) => string;
    isOurs: (link: TextLink) => link is TextLink & { intent: About };
  },
): TextLinks<About> {
  const fits = new RegExp(`^[${ALPHABET}]{${length}}$`);
  const linkOf = (token: string): string => `${address() ?? ''}${path}${token}`;
  // Wherever the app was reached when the text was made.
  const inTexts = new RegExp(`(?<=${path})[${ALPHABET}]{${length}}(?![${ALPHABET}])`, 'g');
  return {
    isPossible: () => address() !== null,
    sample: () => linkOf(sampleToken(length)),
    shown: text => text.replaceAll(inTexts, sampleToken(length)),
    async keep(workspace, numbers, about) {
      const tokens = numbers.map(number => ({
        number,
        token: spelled(sealer.tagOf(its.words(workspace, number, about)), length),
      }));
      const now = clock.now();
      const kept = tokens.map(({ number, token }) => ({ number, hash: hashOf(token) }));
      await links.keep({ workspace, intent: about }, kept, now + lastsMs, now);
      return new Map(tokens.map(({ number, token }) => [number, linkOf(token)]));
    },
    async find(token) {
      const link = fits.test(token) ? await links.find(hashOf(token), clock.now()) : null;
      return link && its.isOurs(link) ? link : null;
    },
  };
}

const sampleToken = (length: number): string => 'x'.repeat(length);

/** Whether the last part of a stop link is that of a sample. */
export const isSample = (token: string): boolean => token === sampleToken(STOP.length);

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

function spelled(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  const base = BigInt(ALPHABET.length);
  return Array.from({ length }, () => {
    const letter = ALPHABET[Number(rest % base)];
    rest /= base;
    return letter;
  }).join('');
}

/** What a page says in one language. */
export type PageWords = { title: string; body: Html };

const BODY = { limit: 1024, ms: 10_000 };
/** The query of a page after a press that was written down, but not carried out yet. */
const NOTED = 'noted';

/** What the pages behind links in texts stand on. */
export type TextLinkParts = {
  words: Pick<WordsFor, 'in'>;
  readBody: ReadBody;
  visits: Visits;
  logSparingly: SparingLog;
};

/**
 * A page behind links in texts, by their last part. A visit changes nothing, since link previews and scanners visit too; only a
 * press of a button does. It needs no script, and whoever guesses learns nothing.
 */
export function textLinkRoute<Link>(
  parts: {
    find: (token: string) => Promise<Link | null>;
    /**
     * Shows the page. False: there is nothing behind the link any more.
     *
     * @param isNoted whether this follows a press that was not carried out yet
     */
    show: (link: Link, response: ServerResponse, isNoted: boolean) => Promise<boolean>;
    /** Does what the button of this name says. False: it will be done, but isn't yet. */
    press: (link: Link, what: string) => Promise<boolean>;
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
        // Redirected, so that reloading the page presses nothing.
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

/** A button that presses this. */
export function button(what: string, label: string, looks: string): Html {
  return html`<form method="post"><button class="${looks}" name="what" value="${what}">${label}</button></form>`;
}

/** Answers with a page in both languages: the reader of a text may read either, whatever their phone is set to. */
export function sendInBoth(
  words: Pick<WordsFor, 'in'>,
  response: ServerResponse,
  status: number,
  said: (words: Wording) => PageWords,
  company: string | null = null,
): void {
  const [first, second] = [said(words.in(FIRST)), said(words.in(SECOND))];
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
