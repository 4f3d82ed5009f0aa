import { describe, expect, test } from 'vitest';
import { type LocalNumber, maskNumber } from '../../../src/kit/number.ts';
import type { Services } from '../../../src/kit/slack/services.ts';
import { withDefaults } from '../../../src/texts/extensions.ts';
import { type Recipient, recipientSchema } from '../../../src/texts/recipient.ts';
import type { NameMatch } from '../../../src/texts/recipient-directory.ts';
import { createFindRecipients } from '../../../src/texts/sending/find-recipients.ts';
import { shownRecipient } from '../../../src/texts/slack/receipt-messages.ts';
import type { FactsAnswer, MembersAnswer } from '../../../src/workspace/people.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const facts = (phone: string | null): FactsAnswer => ({
  kind: 'known',
  facts: { deactivated: false, admin: false, guest: false, otherTeam: false, phone, zone: null, name: null },
});
const PEOPLE: Record<string, FactsAnswer> = {
  U1: facts('+880 1711-111111'),
  U2: facts('01722222222'),
  UNONE: facts(null),
  UFOREIGN: facts('+1 202 555 0100'),
  USILENT: { kind: 'unavailable', retryAt: 7000 },
  UGONE: { kind: 'refused', error: 'user_not_found' },
};
const GROUPS: Record<string, MembersAnswer> = {
  S1: { kind: 'known', userIds: ['U1', 'U2', 'UNONE'] },
  SEMPTY: { kind: 'known', userIds: [] },
  SSILENT: { kind: 'unavailable', retryAt: 5000 },
  SGONE: { kind: 'refused', error: 'no_such_subteam' },
  SSHUT: { kind: 'refused', error: 'missing_scope' },
};
const NAMES: Record<string, NameMatch> = {
  night: {
    kind: 'numbers',
    numbers: ['01722222222', '01733333333'] as LocalNumber[],
    isGroup: true,
    size: 2,
    unreadable: [],
  },
  empty: { kind: 'problem', problem: { kind: 'ERASED' } },
  damaged: {
    kind: 'numbers',
    numbers: ['01733333333'] as LocalNumber[],
    isGroup: true,
    size: 2,
    unreadable: [{ id: 'contact-7', problem: { kind: 'CHOSEN_GONE', label: 'damaged' } }],
  },
  two: { kind: 'shared' },
};

const { find } = createFindRecipients({
  people: {
    facts: async (_workspace, id) => PEOPLE[id] as FactsAnswer,
    remembered: async () => null,
  },
  groups: { members: async (_workspace, id) => GROUPS[id] as MembersAnswer },
  nameLookup: {
    resolveName: async (_workspace, name) => NAMES[name] ?? { kind: 'unknown' },
    resolveChoice: async (_workspace, { data }) => NAMES[data.id] ?? { kind: 'unknown' },
  },
  clock: createManualClock(),
});
const number = (number: string): Recipient => ({ kind: 'number', number: number as LocalNumber });
const teammate = (userId: string): Recipient => ({ kind: 'teammate', userId, label: userId });
const group = (id: string): Recipient => ({ kind: 'usergroup', id, label: `@${id}` });
const chosen = (kind: 'contact' | 'group', id: string): Recipient => ({
  feature: 'contacts',
  kind,
  data: { id, label: `${kind} ${id}` },
});
const named = (name: string): Recipient => ({ kind: 'named', name });

test('an unreadable member of a group is left out by name, not silently', async () => {
  const lookup = await find('T1', [chosen('group', 'damaged')]);
  expect(lookup).toMatchObject({
    numbers: ['01733333333'],
    omitted: [{ recipient: { typed: 'contact-7' }, problem: { kind: 'CHOSEN_GONE', label: 'damaged' } }],
    tooMany: null,
  });
});

test('a recipient of a removed feature is left out by name, with the reason', async () => {
  const { find } = createFindRecipients({
    people: {} as never,
    groups: {} as never,
    clock: createManualClock(),
    nameLookup: withDefaults({ extensions: {}, features: [] } as unknown as Services).book,
  });
  const stored = { feature: 'clubs', kind: 'club', data: { id: 'c1', label: 'Chess', many: true } };
  const recipient = recipientSchema.parse(stored);
  const { omitted } = await find('T1', [recipient, number('01711111111')]);
  expect(omitted).toEqual([{ recipient: stored, problem: { kind: 'PART_REMOVED' } }]);
  expect(shownRecipient(recipient, maskNumber)).toBe('Chess');
});

test('a number that several names lead to comes once, in the order of the names', async () => {
  const lookup = await find('T1', [named('night'), group('S1'), number('01711111111'), teammate('U2')]);
  expect(lookup.numbers).toEqual(['01722222222', '01733333333', '01711111111']);
});

test('a person who can’t be texted is named once, with the reason', async () => {
  const to = [group('S1'), teammate('UNONE'), teammate('UFOREIGN'), teammate('UGONE')];
  const groups = [
    group('SEMPTY'),
    group('SGONE'),
    group('SSHUT'),
    named('empty'),
    named('no such'),
    named('two'),
    chosen('contact', 'forgotten'),
    chosen('group', 'deleted'),
    chosen('group', 'empty'),
  ];
  const { omitted } = await find('T1', [...to, ...groups]);
  expect(
    omitted.map(({ recipient, problem }) => [
      'data' in recipient ? recipient.data.id : Object.values(recipient)[1],
      problem.kind,
    ]),
  ).toEqual([
    ['UNONE', 'TEAMMATE_WITHOUT_NUMBER'],
    ['UFOREIGN', 'TEAMMATE_NUMBER_INVALID'],
    ['UGONE', 'TEAMMATE_UNKNOWN'],
    ['SEMPTY', 'GROUP_EMPTY'],
    ['SGONE', 'GROUP_UNKNOWN'],
    ['SSHUT', 'GROUP_UNREADABLE'],
    ['empty', 'ERASED'],
    ['no such', 'NAME_UNKNOWN'],
    ['two', 'NAME_SHARED'],
    ['forgotten', 'CHOSEN_GONE'],
    ['deleted', 'CHOSEN_GONE'],
    ['empty', 'ERASED'],
  ]);
});

