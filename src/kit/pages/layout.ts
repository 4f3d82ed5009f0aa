import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Language } from '../language.ts';
import { Html, html } from './html.ts';
import { STYLE } from './style.ts';

/** One of our pages in a browser. */
export type WebPage = {
  language: Language;
  title: string;
  body: Html;
  /** Where its script is served; null: no script. */
  script?: string | null;
};

const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/**
 * Nothing is loaded from anywhere else, only our own script runs, nobody may frame the page, and forms are sent only to
 * us.
 */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    'img-src data:',
    `style-src ${STYLE_HASH}`,
    "script-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  // The address may contain a secret.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
};

/** Sets the headers that every page needs; the status and the body come later. */
export function pageHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}

/** The whole page as HTML. */
export function pageSource({ language, title, body, script = null }: WebPage): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
${new Html(`<style>${STYLE}</style>`)}
${script !== null && html`<script type="module" src="${script}"></script>`}
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.source;
}

/** Answers with a page. */
export function sendPage(response: ServerResponse, status: number, page: WebPage): void {
  pageHeaders(response);
  response.writeHead(status).end(pageSource(page));
}
