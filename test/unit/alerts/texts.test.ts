import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePattern, renderPattern } from '../../../src/alerts/pattern.ts';
import { phrase, previewOf, type Statement } from '../../../src/alerts/phrase.ts';
import { SEVERITIES } from '../../../src/domain/alert.ts';
import { LANGUAGES } from '../../../src/domain/intent.ts';
import { countParts } from '../../../src/domain/parts.ts';
import { wordingIn } from '../../../src/wording/index.ts';

const facts = (given: object = {}) => ({
  labels: { alertname: 'HighCPU', instance: 'web-1', team: 'blue' },
  annotations: { summary: 'CPU above 90% on web-1' },
  title: '',
  message: '',
  value: '',
  composed: false,
  ...given,
});
const statement = (given: Partial<Statement> = {}): Statement => ({
  occasion: 'firing',
  severity: 'critical',
  name: 'HighCPU web-1',
  facts: facts(),
  inGroup: 1,
  others: { alerts: 0, groups: 0, resolved: 0 },
  ...given,
});
const hook = (firing: string | null = null) => ({ name: 'Ops', templates: { firing, resolved: null } });
const said = (given: Partial<Statement> = {}, firing: string | null = null, language: 'en' | 'bn' = 'en') =>
  phrase(statement(given), hook(firing), wordingIn(language));

describe('templates', () => {
  test('fill in names, the first of several that isn’t empty, and nothing for what is missing', () => {
    expect(
      said(
        { inGroup: 3 },
        '{{labels.team}}/{{ labels.nobody or annotations.nothing or labels.instance }} {{ labels.gone }} {{status}} {{count}} {{hook}}{{more}}',
      ),
    ).toBe('blue/web-1 firing 3 Ops(+2 more)');
  });

  test('nothing in an alert is read as a template, and no name reaches beyond the alert', () => {
    const evil = '{{ labels.team }} {{#x}} <%= 1 %>';
    expect(said({ facts: facts({ annotations: { summary: evil } }) }, '{{ summary }}')).toBe(evil);
    expect(said({}, 'a {{ labels.constructor or labels.__proto__ or labels.toString }} b')).toBe('a b');
  });

  test.each([
    ['{{ nobody }}', { kind: 'unknown_name', name: 'nobody' }],
    ['{{ }}', { kind: 'unknown_name', name: '' }],
    ['{{ labels. }}', { kind: 'unknown_name', name: 'labels.' }],
    ['{{ status or }}', { kind: 'unknown_name', name: 'or' }],
    ['{{ status count }}', { kind: 'unknown_name', name: 'count' }],
    ['{{ #if x }}', { kind: 'unknown_name', name: '#if' }],
    ['{{ constructor }}', { kind: 'unknown_name', name: 'constructor' }],
    ['{{ status', { kind: 'unclosed' }],
    ['x'.repeat(2001), { kind: 'too_long' }],
  ])('%s can’t be saved', (source, problem) => {
    expect(parsePattern(source)).toMatchObject({ ok: false, problem });
  });

  test('any text can be parsed, and filled in with anything', () => {
    const sources = fc.array(fc.constantFrom('{{', '}}', ' or ', 'status', ' ', '{', 'labels.x', '\n'));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          sources.map(each => each.join('')),
        ),
        fc.string(),
        (source, value) => {
          const parsed = parsePattern(source);
          if (parsed.ok) renderPattern(parsed.pattern, () => value);
        },
      ),
    );
  });

  test('the longest template is parsed quickly', () => {
    for (const source of [
      '{{'.repeat(1000),
      '{{ or '.repeat(333),
      `{{${' '.repeat(1990)}`,
      '{'.repeat(2000),
    ]) {
      parsePattern(source);
      parsePattern(`${source}}}`);
    }
  });
});

