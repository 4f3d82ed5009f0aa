import { expect, test } from 'vitest';
import {
  type AlertNotice,
  causeOf,
  NO_NOTICES,
  noticesSchema,
  undelivered,
  withNotices,
} from '../../../src/alerts/notices/notice.ts';
import { NO_ALERTS } from '../../../src/alerts/policy/channel/alert-summary.ts';
import type { Problem } from '../../../src/kit/problem.ts';

const HOUR = 3_600_000;
const blocked = (hook: string, since: number, ...recipients: string[]): AlertNotice => ({
  kind: 'blocked',
  why: 'no_key',
  alerts: NO_ALERTS,
  hook,
  since,
  recipients,
});
const nobodyOnCall = { feature: 'rotas', kind: 'NOBODY_ON_CALL', data: { label: 'Nights' } } as const;
const refused = (recipient: string, problem: Problem) => ({ recipient, problem, alerts: 1 });

test('a problem that resolves itself, or isn’t about the recipient, needs no mending', () => {
  expect(causeOf({ problem: null })).toBeNull();
  expect(causeOf({ problem: { kind: 'CANCELLED' } })).toBeNull();
  expect(causeOf({ problem: { kind: 'NO_KEY', admin: false } })).toBeNull();
  expect(causeOf({ problem: nobodyOnCall })).toBe('rota_empty');
  expect(causeOf({ problem: { kind: 'NAME_UNKNOWN', label: 'Serverz', nearest: null } })).toBe(
    'unknown_name',
  );
  expect(causeOf({ problem: { kind: 'NEVER_TEXT', number: '01712345678' } })).toBe('unreachable');
});

const UNREACHABLE: readonly Problem[] = [
  { kind: 'TEAMMATE_DEACTIVATED', userId: 'U1' },
  { kind: 'TEAMMATE_WITHOUT_NUMBER', userId: 'U1' },
  { kind: 'NUMBER_BLOCKED', number: '01712345678' },
  { kind: 'NEVER_TEXT', number: '01712345678' },
  { kind: 'SERVICE_REFUSED', code: 'INVALID_NUMBER', status: 400, proven: true },
  { kind: 'GROUP_EMPTY', label: 'oncall' },
  { feature: 'contacts', kind: 'NAMED_GROUP_EMPTY', data: { label: 'Night' } },
  { kind: 'CHOSEN_GONE', label: 'Night' },
];
test('the hook’s creator can mend any reason why a recipient can’t be texted', () => {
  for (const problem of UNREACHABLE) expect(causeOf({ problem }), problem.kind).toBe('unreachable');
});

test('a hook’s recipients make one notice for each cause, and one for each rota', () => {
  const notices = undelivered('ops', [
    refused('A', { kind: 'TEAMMATE_DEACTIVATED', userId: 'U1' }),
    refused('B', { kind: 'NEVER_TEXT', number: '01712345678' }),
    refused('R1', nobodyOnCall),
    refused('R2', nobodyOnCall),
    refused('C', { kind: 'EXPIRED' }),
  ]);
  const recipients = notices.map(notice =>
    notice.kind === 'undelivered' ? notice.to.map(entry => entry.recipient) : [],
  );
  expect(recipients).toEqual([['A', 'B'], ['R1'], ['R2']]);
});

test('the same cause of the same hook is reported once an hour; another hook or rota at once', () => {
  const noticesFor = (hook: string, recipient: string): AlertNotice[] =>
    undelivered(hook, [refused(recipient, nobodyOnCall)]);
  let state = withNotices(
    NO_NOTICES,
    [...noticesFor('ops', 'R1'), ...noticesFor('ops', 'R2'), ...noticesFor('web', 'R1')],
    0,
  );
  expect(state.waiting).toHaveLength(3);
  state = withNotices({ ...state, waiting: [] }, noticesFor('ops', 'R1'), HOUR - 1);
  expect(state.waiting).toEqual([]);
  state = withNotices(state, noticesFor('ops', 'R1'), HOUR);
  expect(state.waiting).toHaveLength(1);
  expect(Object.keys(state.lastAt)).toHaveLength(1);
  expect(noticesSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
});

test('a hook’s blocked texts wait as one notice, unless the first is already on its way', () => {
  const first = withNotices(NO_NOTICES, [blocked('ops', 1, 'A'), blocked('ops', 1, 'B')], 0);
  expect(first.waiting).toEqual([blocked('ops', 1, 'A', 'B')]);
  const later = withNotices({ ...first, addresses: [] }, [blocked('ops', 1, 'C'), blocked('ops', 2, 'A')], 0);
  expect(later.waiting).toHaveLength(3);
  const full: AlertNotice = { kind: 'full', untracked: 2 };
  expect(withNotices(NO_NOTICES, [full, full], 0).waiting).toEqual([{ kind: 'full', untracked: 4 }]);
});
