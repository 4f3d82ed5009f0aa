import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ERASED_NUMBER, type LocalNumber } from '../../../src/kit/number.ts';
import type { Intent } from '../../../src/texts/intent.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';
import { decide, type Facts, type Loadable } from '../../../src/texts/sending/decide.ts';
import { plainMessages } from '../../../src/texts/sending/messages.ts';
import type { FactsAnswer, MembersAnswer } from '../../../src/workspace/people.ts';
import { settingsSchema } from '../../../src/workspace/settings.ts';
import { NOW } from './samples.ts';

/* A decision is the same whether its facts are loaded all at once or one by one. */

const numbers = ['01712345671', '01712345672', '01712345673'] as LocalNumber[];
const some = fc.subarray(numbers);
const unavailable = { kind: 'unavailable', retryAt: NOW + 1000 } as const;
const person = {
  deactivated: false,
  admin: false,
  guest: false,
  otherTeam: false,
  phone: null,
  zone: null,
  name: null,
};
const sender = fc.oneof(
  fc.constantFrom<FactsAnswer | null>(null, unavailable, { kind: 'refused', error: 'user_not_found' }),
  fc.boolean().map((guest): FactsAnswer => ({ kind: 'known', facts: { ...person, guest } })),
);
const group = fc.constantFrom<MembersAnswer>(
  unavailable,
  { kind: 'refused', error: 'no_such_subteam' },
  { kind: 'known', userIds: ['U1'] },
  { kind: 'known', userIds: [] },
);
const rules = fc.constantFrom(
  settingsSchema.parse({}),
  settingsSchema.parse({ senders: { people: [], groups: ['S1'] } }),
);

type AllFacts = { [Name in keyof Facts]: NonNullable<Facts[Name]> };

const facts: fc.Arbitrary<AllFacts> = fc
  .record({
    age: fc.constantFrom(0, 3_600_000),
    isFromHere: fc.boolean(),
    account: fc.record({
      sender,
      rules,
      key: fc.constantFrom({ fingerprint: 'key' }, 'none' as const, 'unreadable' as const),
      cap: fc.constant({ texts: null, credits: null }),
    }),
    senderGroups: fc.array(group, { minLength: 1, maxLength: 1 }),
    reached: some,
    isSilent: fc.boolean(),
    isTooMany: fc.boolean(),
    message: fc.constantFrom('hello', ''),
    earlier: some,
  })
  .map(({ age, reached, isSilent, isTooMany, message, earlier, ...fields }) => ({
    ...fields,
    now: NOW + age,
    recipients: {
      numbers: isTooMany ? [] : reached,
      omitted: [],
      unavailable: isSilent ? [{ kind: 'teammate', userId: 'U7', label: 'Kamal' } as const] : [],
      retryAt: isSilent ? NOW + 1000 : null,
      tooMany: isTooMany ? { kind: 'RECIPIENTS_TOO_MANY' as const, count: 300, limit: 200 } : null,
      exempt: new Set<LocalNumber>(),
    },
    messages: plainMessages(message, reached),
    earlier: earlier.length === 0 ? 'none' : { numbers: new Set(earlier), fingerprint: 'key' },
  }));

const intent = (to: Recipient[]): Intent => ({
  id: 'intent',
  workspace: 'T1',
  source: 'form',
  resendOf: null,
  actor: 'U1',
  to,
  message: 'hello',
  priority: 'people',
  confirmed: false,
  replyTo: null,
  language: null,
  acceptedAt: NOW,
});

const recipients = fc.constantFrom<Recipient[]>(
  [{ kind: 'number', number: '01712345671' as LocalNumber }],
  [{ kind: 'number', number: ERASED_NUMBER }],
  [
    { kind: 'number', number: '01712345671' as LocalNumber },
    { kind: 'usergroup', id: 'S7', label: '@farmers' },
  ],
);

test('facts loaded one by one lead to the same decision as all at once, and each is loaded once', () => {
  fc.assert(
    fc.property(recipients, facts, (to, allFacts) => {
      const { now, isFromHere } = allFacts;
      const loaded: Loadable[] = [];
      let loadedFacts: Facts = {
        now,
        isFromHere,
        account: null,
        senderGroups: null,
        recipients: null,
        messages: null,
        earlier: null,
      };
      for (;;) {
        const decision = decide(intent(to), loadedFacts);
        if (decision.kind !== 'missing') {
          expect(decision).toEqual(decide(intent(to), allFacts));
          return;
        }
        expect(loaded).not.toContain(decision.fact);
        loaded.push(decision.fact);
        loadedFacts = { ...loadedFacts, [decision.fact]: allFacts[decision.fact] };
      }
    }),
    { numRuns: 500 },
  );
});

test('a person who may not send is refused before any recipient is looked up', () => {
  fc.assert(
    fc.property(facts, allFacts => {
      const decided = decide(intent([{ kind: 'usergroup', id: 'S7', label: '@farmers' }]), {
        ...allFacts,
        now: NOW,
        account: { ...allFacts.account, key: 'none' },
        recipients: null,
        messages: null,
      });
      expect(decided.kind).toBe('refused');
    }),
  );
});
