import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AlertFacts, NO_FACTS, placed, SEVERITIES, type Severity } from '../../../src/alerts/alert.ts';
import {
  addTallies,
  NO_ALERTS,
  pickShown,
  type Standing,
  tallyOf,
} from '../../../src/alerts/policy/channel/alert-summary.ts';
import type { PostStatus } from '../../../src/alerts/policy/channel/post-status.ts';
import { type AlertMessage, newMessage } from '../../../src/alerts/posts/feed.ts';
import { notificationOf, sectionsOf } from '../../../src/alerts/posts/lines.ts';
import { masked } from '../../../src/alerts/posts/text-lines.ts';
import { type Notice, postOf } from '../../../src/alerts/slack/notices.ts';
import { wordingIn } from '../../../src/features.ts';
import { inMrkdwn } from '../../../src/kit/slack-text.ts';
import { LANGUAGES } from '../../../src/kit/words/languages.ts';
import { problemsOfMessageBlocks } from '../../../src/playground/blocks/validate.ts';
import { messageText } from '../../../src/texts/parse/slack-message.ts';
import type { IntentOutcome } from '../../../src/texts/store/model.ts';

/* Posts about alerts stay a few lines long, whatever arrives. */

const NOW = Date.UTC(2026, 10, 21, 9);
const clock = { wall: (at: number) => at };
const words = wordingIn('en');

type AlertInput = {
  name: string;
  place?: string;
  severity: Severity;
  facts?: Partial<AlertFacts>;
  standing?: Standing;
};

const CALM = { unreached: 0, blocked: 0, blockedBy: null, muted: 0, mutedUntil: null, mutedBy: null };

function status(alerts: AlertInput[], fields: Partial<PostStatus> = {}): PostStatus {
  const nobody = {
    unacknowledged: 1,
    acknowledged: [],
    overdue: null,
    resolvedHere: [],
    step: null,
    unanswered: 0,
    ...CALM,
  };
  const all = alerts.map(alert => ({ place: '', ...alert, facts: { ...NO_FACTS, ...alert.facts } }));
  const { shown, remaining } = pickShown(all, 8);
  const shownAlerts = { firing: tally(all), worst: shown, sharing: [], others: tally(remaining) };
  return { post: 1, upTo: 1, open: 1, ...shownAlerts, ...nobody, ...fields };
}
const tally = (alerts: AlertInput[]) =>
  tallyOf(alerts.map(alert => ({ ...alert, name: placed({ place: '', ...alert }), called: alert.name })));
const message = (fields: Partial<AlertMessage>): AlertMessage => ({ ...newMessage(null, NOW), ...fields });
const hook = { id: 'T1-h', name: 'Prometheus', createdBy: 'U1', recipients: [], policy: null };
const plainly = { hook, clock, holds: new Map(), nameNumber: masked };
const linesOf = (
  fields: Partial<AlertMessage>,
  outcomes: IntentOutcome[] = [],
  next: string[] = [],
): string[] =>
  sectionsOf({ ...plainly, message: message(fields), outcomes, words, next })
    .flatMap(({ lines }) => lines)
    .map(inMrkdwn);
const notice = (lines: string[], buttons: Notice['buttons'] = null, spoken = words): Notice => ({
  notification: null,
  sections: [{ lines, acknowledge: null }],
  words: spoken,
  buttons,
  under: null,
});
const times = (count: number, name: string, severity: Severity = 'warning') =>
  Array.from({ length: count }, () => ({ name, severity }));

