import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What sends, calls, mutes or stores something that does so later. The forms that a draft opens do it, after a press. */
const DEEDS = /\b(?:submit|begin|accept|enqueue|create|change|save|keep)\(/;
/** Drafts are the one thing that is stored. */
const DRAFTS = ['slackbotDrafts.keep('];

test('nothing in the folder sends, pages, mutes or changes anything: it reads and keeps drafts', () => {
  const files = globSync('src/slackbot/**/*.ts').filter(file => !file.endsWith('/draft.ts'));
  expect(files.length).toBeGreaterThan(8);
  const lines = files.flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => DEEDS.test(line) && !/^function create\(|^\s*(?:\/\/|\*)/.test(line))
      .map(line => `${file}: ${line.trim()}`),
  );
  expect(lines.filter(line => !DRAFTS.some(allowed => line.includes(allowed)))).toEqual([]);
});
