import { describe, expect, test } from 'vitest';
import { wordingIn } from '../../src/features.ts';
import type { Problem } from '../../src/kit/problem.ts';
import type { Language } from '../../src/kit/words/languages.ts';
import { wordLeftOut, wordProblem } from '../../src/kit/words/wording.ts';
import { allProblems, arounds } from './wording-samples.ts';

/*
 * Each problem, in each language, says what it is about, the outcome for the text, and what to do. A problem
 * without its line below does not compile.
 */

/**
 * The outcome of the request. `unsure`: unknown, so the sentence may not claim one. `nothing`: there was
 * nothing to send.
 */
type Outcome = 'unsent' | 'unchanged' | 'unsure' | 'nothing';
/** The reader's next step. `over`: there is none. */
type Advice = 'correct it' | 'ask an admin' | 'ask the operator' | 'later' | 'look' | 'ask them' | 'over';

type Says = [Outcome, ...Advice[]];
type Service = Extract<Problem, { kind: 'SERVICE_REFUSED' }>;

const SAYS: { [K in Exclude<Problem['kind'], 'SERVICE_REFUSED' | 'NO_KEY' | 'NO_LONGER_UNCERTAIN'>]: Says } =
  {
    NUMBER_MISSING: ['unsent', 'correct it'],
    MESSAGE_MISSING: ['unsent', 'correct it'],
    NUMBER_INVALID: ['unsent', 'correct it'],
    MESSAGE_TOO_LONG: ['unsent', 'correct it'],
    RECIPIENTS_MISSING: ['unsent', 'correct it'],
    MESSAGE_EMPTY: ['unsent', 'correct it'],
    TEMPLATE_BROKEN: ['unsent', 'correct it'],
    TEMPLATE_UNKNOWN: ['unsent', 'correct it'],
    TEMPLATE_AND_MESSAGE: ['unsent', 'correct it'],
    DRAFT_GONE: ['unsent', 'correct it'],
    PLACEHOLDER_MISSING: ['unsent', 'correct it'],
    PLACEHOLDER_NO_CONTACT: ['unsent', 'correct it'],
    STOP_LINK_IMPOSSIBLE: ['unsent', 'ask the operator', 'correct it'],
    DEDUP_KEY_REUSED: ['unsent', 'correct it'],
    DEDUP_KEY_OLD: ['unsent', 'correct it'],
    GROUP_UNKNOWN: ['unsent', 'correct it'],
    GROUP_EMPTY: ['unsent', 'correct it'],
    GROUP_UNREADABLE: ['unsent', 'ask the operator'],
    NAME_UNKNOWN: ['unsent', 'correct it'],
    COMMAND_MISTYPED: ['unsent', 'correct it'],
    NAME_SHARED: ['unsent', 'correct it'],
    NAME_NOT_KEPT: ['nothing', 'correct it'],
    NUMBER_TAKEN: ['nothing', 'correct it'],
    COLUMN_NOT_READ: ['nothing', 'correct it'],
    CONTACTS_TOO_MANY: ['nothing', 'ask an admin'],
    CONTACT_GONE: ['nothing', 'correct it'],
    ERASED: ['unsent', 'over'],
    NAMED_GROUP_EMPTY: ['unsent', 'ask an admin'],
    NOBODY_ON_CALL: ['unsent', 'ask an admin', 'correct it'],
    CHOSEN_GONE: ['unsent', 'correct it'],
    CONTACT_UNREADABLE: ['unsent', 'ask the operator'],
    RECIPIENTS_TOO_MANY: ['unsent', 'correct it'],
    TEAMMATE_UNKNOWN: ['unsent', 'correct it'],
    TEAMMATE_WITHOUT_NUMBER: ['unsent', 'ask them', 'correct it'],
    TEAMMATE_NUMBER_INVALID: ['unsent', 'ask them', 'correct it'],
    TEAMMATE_DEACTIVATED: ['unsent', 'correct it'],
    DEACTIVATED: ['unsent', 'ask an admin'],
    GUEST_REFUSED: ['unsent', 'ask an admin'],
    OTHER_TEAM_REFUSED: ['unsent', 'ask an admin'],
    NOT_A_SENDER: ['unsent', 'ask an admin'],
    CHANNEL_REFUSED: ['unsent', 'ask an admin'],
    NUMBER_BLOCKED: ['unsent', 'ask an admin'],
    NEVER_TEXT: ['unsent', 'ask an admin'],
    ADMINS_ONLY: ['nothing', 'ask an admin'],
    MANAGERS_ONLY: ['nothing', 'ask an admin'],
    PERSON_UNKNOWN: ['unsent', 'ask the operator'],
    NOT_YOURS: ['nothing', 'ask them'],
    BROADCAST_NOT_YOURS: ['nothing', 'ask an admin'],
    BROADCAST_SPENT: ['nothing', 'ask an admin'],
    BROADCAST_OVER: ['unchanged', 'over'],
    BROADCAST_HELD: ['nothing', 'ask an admin'],
    NOT_SHOWN: ['nothing', 'ask an admin'],
    ALERTS_NOT_YOURS: ['nothing', 'ask an admin'],
    CHOSE_QUIET: ['unsent', 'ask them'],
    CAP_REACHED: ['unsent', 'ask an admin'],
    CAP_UNJUDGED: ['unsent', 'correct it', 'ask an admin'],
    BROADCAST_TOO_LARGE: ['unsent', 'correct it', 'ask an admin'],
    BROADCAST_TOO_EXPENSIVE: ['unsent', 'correct it', 'ask an admin'],
    BROADCAST_UNJUDGED: ['unsent', 'correct it', 'ask an admin'],
    BROADCAST_IS_YOURS: ['nothing', 'ask an admin'],
    BROADCAST_AUTHOR_LOST: ['unsent', 'correct it'],
    BROADCAST_DECIDED: ['nothing', 'over'],
    BROADCAST_EMPTY: ['unsent', 'correct it'],
    BROADCAST_GONE: ['unsent', 'correct it'],
    KEY_MALFORMED: ['nothing', 'correct it'],
    KEY_UNREADABLE: ['unsent', 'ask an admin', 'ask the operator'],
    UNLINKED: ['unsent', 'correct it'],
    APP_UNINSTALLED: ['unsent', 'ask an admin'],
    NOT_INSTALLED: ['unsent', 'ask an admin'],
    INSTALLATION_UNREADABLE: ['unsent', 'ask an admin'],
    SERVICE_UNREACHABLE: ['unsent', 'later'],
    SERVICE_BUSY: ['unsent', 'later'],
    EXPIRED: ['unsent', 'correct it'],
    QUESTION_OLD: ['unsent', 'correct it'],
    CANCELLED: ['unsent', 'over'],
    RESTORED: ['unsure', 'correct it'],
    TOO_LATE: ['unsure', 'look'],
    OUT_OF_HOURS: ['unsent', 'correct it'],
    ALREADY_SENT_AGAIN: ['unsent', 'over'],
    GONE: ['unsent', 'correct it'],
    STORE_AWAY: ['unsent', 'later'],
    STORE_UNSURE: ['unsure', 'look'],
    TEXT_UNREADABLE: ['unsent', 'ask the operator'],
    RESULT_UNREADABLE: ['unsure', 'look', 'ask the operator'],
    WORKSPACE_UNREADABLE: ['unsent', 'ask the operator'],
    SLACK_AWAY: ['unchanged', 'later'],
    PRESS_WAITS: ['nothing', 'over'],
    PRESS_NOT_DONE: ['nothing', 'over'],
    PRESS_STALLED: ['unsure', 'look', 'ask the operator'],
    OUTDATED: ['unchanged', 'correct it'],
    PART_REMOVED: ['unsent', 'correct it'],
    UNEXPECTED: ['unsure', 'look'],
  };

