import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFindAll } from '../../../src/broadcasts/gather.ts';
import { contactAs, groupAs } from '../../../src/contacts/contact.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { type Recipient, recipientKeyOf } from '../../../src/texts/recipient.ts';
import type { ResolvedRecipient } from '../../../src/texts/sending/expand-recipient.ts';
import type { FindPeople } from '../../../src/texts/sending/find-recipients.ts';
import { MAX_ROWS } from '../../../src/workspace/settings.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const number = (end: number): Recipient => ({
  kind: 'number',
  number: `017${String(end).padStart(8, '0')}` as LocalNumber,
});
const contact = (end: number): Recipient => contactAs({ id: String(end), name: `contact ${end}` });
const group = (...ends: number[]): Recipient => groupAs({ id: ends.join(','), name: 'group' });

/** Contacts with odd ids are deleted; a group's id lists its members. */
function resolve(recipient: Recipient): ResolvedRecipient[] {
  const texted = (end: string): ResolvedRecipient => ({
    recipient,
    kind: 'number',
    number: numberIn(number(Number(end))),
  });
  if (recipient.kind === 'group' && recipient.data.id !== '') return recipient.data.id.split(',').map(texted);
  if (recipient.kind === 'number') return [{ recipient, kind: 'number', number: recipient.number }];
  if (recipient.kind === 'contact' && Number(recipient.data.id) % 2 === 0) return [texted(recipient.data.id)];
  return [{ recipient, kind: 'problem', problem: { kind: 'CHOSEN_GONE', label: 'x' } }];
}
const findPeople: FindPeople = async (_workspace, to) => ({ people: to.flatMap(resolve), tooMany: null });
const numberIn = (recipient: Recipient): LocalNumber =>
  (recipient as Extract<Recipient, { kind: 'number' }>).number;

test('each recipient comes once: by number, or with the reason for having none', async () => {
  const some = fc.oneof(
    fc.nat(20).map(number),
    fc.nat(20).map(contact),
    fc.array(fc.nat(20), { maxLength: 30 }).map(ends => group(...ends)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(some, { maxLength: 120 }), async to => {
      const all = await createFindAll({ findPeople, clock: createManualClock() })('T1', to);
      if ('kind' in all) throw new Error('They are few');
      const numbers = all.flatMap(({ number }) => number ?? []);
      expect(new Set(numbers).size).toBe(numbers.length);
      const { people } = await findPeople('T1', to);
      expect(new Set(numbers)).toEqual(
        new Set(people.flatMap(person => (person.kind === 'number' ? person.number : []))),
      );
      const withoutNumber = all.filter(row => row.number === null).map(row => recipientKeyOf(row.recipient));
      expect(withoutNumber).toEqual([
        ...new Set(
          people.flatMap(person => (person.kind === 'problem' ? recipientKeyOf(person.recipient) : [])),
        ),
      ]);
      expect(all.length).toBe(numbers.length + withoutNumber.length);
    }),
  );
});

test('more than a broadcast may have are refused', async () => {
  const ends = Array.from({ length: MAX_ROWS + 1 }, (_, end) => end);
  const all = createFindAll({ findPeople, clock: createManualClock() });
  expect(await all('T1', [group(...ends.slice(0, 6000)), group(...ends.slice(5000))])).toMatchObject({
    kind: 'RECIPIENTS_TOO_MANY',
    limit: MAX_ROWS,
  });
  expect(await all('T1', [group(...ends.slice(0, 6000)), group(...ends.slice(5000, MAX_ROWS))])).toHaveLength(
    MAX_ROWS,
  );
});

test('a person whom Slack doesn’t return is looked up again, and left out in the end', async () => {
  const clock = createManualClock();
  const counts: number[] = [];
  const silent: FindPeople = async (_workspace, to) => {
    counts.push(to.length);
    return {
      people: to.map(recipient =>
        recipient.kind === 'number'
          ? { recipient, kind: 'number', number: recipient.number }
          : { recipient, kind: 'unavailable', retryAt: clock.now() + 60_000 },
      ),
      tooMany: null,
    };
  };
  const teammate: Recipient = { kind: 'teammate', userId: 'U1', label: 'U1' };
  const result = createFindAll({ findPeople: silent, clock })('T1', [teammate, number(1)]);
  for (let minute = 0; minute < 4; minute++) await clock.advance(60_000);
  expect(await result).toEqual([
    { recipient: number(1), number: numberIn(number(1)) },
    { recipient: teammate, number: null, problem: { kind: 'EXPIRED' } },
  ]);
  expect(counts).toEqual([2, 1, 1]);
});
