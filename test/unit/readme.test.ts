import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
/** Made by running the project, so not there in a fresh clone. */
const MADE_LATER = /^(\.\/)?(data|node_modules)\b/;

describe.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })])(
  '%s',
  file => {
    const text = readFileSync(join(root, file), 'utf8');

    test('names only paths that exist', () => {
      const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, path = '']) => path)
        .filter(path => !/^[a-z]+:/.test(path))
        .map(path => join(dirname(file), path));
      const quoted = [
        ...text.matchAll(/`((?:src|test|docs|bench|\.ci)\/[\w./-]*|[\w-]+\.(?:yml|json|md|ts))`/g),
      ]
        .map(([, path = '']) => path)
        .filter(path => !MADE_LATER.test(path));
      expect([...links, ...quoted].filter(path => !existsSync(join(root, path)))).toEqual([]);
    });

    test('names only commands that exist', () => {
      const named = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
      expect(named.filter(name => !(name in scripts))).toEqual([]);
    });
  },
);
