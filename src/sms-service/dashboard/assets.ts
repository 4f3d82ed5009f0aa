import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pages, Site } from './site.ts';

const FILES = {
  css: { name: 'dashboard.css', type: 'text/css; charset=utf-8' },
  script: { name: 'copy.js', type: 'text/javascript; charset=utf-8' },
  icon: { name: 'icon.svg', type: 'image/svg+xml' },
} as const;

type AssetKind = keyof typeof FILES;

export interface Assets {
  /** Each address contains a hash of the file's content, so that browsers may cache it for ever. */
  paths: Site['assets'];
  files: Map<string, { content: string; type: string }>;
}

/** Reads the files that the pages use. */
export function readAssets(): Assets {
  const files: Assets['files'] = new Map();
  const add = (kind: AssetKind) => {
    const { name, type } = FILES[kind];
    const content = readFileSync(join(import.meta.dirname, 'assets', name), 'utf8');
    const path = `/assets/${createHash('sha256').update(content).digest('hex').slice(0, 12)}/${name}`;
    files.set(path, { content, type });
    return path;
  };
  return { paths: { css: add('css'), script: add('script'), icon: add('icon') }, files };
}

export function assetPages(app: Pages, { files }: Assets): void {
  for (const [path, { content, type }] of files) {
    const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' };
    app.get(path, c => c.body(content, 200, headers));
  }
}
