import type { RequestListener, ServerResponse } from 'node:http';
import type { ReadBody } from '../../kit/http/body.ts';
import type { SparingLog } from '../../kit/http/sparing-log.ts';
import type { Language } from '../../kit/language.ts';
import { type Html, html } from '../../kit/pages/html.ts';
import { sendPage } from '../../kit/pages/layout.ts';
import type { Visits } from '../../kit/pages/visits.ts';
import type { Wording, WordsFor } from '../../kit/words/wording.ts';

/** What a page says in one language. */
export type PageWords = { title: string; body: Html };

const BODY = { limit: 1024, ms: 10_000 };
/** The query of a page after a press that was written down, but not carried out yet. */
const NOTED = 'noted';

/**
 * A page behind links in texts, by their last part. A visit changes nothing, since link previews and scanners visit too; only a
 * press of a button does. It needs no script, and whoever guesses learns nothing.
 */
export function textLinkRoute<Link>(parts: {
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
  words: Pick<WordsFor, 'in'>;
  readBody: ReadBody;
  visits: Visits;
  logSparingly: SparingLog;
}): RequestListener {
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
): void {
  const [first, second] = [said(words.in(FIRST)), said(words.in(SECOND))];
  sendPage(response, status, {
    language: FIRST,
    title: first.title,
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
