import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_FACTS, SEVERITIES } from '../../../src/alerts/alert.ts';
import { type AlertKind, inOrder } from '../../../src/alerts/alert-list-text.ts';
import { readByAnybody, worded } from '../../../src/alerts/alert-text.ts';
import { readOwnText } from '../../../src/alerts/hook-words.ts';
import { type Statement, sampleOf } from '../../../src/alerts/statement.ts';
import { wordingIn } from '../../../src/features.ts';
import { LANGUAGES } from '../../../src/kit/words/languages.ts';
import { countParts } from '../../../src/texts/parts.ts';

const facts = (fields: object = {}) => ({
  ...NO_FACTS,
  summary: 'CPU above 90% on web-1',
  labels: { alertname: 'HighCPU', instance: 'web-1', team: 'blue' },
  annotations: { summary: 'CPU above 90% on web-1' },
  ...fields,
});
const statement = (fields: Partial<Statement> = {}): Statement => ({
  occasion: 'firing',
  severity: 'critical',
  name: 'HighCPU',
  place: 'web-1',
  facts: facts(),
  kinds: kinds(1, {}, fields.occasion, fields.severity),
  still: 0,
  follows: false,
  ...fields,
});
/** Alerts called HighCPU with the given facts, and others by their names and counts. */
const kinds = (
  alike: number,
  tally: Record<string, number> = {},
  occasion: Statement['occasion'] = 'firing',
  severity: Statement['severity'] = 'critical',
): AlertKind[] =>
  Object.entries({ HighCPU: alike, ...tally }).map(([called, alerts]) => ({
    occasion,
    severity,
    called,
    alerts,
  }));
const also = (severity: AlertKind['severity'], called: string, alerts = 1): AlertKind => ({
  occasion: 'firing',
  severity,
  called,
  alerts,
});
const over = (called: string, alerts = 1): AlertKind => ({
  ...also('critical', called, alerts),
  occasion: 'resolved',
});
const hook = (firing: string | null = null, unicodeParts = 2) => ({
  name: 'Ops',
  templates: { firing, resolved: null },
  pieces: null,
  unicodeParts,
});
const wordedText = (
  fields: Partial<Statement> = {},
  firing: string | null = null,
  language: 'en' | 'bn' = 'en',
  unicodeParts = 2,
) => worded(statement(fields), hook(firing, unicodeParts), wordingIn(language)).message;
/** The hook's limit of parts for a text. */
const mostParts = (text: string, severity: Statement['severity'], unicodeParts = 2): number =>
  countParts(text).encoding === 'UCS-2' && (severity === 'critical' || severity === 'error')
    ? unicodeParts
    : 1;

