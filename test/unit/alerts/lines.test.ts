import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AlertFacts, NO_FACTS, placed, SEVERITIES, type Severity } from '../../../src/alerts/alert.ts';
import { addTallies, shownOf, tallyOf } from '../../../src/alerts/policy/channel/alert-summary.ts';
import type { PostStatus } from '../../../src/alerts/policy/channel/post-status.ts';
import { type AlertMessage, newMessage } from '../../../src/alerts/posts/feed.ts';
import { linesOf, MAX_LINES } from '../../../src/alerts/posts/lines.ts';
import { type Notice, postOf } from '../../../src/alerts/slack/notices.ts';
import { wordingIn } from '../../../src/features.ts';
import { inMrkdwn } from '../../../src/kit/slack-text.ts';
import { LANGUAGES } from '../../../src/kit/words/languages.ts';
import { problemsOfMessageBlocks } from '../../../src/playground/blocks/validate.ts';
import { messageText } from '../../../src/texts/parse/slack-message.ts';
import type { IntentOutcome } from '../../../src/texts/store/model.ts';

/* What a post about alerts says: in a few lines, whatever comes in. */

const NOW = Date.UTC(2026, 10, 21, 9);
const clock = { wall: (at: number) => at };
const words = wordingIn('en');

type Given = { name: string; place?: string; severity: Severity; facts?: Partial<AlertFacts> };

const CALM = { unreached: 0, blocked: 0, muted: 0, mutedUntil: null, mutedBy: null };

function status(alerts: Given[], given: Partial<PostStatus> = {}): PostStatus {
  const nobody = {
    unacknowledged: 1,
    acknowledged: [],
    overdue: null,
    resolvedHere: [],
    step: null,
    unanswered: 0,
    ...CALM,
  };
  const all = alerts.map(one => ({ place: '', ...one, facts: { ...NO_FACTS, ...one.facts } }));
  return { post: 1, upTo: 1, open: 1, firing: tally(all), worst: shownOf(all, 5), ...nobody, ...given };
}
const tally = (alerts: Given[]) =>
  tallyOf(alerts.map(one => ({ ...one, name: placed({ place: '', ...one }), called: one.name })));
const message = (given: Partial<AlertMessage>): AlertMessage => ({ ...newMessage(null, NOW), ...given });
const said = (given: Partial<AlertMessage>, outcomes: IntentOutcome[] = []): string[] =>
  linesOf(message(given), { name: 'Prometheus' }, outcomes, words, clock).map(inMrkdwn);
const times = (count: number, name: string, severity: Severity = 'warning') =>
  Array.from({ length: count }, () => ({ name, severity }));

test('a storm reads in a few lines: how many by name, the worst first, who has it, and what is next', () => {
  const alerts = [
    ...times(20, 'HighCPU'),
    ...times(20, 'DiskFull', 'critical'),
    ...times(9, 'SlowDisk', 'error'),
    ...times(1, 'HostDown', 'critical'),
    ...Array.from({ length: 12 }, (_, n) => times(1, `Rare${n}`, 'info')).flat(),
  ];
  const acknowledged = [
    { by: { kind: 'person' as const, userId: 'UKARIM' }, at: NOW, until: null, incidents: 2 },
  ];
  const step = { turn: 1, of: 3, dueAt: NOW, next: [] };
  const lines = said({ status: status(alerts, { acknowledged, unacknowledged: 3, step }) });
  const when = words.alerts.post.handler({ who: '', at: NOW, until: null }).slice(2);
  expect(lines).toEqual([
    '*Prometheus*: 62 alerts firing',
    ':rotating_light: CRITICAL DiskFull ×20',
    ':rotating_light: CRITICAL HostDown',
    ':rotating_light: ERROR SlowDisk ×9',
    ':rotating_light: WARNING HighCPU ×20',
    ':rotating_light: INFO Rare0',
    expect.stringMatching(/^Also: Rare\d+, Rare.* and \d more$/),
    `:raising_hand: Acknowledged by <@UKARIM>, ${when}: nobody else gets a text. 3 groups still need someone.`,
    `:alarm_clock: Next: step 2 of 3, ${when}.`,
  ]);
});

