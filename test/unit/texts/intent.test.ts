import fc from 'fast-check';
import { test } from 'vitest';
import { BY_PERSON, sharesReport } from '../../../src/texts/intent.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';

const recipient: fc.Arbitrary<Recipient> = fc.constantFrom(
  { kind: 'number', number: '01712345678' as never },
  { kind: 'teammate', userId: 'U1', label: 'U1' },
  { feature: 'contacts', kind: 'contact', data: { id: 'c1', label: 'Ranu' } },
  { feature: 'rotas', kind: 'rota', data: { id: 'r1', label: 'Servers' } },
);
const crowd: fc.Arbitrary<Recipient> = fc.constantFrom(
  { kind: 'usergroup', id: 'S1', label: 'oncall' },
  { feature: 'contacts', kind: 'group', data: { id: 'g1', label: 'field-team', many: true } },
  { kind: 'named', name: 'field-team' },
);
const byPerson = fc.constantFrom(...BY_PERSON);

test('a person’s text to one person has its own report; texts that may reach several, and a feature’s, share one', () => {
  fc.assert(fc.property(byPerson, recipient, (source, to) => !sharesReport({ source, to: [to] })));
  fc.assert(
    fc.property(byPerson, fc.array(recipient), crowd, (source, to, many) =>
      sharesReport({ source, to: [...to, many] }),
    ),
  );
  fc.assert(fc.property(fc.array(recipient, { minLength: 2 }), to => sharesReport({ source: 'form', to })));
  const source = { feature: 'any', kind: 'x', data: {} };
  fc.assert(fc.property(recipient, to => sharesReport({ source, to: [to] })));
});
