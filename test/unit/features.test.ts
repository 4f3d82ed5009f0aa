import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FEATURES, wordingIn } from '../../src/features.ts';
import { type AnyFeature, addExtensions, commandWordsOf, inboxContentsOf } from '../../src/kit/feature.ts';
import type { CommandWord, Services } from '../../src/kit/slack/services.ts';
import { LANGUAGES } from '../../src/kit/words/languages.ts';
import { nameFault } from '../../src/texts/parse/name.ts';
import { isCommandWord } from '../../src/texts/parse/sms-command.ts';
import { auditSentence } from '../../src/workspace/audit.ts';

/* Features' declarations: nothing is claimed twice, and a removed feature's data causes no trouble. */

const keysOf = (part: (feature: AnyFeature) => object | undefined): string[] =>
  FEATURES.flatMap(feature => Object.keys(part(feature) ?? {}));

test.each([
  ['name', FEATURES.map(({ name }) => name)],
  ['failure', keysOf(({ problems }) => problems?.kinds)],
  ['entry of the audit log', keysOf(({ audit }) => audit?.kinds)],
  ['inbox', keysOf(({ inboxes }) => inboxes)],
  ['sealed document', keysOf(({ sealed }) => sealed)],
  ['program', keysOf(({ programs }) => programs)],
])('no two features claim the same %s', (_, claimed) => {
  expect(claimed.length).toBeGreaterThan(1);
  expect(claimed.filter((kind, at) => claimed.indexOf(kind) !== at)).toEqual([]);
});

test('each inbox has a worker', () => {
  const files = globSync('src/**/*.ts').map(file => readFileSync(file, 'utf8'));
  const working = files.filter(code => code.includes('createInboxWorker({'));
  for (const kind of Object.keys(inboxContentsOf(FEATURES)))
    expect
      .soft(
        working.some(code => code.includes(`kind: '${kind}',`)),
        kind,
      )
      .toBe(true);
});

test('two features may add to a list, but only one may set a single value', () => {
  type Added = { erasers: string[]; book: string };
  const extensions: Partial<Added> = {};
  addExtensions(extensions, { erasers: ['rotas'] });
  addExtensions(extensions, { erasers: ['alerts'], book: 'contacts' });
  expect(extensions).toEqual({ erasers: ['alerts', 'rotas'], book: 'contacts' });
  expect(() => addExtensions(extensions, { book: 'others' })).toThrow('Two features add book');
});

test('no feature claims a command word of the core', () => {
  const words = [...commandWordsOf(FEATURES, {} as Services).keys()];
  expect(words.length).toBeGreaterThan(20);
  expect(words.filter(isCommandWord)).toEqual([]);
});

test('no name may equal a command word that text may follow', () => {
  const words = wordingIn('en');
  const before = [...commandWordsOf(FEATURES, {} as Services)].filter(([, { takesText }]) => takesText);
  expect(before.length).toBeGreaterThan(2);
  for (const [word] of before) expect.soft(nameFault(word, 40, words), word).toBe('command');
});

test('a word after the command belongs to one feature', () => {
  const word: CommandWord = { spelled: ['list'], button: 'open_list', open: async () => undefined };
  const both = ['a', 'b'].map(
    (name): AnyFeature => ({
      name,
      words: { en: {}, bn: {} },
      listeners: () => [],
      commandWords: () => [word],
    }),
  );
  expect(() => commandWordsOf(both, {} as Services)).toThrow('Two features claim the word list');
});

test.each(LANGUAGES)('an entry of the audit log whose feature isn’t here says so, %s', language => {
  const words = wordingIn(language);
  const stored = { at: 0, by: 'U1', rota: 'Servers' };
  const without = FEATURES.filter(({ name }) => name !== 'rotas');
  const [ofRotas, foreign, odd] = ['rota_made', 'faxed', 'constructor'].map(action => ({
    what: action,
    ...stored,
  }));
  expect(auditSentence(FEATURES, words, ofRotas as never)).toContain('Servers');
  expect(auditSentence(without, words, ofRotas as never)).toBe(words.audit.partRemoved);
  expect(auditSentence(FEATURES, words, foreign as never)).toBe(words.audit.partRemoved);
  expect(auditSentence(FEATURES, words, odd as never)).toBe(words.audit.partRemoved);
  expect(auditSentence(FEATURES, words, { what: 'rota_made', at: 0, by: 'U1' })).toBe(
    words.audit.partRemoved,
  );
});