test('a storm reads in a few lines: counts by name, the worst first, the responder, and the next step', () => {
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
  const step = { turn: 1, of: 3, dueAt: NOW, next: ['1', '2', '3'] };
  const fields = { status: status(alerts, { acknowledged, unacknowledged: 3, step }) };
  const lines = linesOf(fields, [], ['<@UNUSRAT>', 'Servers (<@URAFIQ>)']);
  const when = words.alerts.post.handler({ name: '', at: NOW, until: null }).slice(2);
  expect(lines).toEqual([
    '*Prometheus*: 62 alerts firing',
    ':red_circle: CRITICAL DiskFull ×20',
    ':red_circle: CRITICAL HostDown',
    ':large_orange_circle: ERROR SlowDisk ×9',
    ':large_yellow_circle: WARNING HighCPU ×20',
    ':large_blue_circle: INFO Rare0',
    ':large_blue_circle: INFO Rare1',
    ':large_blue_circle: INFO Rare2',
    ':large_blue_circle: INFO Rare3',
    'Also: Rare4, Rare5, Rare6, Rare7, Rare8, Rare9, Rare10, Rare11',
    `:raising_hand: Acknowledged by <@UKARIM>, ${when}: nobody else gets a text. 3 groups still need someone.`,
    expect.stringMatching(/^:alarm_clock: Next: <@UNUSRAT>, Servers \(<@URAFIQ>\) and 1 more at <!date/),
  ]);
});

test('alerts of one rule on many machines count as one name; if they are few, each has its place', () => {
  const alerts = Array.from({ length: 44 }, (_, n) => {
    const called = n % 2 === 0 ? 'HighCPU' : 'DiskFull';
    return { name: called, place: `web-${n}`, severity: 'critical' as const };
  });
  const [first, second, ...rest] = alerts;
  const few = [first, second].filter(alert => alert !== undefined);
  // Also for alerts that are resolved one after the other.
  const resolved = addTallies(tally(few), tally(rest));
  expect(linesOf({ status: status(alerts), resolved })).toEqual([
    '*Prometheus*: 44 alerts firing, 44 resolved',
    ':red_circle: CRITICAL HighCPU ×22',
    'web-0 · web-2 · web-4 · web-6 · web-8 · web-10 and 16 more',
    ':red_circle: CRITICAL DiskFull ×22',
    expect.stringMatching(/^web-1 · .* and 16 more$/),
    ':large_green_circle: resolved: HighCPU ×22, DiskFull ×22',
  ]);
  expect(linesOf({ status: status(few) })).toEqual([
    '*Prometheus*: 2 alerts firing',
    ':red_circle: CRITICAL HighCPU · web-0',
    ':red_circle: CRITICAL DiskFull · web-1',
  ]);
});

test('problem, place and the sender’s links stand below an alert, as they were sent', () => {
  const facts = {
    summary: 'pg_dump of *orders* is late',
    description: `Last seen\n3 h ago. ${'x'.repeat(500)}`,
    links: [
      { what: 'runbook', url: 'https://wiki/pg_dump?a=1&b=2' },
      { what: 'silence', url: 'https://am/#/silences' },
    ] as const,
  };
  const alert = { name: 'Backup_Late', place: 'db_1:9100, /var', severity: 'critical' as const };
  const messageWithLinks = message({
    status: status([{ ...alert, facts: { ...facts, links: [...facts.links] } }]),
  });
  const sections = sectionsOf({ ...plainly, message: messageWithLinks, outcomes: [], words, next: [] });
  const lines = sections.flatMap(section => section.lines.slice(1));
  const { blocks } = postOf(notice(lines));
  expect(messageText({ blocks: blocks as never })).toBe(
    [
      '🔴 CRITICAL Backup_Late · db_1:9100, /var',
      'pg_dump of *orders* is late',
      `Last seen 3 h ago. ${'x'.repeat(380)}…`,
      'Runbook (https://wiki/pg_dump?a=1&b=2) · Silence (https://am/#/silences)',
    ].join('\n'),
  );
  expect(problemsOfMessageBlocks(blocks as never)).toEqual([]);
});

test('an ended acknowledgement isn’t mentioned once nobody answered, or all is muted', () => {
  const overdue = { by: { kind: 'person' as const, userId: 'U1' }, since: NOW };
  const alerts = times(2, 'DiskFull', 'critical');
  const lines = (more: Partial<NonNullable<AlertMessage['status']>>): string =>
    linesOf({ status: status(alerts, { overdue, ...more }) }).join('\n');
  expect(lines({})).toContain('had it until');
  expect(lines({ muted: 1 })).toContain('had it until');
  expect(lines({ muted: 2 })).not.toContain('had it until');
  expect(lines({ unanswered: 1 })).toMatch(/^(?!.*had it until).*Nobody acknowledged this/s);
});