describe('the default texts', () => {
  test('say what is firing, how severe it is, and how many', () => {
    expect(said()).toBe('CRITICAL HighCPU: CPU above 90% on web-1');
    expect(said({ occasion: 'resolved' })).toBe('RESOLVED HighCPU: CPU above 90% on web-1');
    expect(said({ occasion: 'reminder' })).toBe('STILL CRITICAL HighCPU: CPU above 90% on web-1');
    expect(said({ inGroup: 3, others: { alerts: 7, groups: 3, resolved: 2 } })).toBe(
      'CRITICAL HighCPU: CPU above 90% on web-1 (+2 more) +7 more alerts in 3 groups, 2 resolved',
    );
    expect(said({ facts: facts({ annotations: {}, labels: { alertname: 'Up' } }) })).toBe('CRITICAL Up');
    expect(said({ inGroup: 2, facts: facts({ annotations: {}, labels: { alertname: 'Up' } }) })).toBe(
      'CRITICAL Up (+1 more)',
    );
    expect(said({ facts: null })).toBe('CRITICAL HighCPU web-1');
    expect(said({ inGroup: 2 }, null, 'bn')).toBe('জরুরি HighCPU: CPU above 90% on web-1 (আরও ১টি)');
  });

  test('can be previewed before they are saved', () => {
    expect(previewOf(hook('{{ alert }} {{ count }} {{ value }}'), 'firing', wordingIn('en'))).toBe(
      'HighCPU 3 A=93.4',
    );
    expect(previewOf(hook(), 'resolved', wordingIn('bn'))).toMatch(/^ঠিক হয়েছে HighCPU: CPU above 90%/);
  });

  test('a message that the sender composed is texted as it is', () => {
    const message = 'Deploy  of {{ x }}\nfinished';
    const own = facts({ labels: {}, annotations: {}, message, composed: true });
    expect(said({ facts: own })).toBe(message);
    expect(said({ facts: own, others: { alerts: 1, groups: 1, resolved: 0 } })).toBe(
      `${message} +1 more alert`,
    );
    expect([
      ...said({
        facts: { ...own, message: 'x'.repeat(1600) },
        others: { alerts: 1, groups: 1, resolved: 0 },
      }),
    ]).toHaveLength(1600);
  });

  const summaries = fc.oneof(
    fc.string({ maxLength: 1600 }),
    fc.string({ unit: 'binary', maxLength: 1600 }),
    fc.constantFrom(
      '[{€}]~'.repeat(90),
      'ডিস্ক ভরে গেছে '.repeat(80),
      '😀'.repeat(200),
      `${'x'.repeat(150)}…`,
    ),
  );
  test('fit one part in either language, however long the summary is', () => {
    const arbitrary = fc.record({
      summary: summaries,
      language: fc.constantFrom(...LANGUAGES),
      severity: fc.constantFrom(...SEVERITIES),
      occasion: fc.constantFrom('firing' as const, 'resolved' as const, 'reminder' as const),
      inGroup: fc.integer({ min: 1, max: 999 }),
    });
    fc.assert(
      fc.property(arbitrary, ({ summary, language, ...given }) => {
        const text = said({ ...given, facts: facts({ annotations: { summary } }) }, null, language);
        expect(countParts(text).parts).toBe(1);
        // What GSM-7 can write stays in GSM-7: no ellipsis of ours makes a text more expensive.
        const dearer = countParts(text).forcedBy?.character;
        if (language === 'en' && dearer) expect(summary).toContain(dearer);
      }),
    );
  });

  test('keep as much of a long summary as fits', () => {
    const long = facts({ annotations: { summary: 'x'.repeat(500) } });
    expect(said({ facts: long })).toBe(`CRITICAL HighCPU: ${'x'.repeat(160 - 21)}...`);
    expect(countParts(said({ facts: long }, null, 'bn'))).toMatchObject({ parts: 1, units: 70 });
  });

  test('no text is longer than the service accepts, whatever the template and the alert', () => {
    fc.assert(
      fc.property(
        summaries,
        fc.constantFrom('{{ summary }}{{ summary }}', 'y'.repeat(1999), null),
        (summary, firing) => {
          const text = said({ facts: facts({ annotations: { summary }, title: summary }) }, firing);
          expect([...text].length).toBeLessThanOrEqual(1600);
        },
      ),
    );
  });
});
