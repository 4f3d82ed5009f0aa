import { expect, test } from 'vitest';
import { createExempt } from '../../../src/alerts/recipient-lookup.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import type { Intent } from '../../../src/texts/intent.ts';
import { type Recipient, recipientKeyOf } from '../../../src/texts/recipient.ts';

/* If an admin allows it, alerts go to some numbers that are marked "never text". */

const number = (last: number) => `0171234560${last}` as LocalNumber;
const teammate = (userId: string): Recipient => ({ kind: 'teammate', userId, label: '' });
const named = (name: string): Recipient => ({ kind: 'named', name });
const rota = (id: string): Recipient => ({ feature: 'rotas', kind: 'rota', data: { id, label: '' } });

const NUMBERS: Record<string, LocalNumber> = {
  'teammate U1': number(1),
  'named Ranu': number(2),
  'named team': number(3),
  'usergroup S1': number(4),
  'contacts/contact C1': number(5),
  'teammate U6': number(6),
  'teammate U7': number(7),
};
const SERVERS = {
  as: rota('R1'),
  name: 'Servers',
  by: 'U9',
  onCall: null,
  nobodyOnCall: { kind: 'ERASED' } as const,
  people: [teammate('U6'), teammate('U7')],
  second: null,
};

function exemptionsOf({ allowed = true, silent = false, marked = [1, 2, 3, 4, 5, 6, 7, 8, 9] } = {}) {
  const lookedUp: Recipient[] = [];
  const hook = {
    id: 'H1',
    recipients: [{ kind: 'number', number: number(8) }, teammate('U1'), named('Servers')],
    escalation: {
      steps: [
        {
          to: [
            { kind: 'usergroup', id: 'S1', label: '' },
            { feature: 'contacts', kind: 'contact', data: { id: 'C1', label: '' } },
            named('Ranu'),
            named('team'),
          ],
        },
      ],
    },
  };
  const exempt = createExempt({
    settings: { of: async () => ({ alertsIgnoreDoNotText: allowed }) } as never,
    hooks: {
      remembered: async () => [hook, { id: 'H2', recipients: [{ kind: 'number', number: number(9) }] }],
    } as never,
    doNotText: {
      of: async (_workspace, numbers) =>
        new Map(
          numbers.flatMap(phone =>
            marked.some(last => number(last) === phone) ? [[phone, { at: 0, by: null }]] : [],
          ),
        ),
    },
    book: {
      resolveName: async (_workspace, name) =>
        name === 'Servers' ? { kind: 'rota', rota: SERVERS } : { kind: 'unknown' },
      resolveChoice: async (_workspace, { data: { id } }) =>
        id === 'R1' ? { kind: 'rota', rota: SERVERS } : { kind: 'unknown' },
    },
    findEach: async (_workspace, to) => {
      lookedUp.push(...to);
      return to.map(recipient => ({
        numbers:
          recipient.kind === 'number'
            ? [recipient.number]
            : [NUMBERS[recipientKeyOf(recipient)] ?? []].flat(),
        omitted: [],
        unavailable: [],
        retryAt: silent ? 5000 : null,
        tooMany: null,
      }));
    },
  });
  return { exempt, lookedUp, hook };
}

const intent = (...lasts: number[]): Intent => intentOf(['H1'], ...lasts);
const intentOf = (hooks: readonly string[], ...lasts: number[]): Intent =>
  ({
    source: { feature: 'alerts', kind: 'alert', data: { hooks, text: 1, incidents: [] } },
    workspace: 'T1',
    to: lasts.map(last => ({ kind: 'number', number: number(last) })),
  }) as unknown as Intent;

test('exempts everybody whom a hook texts in any step: a number, a teammate, a contact, a group, a rota', async () => {
  const { numbers, retryAt } = await exemptionsOf().exempt.ofIntent(intent(1, 2, 3, 4, 5, 6, 7, 8, 9));
  expect([...numbers].sort(), 'except a person whom only another person texted').toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map(number),
  );
  expect(retryAt).toBeNull();
});

test('exempts the recipients of every hook that a text covers, whichever hook words it', async () => {
  const { exempt } = exemptionsOf();
  expect([...(await exempt.ofIntent(intentOf(['H1', 'H2'], 9))).numbers]).toContain(number(9));
  expect([...(await exempt.ofIntent(intentOf(['H2'], 9))).numbers]).toEqual([number(9)]);
});

test('exempts everybody in a chosen rota, since the person on call may change before the text goes', async () => {
  const { exempt, hook } = exemptionsOf();
  const { numbers } = await exempt.ofHook('T1', {
    ...hook,
    recipients: [rota('R1')],
    escalation: null,
  });
  expect([...numbers]).toEqual([number(6), number(7)]);
});

test('exempts nobody unless an admin allows it, and nobody for an intent that isn’t about alerts', async () => {
  expect((await exemptionsOf({ allowed: false }).exempt.ofIntent(intent(1))).numbers.size).toBe(0);
  expect((await exemptionsOf().exempt.ofIntent({ ...intent(1), source: 'form' })).numbers.size).toBe(0);
});

test('looks nobody up while none of an intent’s numbers is marked', async () => {
  const { exempt, lookedUp } = exemptionsOf({ marked: [9] });
  await exempt.ofIntent(intent(1, 2));
  expect(lookedUp).toEqual([]);
});

test('asks again later if Slack doesn’t say whom a hook texts', async () => {
  expect(await exemptionsOf({ silent: true }).exempt.ofIntent(intent(1))).toMatchObject({ retryAt: 5000 });
});