const SERVICE_SAYS: Record<NonNullable<Service['code']> | 'NONE', Says> = {
  MISSING_API_KEY: ['unsent', 'ask an admin'],
  INVALID_API_KEY: ['unsent', 'ask an admin', 'correct it'],
  ACCOUNT_SUSPENDED: ['unsent', 'ask an admin', 'correct it'],
  MISSING_PARAMETERS: ['unsent', 'ask the operator'],
  INVALID_NUMBER: ['unsent', 'correct it'],
  MESSAGE_TOO_LONG: ['unsent', 'correct it'],
  INSUFFICIENT_CREDITS: ['unsent', 'ask an admin', 'correct it'],
  RATE_LIMITED: ['unsent', 'later'],
  NONE: ['unsent', 'ask the operator'],
};

function saysOf(problem: Problem): Says {
  switch (problem.kind) {
    case 'SERVICE_REFUSED':
      return SERVICE_SAYS[problem.code ?? 'NONE'];
    case 'NO_KEY':
      return ['unsent', problem.admin ? 'correct it' : 'ask an admin'];
    case 'NO_LONGER_UNCERTAIN':
      return ['unsent', problem.state === 'refused' ? 'correct it' : 'over'];
    default:
      return SAYS[problem.kind];
  }
}

/** How each language says it; an imperative begins its clause. */
const WORDS: Record<
  Language,
  Record<Exclude<Outcome, 'unsure' | 'nothing'> | Exclude<Advice, 'over'>, RegExp>
