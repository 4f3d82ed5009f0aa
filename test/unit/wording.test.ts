import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordingIn } from '../../src/features.ts';
import { LANGUAGES, type Language } from '../../src/kit/words/languages.ts';
import { type Wording, wordLeftOut, wordProblem } from '../../src/kit/words/wording.ts';
import { PLACES } from '../../src/rotas/rota.ts';
import { countParts } from '../../src/texts/parts.ts';
import { allProblems, arounds, samples, themselves } from './wording-samples.ts';

/** Every sentence of a language by its path, with every sample. */
function everySentence(language: Language): [string, string][] {
  const words = wordingIn(language);
  const {
    problem: _problem,
    leftOut: _leftOut,
    ofFeatures: _ofFeatures,
    reservedNames: _reserved,
    ...rest
  } = words;
  return [...spoken(rest, samples, ''), ...problems(words)];
}

function* spoken(part: object, sample: object, path: string): Generator<[string, string]> {
  for (const [name, value] of Object.entries(part)) {
    const argument = (sample as Record<string, unknown>)[name];
    const here = `${path}${name}`;
    if (typeof value === 'string') yield [here, value];
    else if (typeof value === 'object') yield* spoken(value, (argument as object) ?? {}, `${here}.`);
    else for (const args of argument as unknown[][]) yield [here, value(...args)];
  }
}

function problems(words: Wording): [string, string][] {
  return allProblems('x').flatMap(problem => [
    ...arounds.map(
      around => [JSON.stringify(problem), wordProblem(words, problem, around)] as [string, string],
    ),
    [`${JSON.stringify(problem)} of one among several`, wordLeftOut(words, problem)],
  ]);
}