test('alerts of one rule on many machines count as one name; of a few, each says where it is', () => {
  const alerts = Array.from({ length: 44 }, (_, n) => {
    const called = n % 2 === 0 ? 'HighCPU' : 'DiskFull';
    return { name: called, place: `web-${n}`, severity: 'critical' as const };
  });
  const [first, second, ...rest] = alerts;
  const few = [first, second].filter(one => one !== undefined);
  // Also of those that are over one after the other.
  const resolved = addTallies(tally(few), tally(rest));
  expect(said({ status: status(alerts), resolved })).toEqual([
    '*Prometheus*: 44 alerts firing, 44 resolved',
    ':rotating_light: CRITICAL HighCPU ×22',
    'web-0 · web-2 · web-4 · web-6 · web-8 · web-10 and 16 more',
    ':rotating_light: CRITICAL DiskFull ×22',
    expect.stringMatching(/^web-1 · .* and 16 more$/),
    ':large_green_circle: resolved: HighCPU ×22, DiskFull ×22',
  ]);
  expect(said({ status: status(few) })).toEqual([
    '*Prometheus*: 2 alerts firing',
    ':rotating_light: CRITICAL HighCPU · web-0',
    ':rotating_light: CRITICAL DiskFull · web-1',
  ]);
});

test('what is wrong, where, and the sender’s links stand below an alert, as they are written', () => {
  const facts = {
    summary: 'pg_dump of *orders* is late',
    description: `Last seen\n3 h ago. ${'x'.repeat(500)}`,
    links: [
      { what: 'runbook', url: 'https://wiki/pg_dump?a=1&b=2' },
      { what: 'silence', url: 'https://am/#/silences' },
    ] as const,
  };
  const alert = { name: 'Backup_Late', place: 'db_1:9100, /var', severity: 'critical' as const };
  const [headline, ...lines] = linesOf(
    message({ status: status([{ ...alert, facts: { ...facts, links: [...facts.links] } }]) }),
    { name: 'Prometheus' },
    [],
    words,
    clock,
  );
  const { blocks } = postOf({ lines: [headline ?? '', ...lines], words, buttons: null, under: null });
  expect(messageText({ blocks: blocks as never })).toBe(
    [
      ':rotating_light: CRITICAL Backup_Late · db_1:9100, /var',
      'pg_dump of *orders* is late',
      `Last seen 3 h ago. ${'x'.repeat(380)}…`,
      'Runbook (https://wiki/pg_dump?a=1&b=2) · Silence (https://am/#/silences)',
    ].join('\n'),
  );
  expect(problemsOfMessageBlocks(blocks as never)).toEqual([]);
});

test('a few names need no summary, and what is held back is one line', () => {
  const held = { alerts: 12, until: NOW, why: 'pace' as const };
  expect(said({ status: status(times(2, 'HighCPU')), held })).toEqual([
    '*Prometheus*: 2 alerts firing',
    ':rotating_light: WARNING HighCPU ×2',
    expect.stringMatching(/^:hourglass_flowing_sand: 12 alerts held back: a number gets/),
  ]);
});

test('texts with the same fate share a line, the uncertain first', () => {
  const text = (number: string, state: string, problem: unknown = null) =>
    ({ id: number, number, state, problem, parts: 1, cost: '0.35', balance: null, logId: '7' }) as never;
  const outcome = (...texts: never[]) => ({ texts, omitted: [], unreadable: [], problem: null }) as never;
  expect(
    said({}, [
      outcome(text('01712345678', 'sent')),
      outcome(text('01712345678', 'sent'), text('01812345678', 'sent'), text('01912345678', 'cancelled')),
      outcome(text('01612345678', 'uncertain')),
    ]),
  ).toEqual([
    '*Prometheus*: an update on earlier alerts',
    ':iphone: Text to 016••••5678: uncertain',
    ':iphone: Text to 017••••5678 ×2, 018••••5678: accepted by the SMS service',
    ':iphone: Text to 019••••5678: cancelled',
  ]);
});

