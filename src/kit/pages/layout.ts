import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Language } from '../words/languages.ts';

/** HTML whose filled-in values are escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** A value to fill in: text and numbers are escaped; null and false add nothing. */
type Filling = string | number | Html | readonly Html[] | null | false;

/** HTML with filled-in values, which are escaped. Attribute values need quotes around them. */
export function html(parts: TemplateStringsArray, ...fillings: readonly Filling[]): Html {
  const filled = fillings.map((filling, index) => sourceOf(filling) + (parts[index + 1] ?? ''));
  return new Html((parts[0] ?? '') + filled.join(''));
}

function sourceOf(filling: Filling): string {
  if (filling === null || filling === false) return '';
  if (filling instanceof Html) return filling.source;
  if (typeof filling === 'object') return filling.map(({ source }) => source).join('\n');
  return String(filling).replace(/[&<>"']/g, character => ESCAPED[character] ?? character);
}

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const ACCENT = '#0b6e4f'; // Not a CSS variable: old phones don't support them.

const STYLE = `
:root { color-scheme: light dark; font: 17px/1.6 system-ui, "Noto Sans Bengali", sans-serif }
html { background: #f4f2ec; color: #1b201e }
body { max-width: 34rem; margin: 6vh auto 4rem; padding: 0 1rem; overflow-wrap: break-word }
body:has(.wide) { max-width: 62rem; margin-top: 2rem }
main { padding: .5rem 1.25rem 1.25rem; border: 1px solid #e3e0d8; border-radius: .75rem; background: #fff }
h1 { font-size: 1.5rem; line-height: 1.3 }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
a { color: inherit }
ul { padding-left: 1.25rem }
.button, button { display: inline-block; margin: .5rem 1rem .5rem 0; padding: .55rem 1.3rem; border-radius: .5rem;
  border: 2px solid ${ACCENT}; background: ${ACCENT}; color: #fff; font: inherit; font-weight: 600;
  text-decoration: none; cursor: pointer }
button.second { background: transparent; color: inherit; border-color: currentColor }
button.big { width: 100%; padding: 1.1rem .25rem; font-size: 1.35rem; font-size: clamp(1rem, 7vw, 1.35rem) }
button:disabled { opacity: .55; cursor: default }
:focus-visible { outline: 3px solid; outline-offset: 3px }
[tabindex="-1"]:focus { outline: 0 }
.table { overflow-x: auto }
table { border-collapse: collapse; font-size: .9rem }
th, td { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .3rem .6rem; text-align: left;
  vertical-align: top }
header { display: flex; gap: .6rem; align-items: center; margin: .5rem 0 1rem; font-weight: 600 }
header b { background: ${ACCENT}; color: #fff; padding: .1rem .6rem; border-radius: .4rem }
::file-selector-button { font: inherit; font-weight: 600; margin-right: .8rem; padding: .4rem 1rem; border-radius: .5rem;
  border: 2px solid ${ACCENT}; background: transparent; color: inherit; cursor: pointer }
textarea, select, input:not([type=file]):not([type=checkbox]) { border: 1px solid color-mix(in srgb, currentColor 45%, transparent);
  border-radius: .4rem; background: transparent; color: inherit }
option { color: CanvasText; background: Canvas }
input, select, textarea { font: inherit; max-width: 100%; padding: .3rem; box-sizing: border-box }
textarea { width: 100% }
progress { width: 100%; height: 1.2rem }
[aria-pressed=true] { background: ${ACCENT} !important; color: #fff !important }
.problem { border-left: .3rem solid #c0392b; padding-left: .8rem }
code { font: .95em ui-monospace, monospace }
@media (prefers-color-scheme: dark) {
  html { background: #0c100f; color: #e8edea }
  main { border-color: #27322f; background: #131918 }
}
`;

type WebPage = {
  language: Language;
  title: string;
  body: Html;
  /** The workspace's name; null if it is unknown or there is none. */
  company?: string | null;
  /** The page's subject in the workspace, such as a hook's name. */
  about?: string;
  /** The address of its script; null if it has none. */
  script?: string | null;
};

const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** Pages load nothing from elsewhere, run only our own script, can't be framed, and send forms only to us. */
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

/** Sets the headers of every page; the caller sends status and body. */
export function pageHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}

export function pageSource({
  language,
  title,
  body,
  company = null,
  about = '',
  script = null,
}: WebPage): string {
  const header = [company ?? '', about].filter(Boolean).join(' · ');
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
<header><b>SMS</b>${header !== '' && html` ${header}`}</header>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.source;
}

export function sendPage(response: ServerResponse, status: number, page: WebPage): void {
  pageHeaders(response);
  response.writeHead(status).end(pageSource(page));
}
