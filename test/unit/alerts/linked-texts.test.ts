import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_FACTS, SEVERITIES } from '../../../src/alerts/alert.ts';
import { type AlertKind, inOrder } from '../../../src/alerts/alert-list-text.ts';
import { partsOf, planned } from '../../../src/alerts/plan-texts.ts';
import type { Statement } from '../../../src/alerts/statement.ts';
import { wordingIn } from '../../../src/features.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { LANGUAGES } from '../../../src/kit/words/languages.ts';
import { parsePlaceholders } from '../../../src/texts/parse/placeholders.ts';
import { countParts } from '../../../src/texts/parts.ts';
import { createCheckMessage, createMessagesOf, createRender } from '../../../src/texts/sending/messages.ts';

/* Texts about alerts that end in a link, from the statement to the sent message. */

const NUMBER = '01712345678' as LocalNumber;
const ADDRESS = 'https://sms.example.com/a/';
const [SAMPLE, LINK] = [`${ADDRESS}${'x'.repeat(10)}`, `${ADDRESS}4fQ9sKd2Zx`];

const messagesOf = createMessagesOf({
  checkMessage: createCheckMessage({
    render: createRender({
      contacts: { withNumbers: async () => ({ contacts: [], stops: new Map(), unreadable: [] }) } as never,
      fill: async (_workspace: string, fillings: readonly { text: string }[]) => fillings as never,
    } as never),
    fields: { fieldsAmong: async () => new Set() },
    stopLinks: { isPossible: () => false },
  }),
  alertLinks: { isPossible: () => true, keep: async () => new Map([[NUMBER, LINK]]) },
});

type TextInput = {
  statement: Statement;
  language: (typeof LANGUAGES)[number];
  firing?: string | null;
  template?: string | null;
};

/** The sent message, and how many parts were planned for it. */
async function textFor({ statement, language, firing = null, template = null }: TextInput) {
  const hook = {
    id: 'H1',
    name: 'Ops',
    link: true,
    language,
    templates: { firing, resolved: null },
    unicodeParts: 2,
  } as never;
  const grouped = { hook: 'H1', hooks: ['H1'], statement, incidents: [1], firing: [1], isOverflow: false };
  const read = template === null ? null : parsePlaceholders(template);
  const words = {
    templateOf: () => (read?.ok ? read.pieces : null),
    wordsOf: () => wordingIn(language),
    link: SAMPLE,
  };
  const about = { ...words, workspace: 'T1', newId: () => 'I1', now: 0 };
  const [text] = runToEnd(planned([{ ...grouped, id: 3, to: [NUMBER], isUrgent: false }], [hook], about));
  if (!text) throw new Error('Nothing was planned');
  const messages = await messagesOf(text.intent, [NUMBER]);
  const [sent] = messages.ok ? messages.texts : [];
  if (!sent) throw new Error('Nothing can be sent');
  return { ...sent, promised: partsOf(grouped, [hook], words) };
}

const bangla = 'ডিস্ক ভরে গেছে ';
const words = fc.oneof(
  fc.string({ maxLength: 1700 }),
  fc.string({ unit: 'binary', maxLength: 1700 }),
  fc.constantFrom(bangla.repeat(120), '[{€}]~'.repeat(300), '😀'.repeat(900), 'x'.repeat(1600)),
);
const kind = fc.record({
  occasion: fc.constantFrom('firing' as const, 'reminder' as const),
  severity: fc.constantFrom(...SEVERITIES),
  called: fc.oneof(fc.stringMatching(/^[A-Z][a-z]{2,20}$/), fc.constant(bangla.trim())),
  alerts: fc.integer({ min: 1, max: 999 }),
});
const statements = fc
  .record({
    kinds: fc.uniqueArray(kind, { minLength: 1, maxLength: 30, selector: ({ called }) => called }),
    summary: words,
    composed: fc.boolean(),
    follows: fc.boolean(),
  })
  .map(({ kinds, summary, composed, follows }): Statement => {
    const [first, ...remaining] = kinds.toSorted(inOrder) as [AlertKind, ...AlertKind[]];
    const { occasion, severity, called } = first;
    const message = summary.trim() || 'x';
    const facts = {
      ...NO_FACTS,
      labels: { alertname: called },
      composed,
      summary,
      message: composed ? message : '',
    };
    return {
      occasion,
      severity,
      name: called,
      place: '',
      facts,
      kinds: [first, ...remaining],
      still: 0,
      follows,
    };
  });

test('ends in its whole link, has as many parts as were counted, and never exceeds the limit, in default and own words', async () => {
  await fc.assert(
    fc.asyncProperty(
      statements,
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom('{summary}{summary}', `${bangla.repeat(60)}{summary}`, null),
      async (statement, language, firing) => {
        const { message, parts, promised } = await textFor({ statement, language, firing });
        expect(message.endsWith(` ${LINK}`)).toBe(true);
        expect([...message].length).toBeLessThanOrEqual(1600);
        expect([countParts(message).parts, promised]).toEqual([parts, parts]);
      },
    ),
    { numRuns: 200 },
  );
});

test('in the default words it keeps to its parts, link included, wherever the first name leaves room for that', async () => {
  await fc.assert(
    fc.asyncProperty(statements, fc.constantFrom(...LANGUAGES), async (statement, language) => {
      const facts = statement.facts && { ...statement.facts, composed: false };
      const { parts, message } = await textFor({ statement: { ...statement, facts }, language });
      const [first] = statement.kinds;
      if (!first || !facts) return;
      const bare = { ...statement, kinds: [first], facts: { ...facts, summary: '' } };
      const fits = (await textFor({ statement: bare, language })).parts === 1;
      const isPlain =
        language === 'en' && countParts(statement.kinds.map(kind => kind.called).join()).encoding === 'GSM-7';
      const isSevere = first.severity === 'critical' || first.severity === 'error';
      const most = isSevere && countParts(message).encoding === 'UCS-2' ? 2 : 1;
      if (isPlain || (fits && statement.kinds.length === 1)) expect(parts, message).toBeLessThanOrEqual(most);
    }),
    { numRuns: 300 },
  );
});

test('a message that its sender composed stays whole before the link while there is room', async () => {
  const composed = (message: string): Statement => ({
    occasion: 'firing',
    severity: 'critical',
    name: 'x',
    place: '',
    still: 0,
    follows: false,
    facts: { ...NO_FACTS, message, composed: true },
    kinds: [{ occasion: 'firing', severity: 'critical', called: 'x', alerts: 1 }],
  });
  const room = 1600 - LINK.length - 1;
  for (const language of LANGUAGES) {
    const fits = `${bangla.repeat(200)}`.slice(0, room - 1).concat('।');
    expect((await textFor({ statement: composed(fits), language })).message).toBe(`${fits} ${LINK}`);
    const long = 'x'.repeat(room + 1);
    const { message } = await textFor({ statement: composed(long), language });
    expect([...message].length).toBe(1600);
    expect(message).toMatch(/^x+\.\.\. https/);
  }
});