> = {
  en: {
    unsent: /\b(nothing (more )?was sent|was not sent)\b/i,
    unchanged: /\bnothing was changed\b/i,
    'correct it':
      /(^|[.:;,?] |\bor |\band |\bthen )(put|add|name|type|use|split|shorten|fill in|paste|check|link|send|open|ask for)\b|, like (01|\+880 1)[\d-]{9,10}\b/i,
    'ask an admin':
      /\bask (a workspace admin|an admin|one of your workspace’s admins|<@U\d>)|\ban admin can\b/i,
    'ask the operator': /\bwhoever runs this app\b/,
    'ask them': /\bask them\b/i,
    later: /\btry again (later|in a minute)\b/i,
    look: /\/sms log/,
  },
  bn: {
    unsent: /পাঠানো হয়নি/,
    unchanged: /কিছু বদলানো হয়নি/,
    'correct it': /(লিখুন|দিন|কমান|পাঠান|দেখুন|করুন)([:,;।]|$)|যেমন “(01|\+880 1)[\d-]{9,10}”/,
    'ask an admin': /(অ্যাডমিন|<@U\d>)-?কে,? [^।]*(বলুন|জিজ্ঞেস করুন)|অ্যাডমিন [^।]*ইনস্টল করতে পারেন/,
    'ask the operator': /অ্যাপটি যিনি চালান তাঁকে [^।]*বলুন/,
    'ask them': /তাঁকে [^।]*বলুন/,
    later: /পরে আবার চেষ্টা করুন/,
    look: /\/sms log/,
  },
};

/** The values that the sentence must name. */
function namedIn(problem: Problem, language: Language): string[] {
  const shown =
    'near columns people id typed to label limit characters count slackError userId number cap used url admins managers channels';
  return Object.entries('feature' in problem ? problem.data : problem)
    .filter(([name]) => shown.split(' ').includes(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value.slice(0, 1) : [value]))
    .map(value => written(value, language));
}

/** The value as the language writes a count, an amount or the end of a day; unchanged otherwise. */
function written(value: unknown, language: Language): string {
  if (typeof value === 'number') return value.toLocaleString(language === 'bn' ? 'bn-BD' : 'en-US');
  if (language === 'en' || typeof value !== 'string') return String(value);
  if (value === '21:00') return 'রাত ৯টা';
  return /^[\d.]+$/.test(value)
    ? value.replace(/\d/g, digit => Number(digit).toLocaleString('bn-BD'))
    : value;
}

const OF_ROTA = { feature: 'rotas', kind: 'NOBODY_ON_CALL' } as const;

describe.each(['en', 'bn'] as const)('in %s, a problem', language => {
  const words = wordingIn(language);
  const sentences = allProblems('Zebra7').flatMap(problem =>
    arounds.map(around => ({ problem, sentence: wordProblem(words, problem, around) })),
  );

  test('says what it is about', () => {
    for (const { problem, sentence } of sentences)
      for (const value of namedIn(problem, language)) expect.soft(sentence, problem.kind).toContain(value);
    const kinds = new Map<string, string>();
    for (const { problem, sentence } of sentences) {
      expect(kinds.get(sentence) ?? problem.kind, 'all sentences differ').toBe(problem.kind);
      kinds.set(sentence, problem.kind);
    }
  });

  test('says the text’s outcome, and claims nothing beyond that', () => {
    for (const { problem, sentence } of sentences) {
      const [expectedOutcome] = saysOf(problem);
      for (const outcome of ['unsent', 'unchanged'] as const) {
        const claims = expect.soft(sentence, `${problem.kind} ${expectedOutcome}`);
        if (expectedOutcome === outcome) claims.toMatch(WORDS[language][outcome]);
        else claims.not.toMatch(WORDS[language][outcome]);
      }
    }
  });

  test('of a removed feature, or with another version’s data, says so', () => {
    const { ofFeatures: _gone, ...rest } = words;
    const incomplete = [
      { words: { ...rest, ofFeatures: {} }, problem: { ...OF_ROTA, data: { label: 'Servers' } } },
      { words, problem: { ...OF_ROTA, data: { name: 'Servers' } as never } },
      { words, problem: { ...OF_ROTA, kind: 'SOMETHING_ELSE' as never, data: { label: 'Servers' } } },
    ];
    for (const { words, problem } of incomplete) {
      expect(wordProblem(words, problem)).toBe(wordProblem(words, { kind: 'PART_REMOVED' }));
      expect(wordLeftOut(words, problem)).toBe(wordLeftOut(words, { kind: 'PART_REMOVED' }));
    }
  });

  test('says what to do', () => {
    for (const { problem, sentence } of sentences) {
      const [, ...advice] = saysOf(problem);
      expect(advice.length, problem.kind).toBeGreaterThan(0);
      for (const piece of advice)
        if (piece !== 'over')
          expect.soft(sentence, `${problem.kind}: ${piece}`).toMatch(WORDS[language][piece]);
    }
  });
});