test('a few names need no summary, and held texts take one line', () => {
  const held = { alerts: 12, until: NOW, why: 'pace' as const };
  expect(linesOf({ status: status(times(2, 'HighCPU')), held })).toEqual([
    '*Prometheus*: 2 alerts firing',
    ':large_yellow_circle: WARNING HighCPU ×2',
    expect.stringMatching(/^:hourglass_flowing_sand: 12 alerts held back: a number gets/),
  ]);
});

test.each([
  ['critical', 'open', ':red_circle: CRITICAL'],
  ['error', 'open', ':large_orange_circle: ERROR'],
  ['warning', 'open', ':large_yellow_circle: WARNING'],
  ['info', 'open', ':large_blue_circle: INFO'],
  ['none', 'open', ':white_circle: ALERT'],
  ['critical', 'acknowledged', ':raising_hand: CRITICAL'],
  ['critical', 'muted', ':mute: CRITICAL'],
] as const)('%s and %s is visible at a glance', (severity, standing, sign) => {
  expect(linesOf({ status: status([{ name: 'HighCPU', severity, standing }]) })[1]).toBe(`${sign} HighCPU`);
});

test('an incident that is over, or needs nothing more, is none of these', () => {
  const [alert] = times(1, 'HighCPU', 'critical');
  const all = alert ? tally([alert]) : NO_ALERTS;
  expect(linesOf({ resolved: all })[1]).toBe(':large_green_circle: resolved: HighCPU');
  expect(linesOf({ lapsed: all })[1]).toBe(':white_circle: CRITICAL HighCPU');
});

test('a phone’s notification begins with the name, the place and the problem', () => {
  const alert = { name: 'HighCPU', place: 'web-1', severity: 'critical' as const };
  const shownFirst = (...alerts: AlertInput[]): string =>
    inMrkdwn(notificationOf(message({ status: status(alerts) }), words) ?? '');
  expect(shownFirst({ ...alert, facts: { summary: 'CPU above 90%' } })).toBe(
    'HighCPU on web-1: CPU above 90%',
  );
  expect(shownFirst(alert, { ...alert, name: 'DiskFull', severity: 'info' })).toBe(
    'HighCPU on web-1 (+1 more)',
  );
  expect(shownFirst(alert, { ...alert, place: 'web-2' })).toBe('HighCPU on web-1 (+1 more)');
  const post = postOf({ ...notice(linesOf({ status: status([alert]) })), notification: 'HighCPU on web-1' });
  expect(post.text).toMatch(/^HighCPU on web-1\n\*Prometheus\*: 1 alert firing/);
  expect(JSON.stringify(post.blocks)).not.toContain('HighCPU on web-1');
});

test('each of eight alerts has its place, summary and links; further ones are counted', () => {
  const alerts = Array.from({ length: 8 }, (_, n) => ({
    name: `Alert${n}`,
    place: `web-${n}`,
    severity: 'error' as const,
    facts: {
      summary: `Sum ${n}`,
      description: 'Long',
      links: [{ what: 'runbook' as const, url: `http://w/${n}` }],
    },
  }));
  const lines = linesOf({ status: status(alerts) });
  for (const n of alerts.keys())
    expect(lines.slice(1 + 3 * n, 4 + 3 * n)).toEqual([
      `:large_orange_circle: ERROR Alert${n} · web-${n}`,
      `Sum ${n}`,
      `<http://w/${n}|Runbook>`,
    ]);
  expect(lines).toHaveLength(25);
  expect(linesOf({ status: status([...alerts, ...times(2, 'Rest')]) }).at(-1)).toBe('Also: Rest ×2');
});

