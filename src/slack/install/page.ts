import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const STYLE = `
:root { color-scheme: light dark; font: 17px/1.6 system-ui, "Noto Sans Bengali", sans-serif }
body { max-width: 32rem; margin: 14vh auto 4rem; padding: 0 1.25rem }
h1 { font-size: 1.5rem; line-height: 1.3 }
a { color: inherit }
.button { display: inline-block; margin: .5rem 1rem .5rem 0; padding: .55rem 1.3rem; border-radius: .5rem;
  background: #0b6e4f; color: #fff; font-weight: 600; text-decoration: none }
.button:focus-visible { outline: 3px solid; outline-offset: 3px }
code { font: .95em ui-monospace, monospace }
`;

/** Nothing is loaded from anywhere, nothing runs, nobody frames it. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

export type Page = {
  language: string;
  title: string;
  text: string;
  /** Ways on; the first one is what most want. */
  links: { label: string; url: string }[];
};

/** A page a person sees in the browser, as plain HTML. All that is given is text and is escaped here. */
export function html({ language, title, text, links }: Page): string {
  const [first, ...others] = links.map(
    ({ label, url }, index) =>
      `<a${index === 0 ? ' class="button"' : ''} href="${escaped(url)}">${escaped(label)}</a>`,
  );
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${first ? `<p>${[first, ...others].join('\n')}</p>` : ''}
</main>
</body>
</html>
`;
}

/** Puts on a response what every page needs; the status and the body come later. */
export function pageHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