describe('a hook’s own words', () => {
  test('say fields, the first of several that isn’t empty, quoted words, and nothing for a missing field', () => {
    const links = [
      { what: 'runbook' as const, url: 'https://runbook.example/cpu' },
      { what: 'page' as const, url: 'https://grafana.example/1' },
    ];
    expect(
      wordedText(
        { kinds: kinds(3), facts: facts({ links }) },
        '{labels.team}/{ labels.nobody | annotations.nothing|labels.instance } {labels.gone} {state} {count} {hook}{more} {link}',
      ),
    ).toBe('blue/web-1 firing 3 Ops(+2 more) https://grafana.example/1');
    const nowhere = { place: '', facts: facts({ labels: {} }) };
    expect(wordedText(nowhere, '{what} in {where|labels.team|"no ""place"" {yet}"}')).toBe(
      'HighCPU in no "place" {yet}',
    );
    expect(wordedText(nowhere, '{what} in {where|nowhere} {value| "no value" }')).toBe(
      'HighCPU in nowhere no value',
    );
    const ofCapitals = facts({ labels: { Team: 'blue' } });
    expect(wordedText({ facts: ofCapitals }, '{What} {labels.TEAM} {{ok')).toBe('HighCPU blue {ok');
  });

  test('treat nothing in an alert as a field, and reach nothing beyond the alert', () => {
    const evil = '{labels.team} {#x} <%= 1 %> {{';
    expect(wordedText({ facts: facts({ summary: evil }) }, '{summary}')).toBe(evil);
    expect(wordedText({}, 'a {labels.constructor|labels.__proto__|labels.tostring} b')).toBe('a b');
  });

  test.each([
    ['{nobody}', { kind: 'unknown_name', name: 'nobody' }],
    ['{alert}', { kind: 'unknown_name', name: 'alert' }],
    ['{labels.}', { kind: 'unknown_name', name: 'labels.' }],
    ['{labels.a b}', { kind: 'unknown_name', name: 'labels.a b' }],
    ['{where|lables.team|"no place"}', { kind: 'unknown_name', name: 'lables.team' }],
    ['{where|placce|summary}', { kind: 'unknown_name', name: 'placce' }],
    ['{#if x}', { kind: 'unknown_name', name: '#if x' }],
    ['{constructor}', { kind: 'unknown_name', name: 'constructor' }],
    [`{labels.${'x'.repeat(90)}}`, { kind: 'unknown_name', name: 'labels.xxxxxxxxxxxx' }],
    ['{{ place or labels.team }}', { kind: 'double_braces' }],
    ['Down: {{what}}', { kind: 'double_braces' }],
    ['{{{ .x }}}', { kind: 'double_braces' }],
    ['{}', { kind: 'unclosed' }],
    ['{what', { kind: 'unclosed' }],
    ['{where|"no}', { kind: 'unknown_name', name: '"no' }],
    ['x'.repeat(2001), { kind: 'too_long' }],
  ])('%s can’t be saved', (source, problem) => {
    expect(readOwnText(source)).toMatchObject({ ok: false, problem });
  });
});