const BANGLA = /[\u0980-\u09ff]/;
/** Removes Slack's markup (mentions, dates, emoji, code such as `/sms link`) and placeholders. */
const withoutMarkup = (sentence: string) => sentence.replace(/<[^>]*>|`[^`]*`|:\w+:|\{\{[^}]*\}\}/g, '');

describe.each(LANGUAGES)('%s', language => {
  const sentences = everySentence(language);

  test('no sentence is empty or has an unfilled gap', () => {
    expect(sentences.length).toBeGreaterThan(100);
    for (const [path, sentence] of sentences) {
      expect(sentence.trim(), path).not.toBe('');
      expect(sentence, path).not.toMatch(/undefined|null|NaN|\[object|\$\{|\s{2,}(?!•)| [.,;।]|\.\./);
    }
  });

  test('is in its own script', () => {
    for (const [path, sentence] of sentences) {
      const text = withoutMarkup(sentence);
      if (language === 'bn' && /\p{L}/u.test(text)) expect(text, path).toMatch(BANGLA);
      if (language === 'en') expect(text, path).not.toMatch(BANGLA);
    }
  });

  test('what Slack shows as plain text has no backticks', () => {
    for (const [path, sentence] of sentences)
      if (/(^|\.)(hint|label|placeholder)$|^button\./.test(path)) expect(sentence, path).not.toContain('`');
  });

  test('fits Slack’s limits', () => {
    const limits: [RegExp, number][] = [
      [/^button\./, 75],
      [/^(link|unlink|compose)\.(title|submit|close|cancel|send)$/, 24],
      [
        /^(settings|audit)\.title$|^lists\.(addTitle|changeTitle)$|^settings\.(back|save|saveAnyway)$|^settings\.group\./,
        24,
      ],
      [/^settings\.field\.\w+\.(label|hint)$/, 2000],
      [/^settings\.field\./, 75],
      [
        /^settings\.change$|^audit\.(newer|older)$|^home\.(send|link|linkAnew|unlink|settings|asWorkspace)$/,
        75,
      ],
      [/^hooks\.(title|make)$|^hooks\.formTitle\./, 24],
      [/^hooks\.field\.\w+\.(label|hint)$/, 2000],
      [/^policies\.(title|make)$|^policies\.formTitle\./, 24],
      [/^policies\.confirmDelete\.title$/, 100],
      [/^policies\.confirmDelete\.text$/, 300],
      [/^policies\.confirmDelete\./, 30],
      [/^(policies|escalationSteps)\.field\.\w+\.(label|hint)$/, 2000],
      [/^(escalationSteps\.field|severity)\.|^policies\.(add|change|delete)$/, 75],
      [/^hooks\.(field\.|newHook$|change$|revoke$)|^home\.hooks$/, 75],
      [/^hooks\.confirmRevoke\.title$/, 100],
      [/^hooks\.confirmRevoke\.text$/, 300],
      [/^hooks\.confirmRevoke\./, 30],
      [/^people\.forget\.(title|submit)$/, 24],
      [/^approval\.(approve|reject)$/, 75],
      [/^approval\.why\.(title|submit)$/, 24],
      [/^approval\.why\.field\./, 2000],
      [/^approval\.confirm\.title$/, 100],
      [/^approval\.confirm\.text$/, 300],
      [/^approval\.confirm\./, 30],
      [/^people\.forget\.button$/, 75],
      [/^pages\.slack\.(importTitle|linkTitle)$/, 24],
      [/^people\.field\.\w+\.hint$/, 2000],
      [/^people\.field\./, 75],
      [/^people\.(title|addTitle|changeTitle|search\.submit)$/, 24],
      [/^people\.search\.placeholder$/, 150],
      [/^(textLog|story)\.title$|^textLog\.file\.title$/, 24],
      [/^textLog\.(open|mine|everybodys|further|sources\.\w+|states\.\w+|days\.\w+|file\.button)$/, 75],
      [/^confirm\.\w+\.title$/, 100],
      [/^confirm\.\w+\.text$/, 300],
      [/^confirm\.\w+\.(confirm|deny)$/, 30],
      [/^templates\.(title|formTitle\.\w+)$/, 24],
      [/^templates\.(add|change|delete|whose\.\w+|field\.whose\.\w+)$/, 75],
      [/^templates\.confirmDelete\.title$/, 100],
      [/^templates\.confirmDelete\.text$/, 300],
      [/^templates\.confirmDelete\.(confirm|deny)$/, 30],
      [/^broadcasts\.(title|toReview|sample\.submit)$/, 24],
      [/^broadcasts\.field\.\w+\.(label|hint)$|^broadcasts\.sample\.field\./, 2000],
      [/^broadcasts\.(make|textMany|fromFile\.button|button\.\w+|field\.kind\.\w+)$/, 75],
      [/^broadcasts\.confirm\w+\.title$/, 100],
      [/^broadcasts\.confirm\w+\.text$/, 300],
      [/^broadcasts\.confirm\w+\./, 30],
      [/^broadcasts\.drafts$/, 150],
      [/^people\.(previous|next|add|change)$/, 75],
      [/^schedules\.(title|changeTitle|laterTitle|schedule|save)$/, 24],
      [/^schedules\.field\.\w+\.hint$/, 2000],
      [/^schedules\.(button|field)\./, 75],
      [/^schedules\.confirmCancel\.title$/, 100],
      [/^schedules\.confirmCancel\.text$/, 300],
      [/^schedules\.confirmCancel\./, 30],
      [/^responding\.button\./, 75],
      [/^mutes\.(title|form\.(title|submit))$/, 24],
      [/^mutes\.form\.\w+\.hint$/, 2000],
      [/^mutes\.(mute$|end$|show$|form\.(what|hook|labels|time|until|reason)\.)/, 75],
      [/^responding\.(all|text)\.(title|submit)$/, 24],
      [/^responding\.text\.field\./, 2000],
      [/^responding\.confirmResolve\.title$/, 100],
      [/^responding\.confirmResolve\.text$/, 300],
      [/^responding\.confirmResolve\./, 30],
      [/^home\.(title|yourTexts|language|forAdmins|forManagers)$/, 150],
      [/^lists\.(heading|add|delete)$/, 75],
      [/^lists\.wrong\./, 2000],
      [/^(confirm\.\w+|lists\.confirm)\.title$/, 100],
      [/^(confirm\.\w+|lists\.confirm)\.text$/, 300],
      [/^(confirm\.\w+|lists\.confirm)\.(confirm|deny)$/, 30],
      [/^link\.refused\./, 2000],
      [/^progress\.(button\.|details\.(filters\.|filter$|next$|previous$)|again\.alsoUncertain\.option)/, 75],
      [/^progress\.(details|again)\.(title|submit)$/, 24],
      [/^progress\.confirmCancel\.title$/, 100],
      [/^progress\.confirmCancel\.text$/, 300],
      [/^progress\.confirmCancel\./, 30],
      [/./, 3000],
    ];
    for (const [path, sentence] of sentences) {
      const [, limit = 0] = limits.find(([where]) => where.test(path)) ?? [];
      expect(sentence.length, `${path}: ${sentence}`).toBeLessThanOrEqual(limit);
    }
  });

  test('never claims that a text was delivered: the service only accepts it', () => {
    for (const [path, sentence] of sentences) expect(sentence, path).not.toMatch(/deliver|ডেলিভার/i);
  });

  test('text that people typed can’t ping, format, or forge a line, in any sentence', () => {
    // The marks of Slack's formatting, in order: typed text must add none.
    const marks = (sentence: string) => sentence.replace(/[^<>*_~`\n|]/g, '');
    const words = wordingIn(language);
    const evil = [
      '<!channel> <@U1|me> <#C1> <https://evil|here>',
      '*b* _i_ ~s~ `c` ```d```',
      'a\n> b\r\n• c\u2028d',
      '\u202emoc.live\u202c\u200b',
      '&lt;!here&gt; @here @channel @everyone',
    ];
    const typed = fc.oneof(fc.constantFrom(...evil), fc.string({ unit: 'binary' }), fc.string());
    fc.assert(
      fc.property(typed, wild => {
        for (const [index, problem] of allProblems(wild).entries()) {
          const tame = wordProblem(words, allProblems('x')[index] as never);
          const sentence = wordProblem(words, problem);
          if (/^[a-z]+(_[a-z]+)*$/.test(wild)) continue; // An error's name, shown unchanged.
          expect(marks(sentence).replaceAll('|', ''), problem.kind).toBe(marks(tame).replaceAll('|', ''));
          expect(sentence).not.toMatch(/[\u202a-\u202e\u2028\u2029]|@(here|channel|everyone)/);
          expect(sentence.length).toBeLessThan(tame.length + 300);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** One word for one thing, with the word that is out of use. */
const ONE_WORD: Record<Language, [RegExp, string][]> = {
  en: [
    [/\b(?:data)?store\b/i, 'database'],
    [/\bwaits\b(?! until)/i, 'is on hold, or is waiting'],
    [/\b(?:some|every|any)body\b/i, 'someone, everyone, anyone'],
    [/\bforg[eo]t/i, 'erase'],
  ],
  bn: [
    [/সেবা/, 'সার্ভিস'],
    [/বার্তা/, 'মেসেজ'],
    [/সংরক্ষণ/, 'সেভ'],
    [/বাছাই/, 'বেছে নেওয়া'],
    [/তথ্যভান্ডার|স্টোর/, 'ডেটাবেস'],
    [/প্রচারমূলক|প্রচারণা/, 'প্রমোশনাল'],
    [/দায়িত্ব (?:ন|ফির)|“দেখছি”/, 'আমি দেখছি'],
    [/স্ল্যাক/, 'Slack'],
    [/পরিচিতজন|পরিচিতি|কন্ট্যাক্ট/, 'কন্টাক্ট'],
    [/অংশ (?:হবে|লাগবে|করে)|[০-৯] ?টি? অংশ/, 'পার্ট'],
    [/অঙ্ক/, 'ডিজিট'],
    [/[০-৯]টি অক্ষর|[০-৯] অক্ষরের/, 'ক্যারেক্টার'],
    [/সীমা/, 'লিমিট'],
    [/অনুরোধ/, 'রিকোয়েস্ট'],
    [/নির্ধারিত/, 'শিডিউল করা'],
    [/অতিথি/, 'গেস্ট'],
    [/মানুষ/, 'সহকর্মী, কন্টাক্ট or জন'],
    [/পাতা/, 'পেজ'],
    [/খালি/, 'ফাঁকা'],
    [/(?<![ওপ])উপর/, 'ওপর'],
    [/এখনও/, 'এখনো'],
    [/নিয়ন্ত্রক সংস্থা/, 'বিটিআরসি'],
    [/ক্রেডিট যোগ|টপ-আপ/, 'রিচার্জ'],
    [/কখনো এসএমএস নয়/, 'এসএমএস পাঠাবেন না'],
    [/সরাসরি মেসেজ/, 'ডিরেক্ট মেসেজ'],
    [/ফিরিয়ে নি|ফিরিয়ে নে/, 'আনডু'],
    [/মিটিয়ে|(?<!লি)মিটে /, 'ঠিক হয়ে গেছে'],
    [/উদ্ধৃতি|ঊর্ধ্বকমা/, 'কোটেশন'],
    [/স্বাক্ষর/, 'সিগনেচার'],
    [/লগ নম্বর/, 'লগ আইডি'],
    [/মুছুন/, 'মুছে ফেলুন'],
    [/:০০/, 'টা'],
    [/কতগুলো|কতটি/, 'কয়টি'],
    [/(?:দুই|তিন|চার|পাঁচ|ছয়|দশ|পনেরো) (?:মিনিট|ঘণ্টা|দিন|সপ্তাহ)/, '২, ৩ …'],
  ],
};

test.each(LANGUAGES)('%s uses one word for each thing', language => {
  for (const [path, sentence] of everySentence(language))
    for (const [synonym, word] of ONE_WORD[language])
      expect.soft(sentence, `${path}: ${word}`).not.toMatch(synonym);
});

test.each(LANGUAGES)('%s tells nobody to ask themselves', language => {
  // Guests and people of other workspaces decide nothing.
  const decided = allProblems('x').filter(({ kind }) => !/^(GUEST|OTHER_TEAM)_/.test(kind));
  for (const problem of decided)
    expect.soft(wordProblem(wordingIn(language), problem, themselves), problem.kind).not.toContain('<@U9>');
});

describe('Bangla', () => {
  const sentences = everySentence('bn');
  /** Text that stays in Latin digits: people dial, type or look it up, or somebody else wrote it. */
  const LATIN =
    /\+?\d[\d•() -]{3,}\d|\b0?1[0-9]\b(?= (?:দিয়ে|থেকে|নেটওয়ার্ক))|“[^”]*”|(?<=[(] ?|HTTP )\d{3}\b|, \d{3},|#\d+|GSM-7|\b5678\b|\b(?:0|01|011|880)\b|[(]011[)]/g;
  /** Sentences that consist of other people's text. */
  const OTHERS = /^alerts\.(?:said|introduced|placed)$|^alerts\.post\.(?:andMore|others)$/;

  test('writes numbers in Bengali digits', () => {
    for (const [path, sentence] of sentences)
      if (!OTHERS.test(path))
        expect
          .soft(withoutMarkup(sentence).replaceAll(LATIN, ''), `${path}: ${sentence}`)
          .not.toMatch(/[0-9]/);
  });

  test('is in normal form, so that a search finds it', () => {
    for (const [path, sentence] of sentences) expect(sentence, path).toBe(sentence.normalize('NFC'));
  });

  test('never says that a person goes: a text goes to their number, or is sent', () => {
    for (const [path, sentence] of sentences)
      expect.soft(sentence, path).not.toMatch(/-কে[^।:;]* (?:যাবে|যায়|যাচ্ছে|যাওয়ার)(?=[ ।]|$)/);
  });

  test('calls the key an API key, since “কী” alone asks what', () => {
    for (const [path, sentence] of sentences)
      expect.soft(sentence, path).not.toMatch(/(?<!API |এনক্রিপশন )কী-টি|(?<!API )কী (?:যুক্ত|সেভ|সরা|তৈরি|কপি)/);
  });
});

test('a hand-over in Bangla is one part', () => {
  const { rotas } = wordingIn('bn');
  for (let hour = 0; hour < 24; hour++) {
    const until = Date.UTC(2026, 8, 23, hour, 30);
    for (const place of PLACES) {
      const text = rotas.text[place]({ rota: 'Servers in Chattogram', until });
      expect(countParts(text).parts, text).toBe(1);
    }
  }
});

test('both languages mention the same people and name the same commands', () => {
  const named = (sentence: string) => (sentence.match(/<@U\d>|`\/sms \w+`/g) ?? []).sort();
  const [en, bn] = [everySentence('en'), everySentence('bn')];
  for (const [index, [path, sentence]] of en.entries()) {
    expect(bn[index]?.[0]).toBe(path);
    expect(named(bn[index]?.[1] ?? ''), path).toEqual(named(sentence));
  }
});