test('texts with the same status share a line, the uncertain ones first', () => {
  const text = (number: string, state: string, problem: unknown = null) =>
    ({ id: number, number, state, problem, parts: 1, cost: '0.35', balance: null, logId: '7' }) as never;
  const outcome = (...texts: never[]) => ({ texts, omitted: [], unreadable: [], problem: null }) as never;
  expect(
    linesOf({}, [
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

  test('a thousand alerts, whatever their names and texts, make one post that Slack accepts', () => {
    const sentText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.constantFrom(
        '<!channel>'.repeat(12),
        '&'.repeat(120),
        '🔥'.repeat(60),
        'ডিস্ক ভর্তি '.repeat(10),
        '`*_~>\n',
      ),
    );
    const facts = fc.record({
      summary: sentText.map(text => text.repeat(3)),
      description: sentText.map(text => text.repeat(10)),
      links: fc.constantFrom<AlertFacts['links']>(
        [],
        [{ what: 'runbook', url: `https://wiki/${'x'.repeat(1900)}` }],
      ),
    });
    const alert = fc.record({
      name: sentText,
      place: sentText,
      severity: fc.constantFrom(...SEVERITIES),
      facts,
    });
    const problem = { kind: 'NO_KEY', admin: true };
    fc.assert(
      fc.property(
        fc.array(alert, { minLength: 1, maxLength: 30 }),
        fc.array(fc.nat(1000), { minLength: 30, maxLength: 30 }),
        fc.boolean(),
        fc.boolean(),
        (kinds, counts, isMuch, isShared) => {
          const alerts = Array.from(
            { length: 1000 },
            (_, n) => kinds[(counts[n % 30] ?? 0) % kinds.length],
          ).flatMap(kind => kind ?? []);
          const many = <T>(make: (n: number) => T): T[] =>
            isMuch ? Array.from({ length: 30 }, (_, n) => make(n)) : [];
          const actions = many(n => ({
            by: { kind: 'person' as const, userId: `U${n}` },
            at: NOW,
            until: NOW,
            incidents: 1,
          })).slice(0, 3);
          const postStatus = status(alerts, {
            acknowledged: actions,
            overdue: isMuch ? { by: { kind: 'person', userId: 'U1' }, since: NOW } : null,
            resolvedHere: actions,
            step: { turn: 1, of: 30, dueAt: NOW, next: many(n => `${n}`) },
          });
          const sharing = postStatus.worst.map((worst, id) => ({ id, worst, more: 3, acknowledged: null }));
          const longest = message({
            status: isShared ? { ...postStatus, worst: [], sharing } : postStatus,
            resolved: tally(alerts),
            lapsed: tally(alerts),
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
          const next = many(n => `Rota ${n} (<@U${n}>)`);
          const about = { ...plainly, message: longest, outcomes, words: spoken, next };
          const sections = sectionsOf(about).map(({ lines, acknowledge }) => ({
            lines,
            acknowledge: acknowledge === null ? null : { hook: 'T1-x', incidents: [acknowledge], upTo: 1 },
          }));
          const lines = sections.flatMap(section => section.lines);
          for (const line of lines.map(inMrkdwn)) expect(line).not.toMatch(/\n|<!(?!date)/);
          const buttons = {
            ...({ kind: 'respond', hook: 'T1-x'.repeat(12), post: 1, upTo: 1, canTake: true } as const),
            canExtend: true,
            canGiveBack: true,
            isShared,
          };
          const notification = notificationOf(longest, spoken);
          expect(inMrkdwn(notification ?? '')).not.toMatch(/\n|</);
          const { text, blocks = [] } = postOf({ ...notice([], buttons, spoken), notification, sections });
          expect(problemsOfMessageBlocks(blocks as never)).toEqual([]);
          expect(blocks.at(-1)?.type).toBe('actions');
          expect(blocks.filter(({ type }) => type === 'actions')).toHaveLength(
            isShared ? sharing.length + 1 : 1,
          );
          expect(messageText({ text, blocks: blocks as never }).length).toBeLessThan(14_000);
          expect(JSON.stringify(blocks)).not.toMatch(/"broadcast"|[\ue000\ue001]/);
        },
      ),
      { numRuns: 60 },
    );
  });
});
