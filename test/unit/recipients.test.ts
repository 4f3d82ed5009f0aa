import { expect, test } from 'vitest';
import type { LocalNumber } from '../../src/domain/number.ts';
import type { Recipient } from '../../src/domain/recipient.ts';
import { createFindRecipients } from '../../src/sending/recipients.ts';
import type { FactsAnswer, MembersAnswer } from '../../src/workspaces/people.ts';

const facts = (phone: string | null): FactsAnswer => ({
  kind: 'known',
  facts: { admin: false, guest: false, otherTeam: false, phone },
});
const PEOPLE: Record<string, FactsAnswer> = {
  U1: facts('+880 1711-111111'),
  U2: facts('01722222222'),
  UNONE: facts(null),
  UFOREIGN: facts('+1 202 555 0100'),
  USILENT: { kind: 'silent', again: 7000 },
  UGONE: { kind: 'refused', error: 'user_not_found' },
};
const GROUPS: Record<string, MembersAnswer> = {
  S1: { kind: 'known', userIds: ['U1', 'U2', 'UNONE'] },
  SEMPTY: { kind: 'known', userIds: [] },
  SSILENT: { kind: 'silent', again: 5000 },
  SGONE: { kind: 'refused', error: 'no_such_subteam' },
  SSHUT: { kind: 'refused', error: 'missing_scope' },
};
const LISTS: Record<string, string[]> = { night: ['01722222222', '01733333333'], empty: [] };

const find = createFindRecipients({
  people: { facts: async (_workspace: string, id: string) => PEOPLE[id] } as never,
  groups: { members: async (_workspace, id) => GROUPS[id] as MembersAnswer },
  lists: async (_workspace, name) => (LISTS[name] as LocalNumber[] | undefined) ?? null,
});
const number = (number: string): Recipient => ({ kind: 'number', number: number as LocalNumber });
const teammate = (userId: string): Recipient => ({ kind: 'teammate', userId, label: userId });
const group = (id: string): Recipient => ({ kind: 'usergroup', id, label: `@${id}` });
const list = (name: string): Recipient => ({ kind: 'list', name });

test('a number that several names lead to is one, in the order they were named', async () => {
  const found = await find('T1', [list('night'), group('S1'), number('01711111111'), teammate('U2')]);
  expect(found.numbers).toEqual(['01722222222', '01733333333', '01711111111']);
});

test('whoever can’t be texted is named once, with the reason', async () => {
  const to = [group('S1'), teammate('UNONE'), teammate('UFOREIGN'), teammate('UGONE')];
  const groups = [group('SEMPTY'), group('SGONE'), group('SSHUT'), list('empty'), list('no such')];
  const { omitted } = await find('T1', [...to, ...groups]);
  expect(omitted.map(({ who, problem }) => [Object.values(who)[1], problem.kind])).toEqual([
    ['UNONE', 'TEAMMATE_WITHOUT_NUMBER'],
    ['UFOREIGN', 'TEAMMATE_NUMBER_INVALID'],
    ['UGONE', 'TEAMMATE_UNKNOWN'],
    ['SEMPTY', 'GROUP_EMPTY'],
    ['SGONE', 'GROUP_UNKNOWN'],
    ['SSHUT', 'GROUP_UNREADABLE'],
    ['empty', 'LIST_EMPTY'],
    ['no such', 'LIST_UNKNOWN'],
  ]);
});

test('whom Slack does not speak of now is neither texted nor given up', async () => {
  const found = await find('T1', [teammate('USILENT'), group('SSILENT'), teammate('U1')]);
  expect(found).toMatchObject({ numbers: ['01711111111'], omitted: [] });
  expect(found.silent).toEqual([teammate('USILENT'), group('SSILENT')]);
  expect(found.again, 'the first moment at which one of them can be asked for').toBe(5000);
});