describe.each(LANGUAGES)('in %s', language => {
  const spoken = wordingIn(language);

  test('a thousand alerts, whatever they are called, are one post of twelve lines that Slack takes', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.constantFrom(
        '<!channel>'.repeat(12),
        '&'.repeat(120),
        '🔥'.repeat(60),
        'ডিস্ক ভর্তি '.repeat(10),
        '`*_~>\n',
      ),
    );
    const alert = fc.record({ name, severity: fc.constantFrom(...SEVERITIES) });
    const problem = { kind: 'NO_KEY', admin: true };
    fc.assert(
      fc.property(
        fc.array(alert, { minLength: 1, maxLength: 30 }),
        fc.array(fc.nat(1000), { minLength: 30, maxLength: 30 }),
        fc.boolean(),
        (kinds, counts, isMuch) => {
          const alerts = Array.from(
            { length: 1000 },
            (_, n) => kinds[(counts[n % 30] ?? 0) % kinds.length],
          ).flatMap(one => one ?? []);
          const many = <T>(make: (n: number) => T): T[] =>
            isMuch ? Array.from({ length: 30 }, (_, n) => make(n)) : [];
          const actions = many(n => ({
            by: { kind: 'person' as const, userId: `U${n}` },
            at: NOW,
            until: NOW,
            incidents: 1,
          })).slice(0, 3);
          const given = message({
            status: status(alerts, {
              acknowledged: actions,
              overdue: isMuch ? { by: { kind: 'person', userId: 'U1' }, since: NOW } : null,
              resolvedHere: actions,
              step: { turn: 1, of: 30, dueAt: NOW, next: [] },
            }),
            resolved: tally(alerts),
            ...(isMuch && {
              held: { alerts: 1e9, until: NOW, why: 'quiet' as const },
            }),
            undeliverable: many(n => ({
              recipient: JSON.stringify({ kind: 'named', name: `${kinds[0]?.name}${n}` }),
              alerts: 1,
              problem: problem as never,
            })).slice(0, 10),
            unreadable: many(n => `018f3c2a-7b1e-7000-8000-${n}`),
            ...(isMuch
              ? { unrouted: 1e9, overUntold: 1e9, folded: 1e9, leftOut: 1e9, untracked: 1e9, unlisted: 1e9 }
              : {}),
          });
          const texts = many(n => ({
            number: `017123456${10 + n}`,
            state: 'refused',
            problem: { ...problem, n },
          }));
          const outcomes = [
            { texts, omitted: [], unreadable: [], problem: null },
          ] as never as IntentOutcome[];
          const lines = linesOf(given, { name: 'Prometheus' }, outcomes, spoken, clock);
          expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
          for (const line of lines.map(inMrkdwn)) expect(line).not.toMatch(/\n|<!(?!date)/);
          const buttons = {
            kind: 'respond',
            hook: 'T1-x'.repeat(12),
            post: 1,
            upTo: 1,
            canTake: true,
            canExtend: true,
            canGiveBack: true,
          } as const;
          const notice: Notice = { lines, words: spoken, buttons, under: null };
          const { blocks = [] } = postOf(notice);
          expect(problemsOfMessageBlocks(blocks as never)).toEqual([]);
          expect(blocks.at(-1)?.type).toBe('actions');
          expect(JSON.stringify(blocks).length).toBeLessThan(12_000);
          expect(JSON.stringify(blocks)).not.toMatch(/"broadcast"|[\ue000\ue001]/);
        },
      ),
      { numRuns: 60 },
    );
  });
});
