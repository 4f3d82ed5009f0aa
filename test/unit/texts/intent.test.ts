import fc from 'fast-check';
import { test } from 'vitest';
import { BY_PERSON, sharesReport } from '../../../src/texts/intent.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';

const one: fc.Arbitrary<Recipient> = fc.constantFrom(
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

test('a person’s text to one person is reported by itself; what may be for several, and what a feature sends, together', () => {
  fc.assert(fc.property(byPerson, one, (source, who) => !sharesReport({ source, to: [who] })));
  fc.assert(
    fc.property(byPerson, fc.array(one), crowd, (source, others, many) =>
      sharesReport({ source, to: [...others, many] }),
    ),
  );
  fc.assert(fc.property(fc.array(one, { minLength: 2 }), to => sharesReport({ source: 'form', to })));
  const source = { feature: 'any', kind: 'x', data: {} };
  fc.assert(fc.property(one, who => sharesReport({ source, to: [who] })));
});
