import type { RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../domain/clock.ts';
import type { Language } from '../domain/intent.ts';
import { maskNumber } from '../domain/number.ts';
import type { ReadBody } from '../http/body.ts';
import type { SparingLog } from '../http/sparing-log.ts';
import type { StopLink } from '../storage/ports.ts';
import { type Wording, wordingIn } from '../wording/index.ts';
import type { NeverText } from '../workspaces/never-text.ts';
import { STOP_PATH, type StopLinks } from '../workspaces/stop-links.ts';
import { type Html, html } from './html.ts';
import { sendPage } from './layout.ts';

type StopWords = Wording['stop'];

/** How long somebody who pressed by mistake can undo it. */
const UNDO_MS = 24 * 3_600_000;
const BODY = { limit: 1024, ms: 10_000 };

/**
 * The page behind the link in a text that lets its reader stop getting texts from this workspace. A visit changes
 * nothing, since link previews visit too; only its button does. It needs no script.
 */
export function stopRoute(parts: {
  stopLinks: Pick<StopLinks, 'find'>;
  neverText: NeverText;
  readBody: ReadBody;
  /** Milliseconds until somebody at this address may look again; 0: they may now. */
  waitFor: (address: string) => number;
  clock: Pick<Clock, 'wall'>;
  logSparingly: SparingLog;
}): RequestListener {
  const { stopLinks, neverText, readBody, waitFor, clock, logSparingly } = parts;

  /** The current state for somebody. */
  async function standing({ workspace, number }: StopLink): Promise<'texted' | 'stopped' | 'undoable'> {
    const never = (await neverText.of(workspace, [number])).get(number);
    if (!never) return 'texted';
    return never.by === null && clock.wall() - never.at < UNDO_MS ? 'undoable' : 'stopped';
  }

  async function press(link: StopLink, body: string): Promise<void> {
    const isUndo = new URLSearchParams(body).get('what') === 'undo';
    if (!isUndo) await neverText.stop(link.workspace, null, link.number);
    else if ((await standing(link)) === 'undoable') await neverText.allow(link.workspace, null, link.number);
  }

  return async (request, response) => {
    const { method = '' } = request;
    if (!['GET', 'HEAD', 'POST'].includes(method)) {
      response
        .writeHead(405, { allow: 'GET, HEAD, POST', 'content-type': 'text/plain' })
        .end('Only GET and POST\n');
      return;
    }
    const waitMs = waitFor(request.socket.remoteAddress ?? '');
    if (waitMs > 0) {
      response.setHeader('retry-after', String(Math.ceil(waitMs / 1000)));
      return show(response, 429, words => html`<p>${words.later}</p>`);
    }
    try {
      const path = request.url?.split('?', 1)[0] ?? '';
      const body = method === 'POST' ? await readBody(request, BODY) : Buffer.alloc(0);
      const link = await stopLinks.find(path.slice(STOP_PATH.length));
      if (!link) return show(response, 404, words => html`<p>${words.gone}</p>`);
      if (typeof body === 'string') return show(response, 408, words => html`<p>${words.later}</p>`);
      if (method === 'POST') {
        await press(link, body.toString());
        // Redirected, so that reloading the page presses nothing.
        response.writeHead(303, { location: path, 'cache-control': 'no-store' }).end();
        return;
      }
      const stands = await standing(link);
      const number = maskNumber(link.number);
      show(response, 200, words => pageBody(words, stands, number));
    } catch (error) {
      logSparingly('error', { err: error }, 'a stop page failed');
      show(response, 503, words => html`<p>${words.later}</p>`);
    }
  };
}

function pageBody(words: StopWords, stands: 'texted' | 'stopped' | 'undoable', number: string): Html {
  if (stands === 'texted') {
    return html`<p>${words.ask(number)}</p>
${button('stop', words.stop, '')}`;
  }
  return html`<p>${words.done(number)}</p>
${
  stands === 'undoable' &&
  html`<p>${words.mistake}</p>
${button('undo', words.undo, 'second')}`
}`;
}

function button(what: 'stop' | 'undo', label: string, looks: string): Html {
  return html`<form method="post"><button class="${looks}" name="what" value="${what}">${label}</button></form>`;
}

/** The reader of a text may read either language, whatever their phone is set to. */
function show(response: ServerResponse, status: number, body: (words: StopWords) => Html): void {
  const [first, second] = [wordingIn(FIRST).stop, wordingIn(SECOND).stop];
  sendPage(response, status, {
    language: FIRST,
    title: first.title,
    body: html`${body(first)}
<section lang="${SECOND}">
<h2>${second.title}</h2>
${body(second)}
</section>`,
  });
}

/** Most people who get texts read Bangla. */
const FIRST: Language = 'bn';
const SECOND: Language = 'en';