test('people for whom Slack is unavailable are neither texted nor dropped', async () => {
  const lookup = await find('T1', [teammate('USILENT'), group('SSILENT'), teammate('U1')]);
  expect(lookup).toMatchObject({ numbers: ['01711111111'], omitted: [] });
  expect(lookup.unavailable).toEqual([teammate('USILENT'), group('SSILENT')]);
  expect(lookup.retryAt, 'the first moment to look one of them up again').toBe(5000);
});

/**
 * A Slack that answers when the test says so and counts its calls; every group has as many people as its id
 * says.
 */
function createSlowSlack() {
  const clock = createManualClock();
  const open: { workspace: string; userId: string; answer: () => void }[] = [];
  let most = 0;
  const { find, findEach } = createFindRecipients({
    people: {
      remembered: async () => null,
      facts: (workspace, userId) =>
        new Promise(resolve => {
          const number = `017${userId.slice(1).padStart(8, '0')}`;
          open.push({ workspace, userId, answer: () => resolve(facts(number)) });
          most = Math.max(most, open.length);
        }),
    },
    groups: {
      members: async (_workspace, id) => ({
        kind: 'known',
        userIds: Array.from({ length: Number(id.slice(1)) }, (_, n) => `U${n}`),
      }),
    },
    nameLookup: {
      resolveName: async () => ({ kind: 'unknown' }),
      resolveChoice: async (_workspace, { data }) => {
        const size = Number(data.id);
        const numbers = Array.from({ length: Math.min(size, 201) }, (_, n) => `019${10_000_000 + n}`);
        return { kind: 'numbers', numbers: numbers as LocalNumber[], isGroup: true, size, unreadable: [] };
      },
    },
    clock,
  });
  return {
    find,
    findEach,
    clock,
    open,
    mostAtOnce: () => most,
    /** Answers all open calls, and those that follow. */
    async answerAll(): Promise<number> {
      let answered = 0;
      for (await clock.advance(0); open.length > 0; await clock.advance(0)) {
        const batch = open.splice(0);
        for (const { answer } of batch) answer();
        answered += batch.length;
      }
      return answered;
    },
  };
}

describe('Slack is asked', () => {
  test('about nobody if there are more people than one intent may reach', async () => {
    const { find, findEach, open, answerAll } = createSlowSlack();
    const tooMany = { kind: 'RECIPIENTS_TOO_MANY', count: 3000, limit: 200 };
    expect(await find('T1', [group('S3000'), teammate('U7')])).toMatchObject({ numbers: [], tooMany });
    const pairs = await find('T1', [number('01712345678'), group('S200')]);
    expect(pairs.tooMany).toMatchObject({ count: 201 });
    const lookup = await find('T1', [chosen('group', '50000'), number('01712345678')]);
    expect(lookup, 'all are counted, though not all are read').toMatchObject({
      numbers: [],
      tooMany: { count: 50_001 },
    });
    expect(open).toEqual([]);
    // One group that is too large doesn't affect the others.
    const each = findEach('T1', [group('S3000'), group('S150'), group('S200')]);
    expect(await answerAll(), 'a person in both is looked up once').toBe(200);
    const [large, small, full] = await each;
    expect(large).toMatchObject({ numbers: [], tooMany });
    expect([small?.numbers.length, full?.numbers.length]).toEqual([150, 200]);
  });

  test('about a few people of a workspace at once, however many look-ups there are; others do not wait', async () => {
    const { find, clock, open, answerAll, mostAtOnce } = createSlowSlack();
    const many = Array.from({ length: 20 }, () => find('T1', [group('S100')]));
    await clock.advance(0);
    expect(open).toHaveLength(4);
    const theirs = find('T2', [teammate('U1')]);
    await clock.advance(0);
    expect(open.map(({ workspace }) => workspace)).toEqual(['T1', 'T1', 'T1', 'T1', 'T2']);
    open.pop()?.answer();
    expect((await theirs).numbers).toEqual(['01700000001']);
    await answerAll();
    expect((await Promise.all(many)).map(({ numbers }) => numbers.length)).toEqual(Array(20).fill(100));
    expect(mostAtOnce()).toBe(5);
  });

  test('for three seconds: people still unknown count as unavailable, and aren’t looked up again', async () => {
    const { find, clock, open, answerAll } = createSlowSlack();
    const pending = find('T1', [number('01899999999'), group('S100')]);
    await clock.advance(0);
    for (const { answer } of open.splice(0)) answer();
    await clock.advance(0);
    await clock.advance(3000);
    const lookup = await pending;
    expect([lookup.numbers.length, lookup.unavailable.length]).toEqual([5, 96]);
    expect(lookup).toMatchObject({ retryAt: clock.now() + 1000, tooMany: null });
    expect(await answerAll(), 'the calls in flight').toBe(4);
  });
});
