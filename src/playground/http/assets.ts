import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Context } from 'hono';
import type { Panel } from '../options.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const PAGE = new URL('../page/', import.meta.url);

/** The page's libraries, served as published, so that the page needs no build step. */
const LIBRARIES: Record<string, string> = {
  'library/preact.js': 'preact',
  'library/hooks.js': 'preact/hooks',
  'library/htm.js': 'htm',
  'library/htm-preact.js': 'htm/preact',
};

/**
 * The content security policy. Allows only files of this server, so the page makes no request elsewhere. The one inline
 * script, which maps the libraries' names, is allowed by its hash.
 */
function policy(): string {
  const html = readFileSync(new URL('index.html', PAGE), 'utf8');
  const names = /<script type="importmap">([^<]*)<\/script>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(names).digest('base64');
  return (
    `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; img-src 'self' data:; ` +
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
  );
}

/** Serves a file of the page, of a library, or of a panel (`/panel/<id>/…`). */
export async function serveAsset(c: Context, panels: readonly Panel[]): Promise<Response> {
  const { path } = c.req;
  const name = path === '/' ? 'index.html' : path.slice(1);
  const type = TYPES[extname(name)];
  const file = fileOf(name, panels);
  if (!type || !file || !existsSync(file)) return c.text('not found', 404);
  return c.body(await readFile(file, 'utf8'), 200, {
    'content-type': type,
    'content-security-policy': policy(),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  });
}

function fileOf(name: string, panels: readonly Panel[]): URL | undefined {
  const library = Object.hasOwn(LIBRARIES, name) ? LIBRARIES[name] : undefined;
  if (library) return new URL(import.meta.resolve(library));
  const [, id, file = name] = /^panel\/([a-z-]+)\/(panel\.(?:js|css))$/.exec(name) ?? [];
  if (!/^[a-z-]+\.[a-z]+$/.test(file)) return undefined;
  const folder = id ? panels.find(panel => panel.id === id)?.files : PAGE;
  return folder && new URL(file, folder);
}
