import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { send } from './respond.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

// Everything is served from here: the playground's pages make no request to anywhere else.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const PAGE = new URL('../page/', import.meta.url);

/** Serves one file of the page; `/` is index.html. Returns false if there is no such file. */
export async function serveAsset(response: ServerResponse, path: string): Promise<boolean> {
  const name = path === '/' ? 'index.html' : path.slice(1);
  const type = TYPES[extname(name)];
  if (!type || !/^[a-z-]+(\/[a-z-]+)*\.[a-z]+$/.test(name)) return false;
  try {
    const body = await readFile(new URL(name, PAGE), 'utf8');
    send(response, 200, body, {
      'content-type': type,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
    return true;
  } catch {
    return false;
  }
}