describe('the default texts', () => {
  test('name the alert, its severity, and how many there are', () => {
    expect(wordedText()).toBe('CRITICAL HighCPU: CPU above 90% on web-1');
    expect(wordedText({ occasion: 'resolved' })).toBe('RESOLVED HighCPU: CPU above 90% on web-1');
    expect(wordedText({ occasion: 'reminder' })).toBe('STILL CRITICAL HighCPU: CPU above 90% on web-1');
    expect(wordedText({ kinds: kinds(3) })).toBe('CRITICAL HighCPU: CPU above 90% on web-1 (+2 more)');
    expect(wordedText({ name: 'Up', place: '', facts: facts({ summary: '' }) })).toBe('CRITICAL Up');
    expect(wordedText({ kinds: kinds(2), name: 'Up', place: '', facts: facts({ summary: '' }) })).toBe(
      'CRITICAL Up (+1 more)',
    );
    expect(wordedText({ facts: null })).toBe('CRITICAL HighCPU on web-1');
    expect(wordedText({ occasion: 'resolved', facts: facts({ summary: 'CPU above 90%' }) })).toBe(
      'RESOLVED HighCPU on web-1: CPU above 90%',
    );
    expect(wordedText({ name: 'web-1: HighCPU', facts: facts({ summary: 'above 90%' }) })).toBe(
      'CRITICAL web-1: HighCPU: above 90%',
    );
    expect(wordedText({ test: true, severity: 'none' })).toBe('TEST HighCPU: CPU above 90% on web-1');
  });

  test('can be previewed before they are saved', () => {
    const previewed = (source: string | null, occasion: 'firing' | 'resolved', language: 'en' | 'bn') =>
      readByAnybody(
        sampleOf(wordingIn(language).hooks.preview.sample, occasion),
        hook(source),
        wordingIn(language),
      );
    expect(previewed('{what} {count} {value}', 'firing', 'en')).toBe('HighCPU 3 A=93.4');
    expect(previewed(null, 'resolved', 'en')).toMatch(/^RESOLVED HighCPU: CPU above 90%/);
    expect(previewed(null, 'firing', 'bn')).toBe(
      'গুরুতর: ডিস্ক প্রায় ভরে গেছে, ঢাকা সার্ভার: আর মাত্র ৩% জায়গা আছে, এখনই কিছু ফাইল মুছে ফেলুন (আরও ২টি)',
    );
  });

  test('are Bangla only if the alert’s own words are outside GSM-7 anyway', () => {
    const disk = { name: 'ডিস্ক ভরে গেছে', place: 'db-1', kinds: kinds(2), facts: null };
    expect(wordedText(disk, null, 'bn')).toBe('গুরুতর: ডিস্ক ভরে গেছে, db-1 (আরও ১টি)');
    expect(wordedText({ ...disk, occasion: 'reminder' }, null, 'bn')).toMatch(/^এখনো চলছে গুরুতর/);
    const plain = { kinds: kinds(2), occasion: 'reminder' as const };
    expect(wordedText(plain, null, 'bn')).toBe('STILL CRITICAL HighCPU: CPU above 90% on web-1 (+1 more)');
    expect(wordedText(plain, '{severity} {what}', 'bn')).toBe('STILL CRITICAL HighCPU (+1 more)');
    expect(wordedText(plain, 'দেখুন: {severity} {what}', 'bn')).toBe('এখনো চলছে দেখুন: গুরুতর HighCPU (আরও ১টি)');
  });

  test('shorten the summary first, then the name, and the place last', () => {
    const where = { place: 'data-loki-write-0, loki', facts: facts({ summary: 'x'.repeat(300) }) };
    expect(wordedText(where)).toMatch(/^CRITICAL HighCPU on data-loki-write-0, loki: x{100,}\.\.\.$/);
    expect(wordedText({ ...where, name: 'A'.repeat(118), facts: null })).toMatch(
      /^CRITICAL A{118} on data-loki-write-0, loki$/,
    );
    expect(wordedText({ ...where, name: 'A'.repeat(130) })).toMatch(
      /^CRITICAL A+\.\.\. on data-loki-write-0, loki$/,
    );
    const bangla = wordedText({ ...where, name: 'ডিস্ক ভরে গেছে '.repeat(8) }, null, 'bn');
    expect(bangla).toMatch(/^গুরুতর: ডিস্ক .*…, data-loki-write-0, loki$/);
    expect(wordedText({ ...where, name: 'x', place: 'y'.repeat(200) })).toMatch(/^CRITICAL y{140,}\.\.\.$/);
  });

  test('leave a message that the sender composed unchanged', () => {
    const message = 'Deploy  of {{ x }}\nfinished';
    const own = facts({ labels: {}, annotations: {}, message, composed: true });
    expect(wordedText({ facts: own })).toBe(message);
    const two = [...kinds(1), also('warning', 'Backup failed')];
    expect(wordedText({ facts: own, kinds: two })).toBe(`${message}; WARNING Backup failed`);
    expect(wordedText({ facts: { ...own, message: 'All is lost.' }, kinds: two })).toBe(
      'All is lost. WARNING Backup failed',
    );
    const long = wordedText({ facts: { ...own, message: 'x'.repeat(1600) }, kinds: two });
    expect(long).toMatch(/^x+\.\.\. \+1 more warning$/);
    expect([...long]).toHaveLength(1600);
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
  test('keep to their parts in either language, however long everything is, and name the place', () => {
    const arbitrary = fc.record({
      summary: summaries,
      name: fc.oneof(
        fc.string({ minLength: 1, maxLength: 120 }),
        fc.constantFrom('HighCPU', 'ডিস্ক '.repeat(20)),
      ),
      own: fc.constantFrom(null, '{where} {what}: {summary}'),
      language: fc.constantFrom(...LANGUAGES),
      severity: fc.constantFrom(...SEVERITIES),
      occasion: fc.constantFrom('firing' as const, 'resolved' as const, 'reminder' as const),
      alike: fc.integer({ min: 1, max: 999 }),
      unicodeParts: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(arbitrary, ({ summary, language, alike, own, unicodeParts, ...fields }) => {
        const all = kinds(alike, {}, fields.occasion, fields.severity);
        const text = wordedText(
          { ...fields, kinds: all, facts: facts({ summary }) },
          own,
          language,
          unicodeParts,
        );
        expect(countParts(text).parts, text).toBeLessThanOrEqual(
          mostParts(text, fields.severity, unicodeParts),
        );
        expect(text).toMatch(/web-1/);
        // A summary that fits GSM-7 stays in GSM-7: no ellipsis of ours may make the text cost more.
        const dearer = countParts(text).forcedBy?.character;
        if (language === 'en' && dearer) expect(summary + fields.name).toContain(dearer);
      }),
    );
  });

  test('keep as much of a long summary as fits', () => {
    const long = facts({ summary: 'x'.repeat(500) });
    expect(wordedText({ facts: long })).toBe(`CRITICAL HighCPU on web-1: ${'x'.repeat(160 - 30)}...`);
    const bangla = (fields: Partial<Statement> = {}, most = 2) =>
      countParts(wordedText({ facts: long, name: 'ডিস্ক', ...fields }, null, 'bn', most));
    expect(bangla()).toMatchObject({ parts: 2, units: 134 });
    expect(bangla({ severity: 'error' }, 3)).toMatchObject({ parts: 3, units: 201 });
    expect(bangla({}, 1)).toMatchObject({ parts: 1, units: 70 });
    expect(bangla({ severity: 'warning' }, 3)).toMatchObject({ parts: 1, units: 70 });
  });

  test('never exceed the service’s limit, whatever the template and the alert', () => {
    fc.assert(
      fc.property(
        summaries,
        fc.constantFrom('{summary}{summary}', 'y'.repeat(1999), null),
        (summary, firing) => {
          const text = wordedText({ facts: facts({ summary, title: summary }) }, firing);
          expect([...text].length).toBeLessThanOrEqual(1600);
        },
      ),
    );
  });
});

describe('the sender’s words', () => {
  const [firing, walk] = [
    { name: 'Backup', place: 'nas-1' },
    'Disk on nas-1 is 95% full – clean up “/data/exports” now → see wiki',
  ];
  test('are texted in plain letters if others would shorten the text or make it Unicode', () => {
    expect(wordedText({ ...firing, facts: facts({ summary: walk }) })).toBe(
      'CRITICAL Backup: Disk on nas-1 is 95% full - clean up "/data/exports" now -> see wiki',
    );
    const dump = 'pg_dump of `orders` failed on db_main_1, and nothing is copied to s3 since 02:00';
    expect(
      wordedText({ name: 'Backup', place: 'db‑main', facts: facts({ summary: dump }) }, null, 'bn'),
    ).toBe(
      "CRITICAL Backup on db-main: pg_dump of 'orders' failed on db_main_1, and nothing is copied to s3 since 02:00",
    );
    const also = kinds(1, { 'Queue “mail” is full': 1 });
    expect(wordedText({ kinds: also, facts: null })).toBe('CRITICAL HighCPU, Queue "mail" is full');
    const fields = facts({ summary: walk, labels: { team: 'ops – dhaka' }, title: '“x”', value: 'A=5 µs' });
    expect(wordedText({ facts: fields }, '{labels.team} {title} {value}')).toBe('ops - dhaka "x" A=5 us');
  });

  test('stay unchanged if the text is Unicode anyway, and so do composed or typed words', () => {
    const bangla = 'ডিস্ক ভরে গেছে – “/var” দেখুন…';
    expect(wordedText({ ...firing, facts: facts({ summary: bangla }) }, null, 'bn')).toBe(
      `গুরুতর: Backup, nas-1: ${bangla}`,
    );
    const own = facts({ message: 'Deploy – “done”', composed: true });
    expect(wordedText({ facts: own })).toBe('Deploy – “done”');
    expect(wordedText({}, 'Look – {what}')).toBe('Look – HighCPU');
  });
});

describe('a text about several alerts', () => {
  const warnings = Array.from({ length: 17 }, (_, n) => also('warning', `Warning number ${n}`));

  test('names the critical ones first, each once with its count, and as many further ones as fit into the part', () => {
    const critical = [also('critical', 'DiskFull', 4), also('critical', 'HighCPU')];
    expect(wordedText({ kinds: critical })).toBe('CRITICAL DiskFull x4, HighCPU');
    expect(wordedText({ kinds: [...critical, also('warning', 'SlowQuery', 17)] })).toBe(
      'CRITICAL DiskFull x4, HighCPU; WARNING SlowQuery x17',
    );
    expect(wordedText({ kinds: [...critical, ...warnings] })).toBe(
      'CRITICAL DiskFull x4, HighCPU; WARNING Warning number 0, Warning number 1, Warning number 2, Warning number 3, Warning number 4; +12 more warnings',
    );
    expect(
      wordedText({ kinds: [...critical, also('error', 'Failing'.repeat(20)), over('Up', 2)], still: 3 }),
    ).toBe(
      'CRITICAL DiskFull x4, HighCPU; ERROR FailingFailingFailingFailingFail...; RESOLVED Up x2 (3 still firing)',
    );
    const bangla = [also('critical', 'ডিস্ক ভরা', 4), also('critical', 'HighCPU'), ...warnings];
    expect(wordedText({ kinds: bangla }, null, 'bn')).toBe('গুরুতর: ডিস্ক ভরা ×৪, HighCPU; আরও ১৭টি ওয়ার্নিং');
    const placed = [{ ...also('critical', 'DiskFull'), place: 'db-1, /var' }, also('critical', 'HighCPU', 2)];
    expect(wordedText({ kinds: [...placed, { ...over('Up'), place: 'web-2' }] })).toBe(
      'CRITICAL DiskFull on db-1, /var, HighCPU x2; RESOLVED Up on web-2',
    );
  });

  test('keeps its words about the only one of that severity, and counts those it doesn’t name', () => {
    expect(wordedText({ kinds: [...kinds(1), ...warnings] })).toBe(
      'CRITICAL HighCPU: CPU above 90% on web-1; WARNING Warning number 0, Warning number 1, Warning number 2, Warning number 3, Warning number 4; +12 more warnings',
    );
    const long = facts({ summary: 'x'.repeat(500) });
    expect(
      wordedText({ facts: long, kinds: [...kinds(2), ...warnings, also('info', 'Fyi', 2), over('Up')] }),
    ).toMatch(/^CRITICAL HighCPU on web-1: x+\.\.\. \(\+1 more\); RESOLVED Up; \+17 more warnings, 2 info$/);
  });

  test('names a resolved alert with its place before others, and before the end of a long summary', () => {
    const pg = {
      name: 'PgDown',
      place: 'pg-1:5432',
      facts: facts({ summary: 'PostgreSQL on pg-1 does not answer' }),
    };
    const full = { ...over('NodeFilesystemAlmostOutOfSpace'), place: '10.20.4.31, /var' };
    const link = ' https://sms.example.com/a/4fQ9sKd2Zx';
    const textWith = (otherKinds: AlertKind[], still = 1) =>
      worded(
        statement({
          ...pg,
          kinds: [{ ...also('critical', 'PgDown'), place: pg.place }, ...otherKinds],
          still,
        }),
        hook(),
        wordingIn('en'),
        link,
      ).message;
    expect(textWith([full])).toBe(
      'CRITICAL PgDown on pg-1:5432: PostgreSQL on... RESOLVED NodeFilesystemAlmostOutOfSpace on 10.20.4.31, /var (1 still firing)',
    );
    expect(textWith([...warnings, { ...over('Up'), place: 'web-2' }], 0)).toBe(
      'CRITICAL PgDown on pg-1:5432: PostgreSQL on pg-1 does not answer; RESOLVED Up on web-2; +17 more warnings',
    );
    // Two ended, and another one may still fire.
    expect(textWith([{ ...over('Up', 2), place: 'web-2 + web-3' }])).toContain(
      'RESOLVED Up x2 on web-2 + web-3 (1 still firing)',
    );
    const many = Array.from({ length: 9 }, (_, n) => ({ ...over(`Ended ${n}`), place: `node-${n}` }));
    expect(textWith(many, 0)).toMatch(
      /; RESOLVED Ended 0 on node-0, Ended 1 on node-1(, .*)?; [5-7] resolved$/,
    );
  });

  test('names tests last, and gives the severities of those it leaves out', () => {
    const tests = { ...also('critical', 'TestAlert'), test: true };
    const critical = Array.from({ length: 9 }, (_, n) => also('critical', `Orders per minute of shop ${n}`));
    const all = [
      ...critical,
      also('error', 'Failing', 2),
      also('info', 'Fyi'),
      tests,
      { ...over('Up'), place: 'web-2' },
    ];
    expect(wordedText({ kinds: all.toSorted(inOrder) })).toBe(
      'CRITICAL Orders per minute of shop 0, Orders per minute of shop 1, Orders per minute of shop 2; RESOLVED Up on web-2; +6 more critical, 2 errors, 1 info, 1 test',
    );
    expect(wordedText({ kinds: all.toSorted(inOrder), follows: true })).toBe(
      '9 more critical: Orders per minute of shop 0, Orders per minute of shop 1, Orders per minute of shop 2 ...; RESOLVED Up on web-2; +2 more errors, 1 info, 1 test',
    );
    expect(
      wordedText({
        kinds: [also('warning', 'Slow'), tests],
        severity: 'warning',
        name: 'Slow',
        place: '',
        facts: null,
      }),
    ).toBe('WARNING Slow; TEST TestAlert');
  });

  test('says how many more there are if it follows another', () => {
    const critical = Array.from({ length: 9 }, (_, n) => also('critical', `Rule number ${n}`, 20 - n));
    expect(wordedText({ kinds: [...critical.slice(0, 2), also('warning', 'Slow')], follows: true })).toBe(
      '39 more critical: Rule number 0 x20, Rule number 1 x19; WARNING Slow',
    );
    expect(wordedText({ kinds: [...critical, ...warnings], follows: true })).toBe(
      '144 more critical: Rule number 0 x20, Rule number 1 x19, Rule number 2 x18, Rule number 3 x17, Rule number 4 x16, Rule number 5 x15 ...; +17 more warnings',
    );
    const bangla = critical.map(kind => ({ ...kind, called: `নিয়ম ${kind.called}` }));
    expect(wordedText({ kinds: bangla, follows: true }, null, 'bn')).toMatch(
      /^আরও ১৪৪টি গুরুতর: নিয়ম Rule number 0 ×২০/,
    );
    expect(wordedText({ follows: true })).toBe('CRITICAL HighCPU: CPU above 90% on web-1');
  });

  test('says what is resolved and what still fires', () => {
    const resolved = (alerts: number, tally: Record<string, number> = {}): Partial<Statement> => ({
      occasion: 'resolved',
      kinds: kinds(alerts, tally, 'resolved'),
    });
    expect(wordedText({ ...resolved(1), facts: null, place: '', still: 2 })).toBe(
      'RESOLVED HighCPU (2 still firing)',
    );
    expect(wordedText({ ...resolved(1), still: 2 })).toBe(
      'RESOLVED HighCPU: CPU above 90% on web-1 (2 still firing)',
    );
    expect(wordedText({ ...resolved(3), still: 2 })).toBe(
      'RESOLVED HighCPU: CPU above 90% on web-1 (+2 more, 2 still firing)',
    );
    expect(wordedText({ ...resolved(3, { DiskFull: 1 }), still: 2 })).toBe(
      'RESOLVED HighCPU x3, DiskFull (2 still firing)',
    );
    const bangla = wordedText({ ...resolved(2), name: 'ডিস্ক ভরা', facts: null, still: 2 }, null, 'bn');
    expect(bangla).toBe('ঠিক হয়েছে: ডিস্ক ভরা, web-1 (আরও ১টি, ২টি এখনো চলছে)');
  });

  test('in the hook’s own words adds the others, as far as they cost no further part', () => {
    const own = (template: string, count = 3) =>
      wordedText({ kinds: [...kinds(count), ...warnings] }, template);
    expect(own('{labels.instance}')).toMatch(
      /^web-1 \(\+2 more\); WARNING Warning number 0, .*; \+1?\d more warnings$/,
    );
    expect(own('{count} {what}')).toMatch(/^3 HighCPU; WARNING/);
    expect(own('{what} {more}', 1)).toMatch(/^HighCPU; WARNING/);
    expect(own('y'.repeat(125))).toBe(`${'y'.repeat(125)} (+2 more); +17 more warnings`);
    expect(countParts(own('y'.repeat(140))).parts).toBe(2);
  });

  const kind = fc.record({
    occasion: fc.constantFrom('firing' as const, 'reminder' as const, 'resolved' as const),
    severity: fc.constantFrom(...SEVERITIES),
    called: fc.oneof(
      fc.stringMatching(/^[A-Z][a-z]{2,40}$/),
      fc.constantFrom('ডিস্ক ভরে গেছে ডিস্ক ভরে গেছে', 'Ä€{}'.repeat(30)),
    ),
    alerts: fc.integer({ min: 1, max: 999 }),
  });
  const some = fc.uniqueArray(kind, { minLength: 1, maxLength: 40, selector: ({ called }) => called });

  test('keeps to its parts in either language, and accounts for every alert', () => {
    fc.assert(
      fc.property(
        some,
        fc.constantFrom(...LANGUAGES),
        fc.boolean(),
        fc.nat(5),
        (all, language, follows, still) => {
          const [first = all[0], ...otherKinds] = all.toSorted(inOrder);
          if (!first) return;
          const { occasion, severity, called } = first;
          const fields = {
            occasion,
            severity,
            name: called,
            facts: null,
            kinds: [first, ...otherKinds],
            follows,
            still,
          };
          const text = wordedText(fields, null, language);
          if (otherKinds.length === 0) return;
          expect(countParts(text).parts).toBeLessThanOrEqual(mostParts(text, severity));
          if (language === 'en') expect(accountedFor(text)).toBe(totalOf(all));
        },
      ),
      { numRuns: 300 },
    );
  });
});

const totalOf = (all: readonly AlertKind[]): number => all.reduce((sum, { alerts }) => sum + alerts, 0);

/** How many alerts an English text accounts for. */
function accountedFor(text: string): number {
  const counts = text
    .replace(/\(\d+ still firing\)/, '')
    .split('; ')
    .map(section => {
      const head = /^(?:STILL )?(\d+) (?:more )?[a-z]+(?::|$)/.exec(section);
      if (head) return Number(head[1]);
      if (/^\+?\d/.test(section)) return sum([...section.matchAll(/\d+/g)].map(([n]) => Number(n)));
      const more = /\(\+(\d+) more/.exec(section);
      if (more) return 1 + Number(more[1]);
      return sum(section.split(', ').map(name => Number(/ x(\d+)\s*$/.exec(name)?.[1] ?? 1)));
    });
  return sum(counts);
}
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
