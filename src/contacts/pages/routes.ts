import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SparingLog } from '../../kit/http/rate-limit.ts';
import type { FilePages } from '../../kit/pages/file-pages.ts';
import { html, pageHeaders, sendPage } from '../../kit/pages/layout.ts';
import {
  isFromElsewhere,
  type LinkAddress,
  linkAddressOf,
  type MagicLinks,
  type PageLink,
  PEOPLE_PATH,
} from '../../kit/pages/magic-links.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Permission } from '../../kit/slack/listener.ts';
import { type Language, preferredLanguage } from '../../kit/words/languages.ts';
import type { Wording, WordsFor } from '../../kit/words/wording.ts';
import type { Languages } from '../../workspace/settings.ts';
import type { ImportPages, PagePart } from './import-pages.ts';

declare module '../../kit/slack/services.ts' {
  interface Extensions {
    /** Pages with a file to download. */
    filePages: readonly FilePages[];
  }
}

const SCRIPT_PATH = `${PEOPLE_PATH}import.js`;
/** Relative to the page behind a link. */
const SCRIPT_FROM_PAGE = '../import.js';

/**
 * `GET` and `POST /people/…`: the import page and download pages, each behind a link for one person. Opening an import
 * link binds it to the browser; a download link works once. Every request but a progress poll checks the person's
 * permission.
 */
export function peopleRoute(parts: {
  magicLinks: MagicLinks;
  importPages: ImportPages;
  files: () => readonly FilePages[];
  /** Why the person may not use their link now; null if they may. */
  linkProblem: (permission: Permission<PageLink>, link: PageLink) => Promise<Problem | null>;
  /** The workspace's name; null if unknown. */
  nameOf: (workspace: string) => Promise<string | null>;
  languages: Languages;
  words: Pick<WordsFor, 'in'>;
  /** For browsers that ask for none of our languages. */
  language: Language;
  logSparingly: SparingLog;
}): RequestListener {
  const { magicLinks, importPages, files, linkProblem, nameOf, languages, words, logSparingly } = parts;
  const script = readFileSync(new URL('./assets/import.js', import.meta.url));

  const sendNotice = (
    response: ServerResponse,
    status: number,
    notice: 'over' | 'away' | 'wrongRequest',
    language: Language,
  ) => {
    const { title, text } = words.in(language).pages[notice];
    sendPage(response, status, { language, title, body: html`<p>${text}</p>` });
  };

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    address: LinkAddress,
    pages: ImportPages | FilePages,
    browserLanguage: Language,
  ) {
    const file = 'purpose' in pages ? pages : null;
    const isPost = request.method === 'POST';
    if (isPost && isFromElsewhere(request)) return sendNotice(response, 403, 'wrongRequest', browserLanguage);
    const at = await magicLinks.look(address, request);
    if (at.kind === 'closed') return sendNotice(response, 410, 'over', browserLanguage);
    const { link } = at;
    const language = await languages.of(link.workspace, link.userId);
    // The page polls an import's progress every second, and it reveals nothing else.
    const isFree = at.kind === 'open' && address.subpath === 'progress';
    const problem = isFree ? null : await linkProblem(pages.permission, link);
    const wording = words.in(language);
    if (problem?.kind === 'SLACK_AWAY') return sendNotice(response, 503, 'away', language);
    if (problem) {
      const { title, text } = wording.pages.notAllowed;
      const why = file ? file.refused(wording, problem) : text;
      if (why === null) return sendNotice(response, 410, 'over', language);
      return sendPage(response, 403, { language, title, body: html`<p>${why}</p>` });
    }
    if (at.kind === 'fresh') {
      if (address.subpath !== '') return sendNotice(response, 410, 'over', language);
      return isPost
        ? openLink(response, address, file, wording, language)
        : offer(response, link, file, wording, language);
    }
    if (file) return sendNotice(response, 410, 'over', language);
    if (address.subpath !== '') {
      return answer(response, await importPages.answer(link, address, wording, request, response));
    }
    if (isPost) return seeOther(response, address);
    const { title } = wording.pages.import;
    const [body, company] = await Promise.all([importPages.page(link, wording), nameOf(link.workspace)]);
    return sendPage(response, 200, { language, title, body, company, script: SCRIPT_FROM_PAGE });
  }

  /** Shows what the link is for, with a button that opens it. */
  async function offer(
    response: ServerResponse,
    link: PageLink,
    file: FilePages | null,
    words: Wording,
    language: Language,
  ) {
    const company = await nameOf(link.workspace);
    if (file) {
      const filePage = await file.page(link, words);
      if (!filePage) return sendNotice(response, 410, 'over', language);
      const body = html`<p>${filePage.intro}</p><form method="post"><p><button>${filePage.download}</button></p></form>`;
      return sendPage(response, 200, { language, title: filePage.title, body, company });
    }
    const { title, intro, open } = words.pages.import;
    const body = html`<p>${intro}</p><form method="post"><p><button>${open}</button></p></form>`;
    return sendPage(response, 200, { language, title, body, company });
  }

  async function openLink(
    response: ServerResponse,
    address: LinkAddress,
    file: FilePages | null,
    words: Wording,
    language: Language,
  ) {
    const link = await magicLinks.open(address, response);
    if (!link) return sendNotice(response, 410, 'over', language);
    if (!file) return seeOther(response, address);
    response.removeHeader('set-cookie');
    return file.download(link, words, response);
  }

  return async (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    const browserLanguage = preferredLanguage(request.headers['accept-language'], parts.language);
    if (request.method !== 'GET' && request.method !== 'POST') {
      response
        .writeHead(405, { allow: 'GET, POST', 'content-type': 'text/plain' })
        .end('Only GET and POST\n');
      return;
    }
    if (path === SCRIPT_PATH) {
      pageHeaders(response);
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
      return;
    }
    const address = linkAddressOf(path);
    const pages =
      address?.purpose === 'import'
        ? importPages
        : files().find(candidate => candidate.purpose === address?.purpose);
    if (!address || !pages) return sendNotice(response, 404, 'over', browserLanguage);
    try {
      await serve(request, response, address, pages, browserLanguage);
    } catch (error) {
      logSparingly('error', { err: error }, 'a page could not be shown');
      if (response.headersSent) response.destroy();
      else sendNotice(response, 503, 'away', browserLanguage);
    }
  };
}

/** Redirects to the page itself, so that a reload repeats nothing. */
function seeOther(response: ServerResponse, { token }: LinkAddress): void {
  response.writeHead(303, { location: token, 'cache-control': 'no-store' }).end();
}

function answer(response: ServerResponse, pagePart: PagePart): void {
  pageHeaders(response);
  if (pagePart.kind === 'part') response.writeHead(200).end(pagePart.part.source);
  else if (pagePart.kind === 'status')
    response.writeHead(pagePart.status, { 'content-type': 'text/plain' }).end(`${pagePart.status}\n`);
  else {
    const disposition = `attachment; filename="${pagePart.name}.csv"`;
    response
      .writeHead(200, { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': disposition })
      .end(pagePart.text);
  }
}
