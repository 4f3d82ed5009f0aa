import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countParts } from '../../../src/texts/parts.ts';
import { plainLetters } from '../../../src/texts/plain-letters.ts';

test.each([
  // Phones and word processors.
  ['“It’s 5–6 o’clock…”\u00a0— ok', '"It\'s 5-6 o\'clock..." - ok'],
  // Rules and runbooks.
  [
    'Disk on nas-1 is 95% full – clean up “/data/exports” now → see wiki',
    'Disk on nas-1 is 95% full - clean up "/data/exports" now -> see wiki',
  ],
  ['pg_dump of `orders` failed', "pg_dump of 'orders' failed"],
  ['CPU ≥ 90 % · 3× in 5 µs (±2°C)\tweb‑1 ← lb', 'CPU >= 90 % - 3x in 5 us (+/-2 degC) web-1 <- lb'],
  ['zero\u200bwidth\ufeff and soft\u00adhyphen', 'zerowidth and softhyphen'],
  ['a\u2003b\u2800c\vd\u3000e\u1680f\u202fg', 'a b c d e f g'],
  ['one\u2028two\u2029three\u0085four', 'one\ntwo\nthree\nfour'],
  ['1\ufe0f.\u2066 a\u2069\u034f\u17b4\u{e0041}\ufe0d\u2063', '1. a'],
  ['Cafe\u0301 – “ok”', 'Café - "ok"'],
  ['ﬁle، oﬃce; done।', 'file, office; done.'],
  // Already plain, including special characters of the alphabet.
  ['"It\'s" [plain] {€} ~', '"It\'s" [plain] {€} ~'],
  // Unicode anyway, so unchanged.
  ['কাঁ\u200cচা – “না”…', 'কাঁ\u200cচা – “না”…'],
  ['Déjà vu – 🙂', 'Déjà vu – 🙂'],
  ['San José – ¡olé!', 'San José - ¡olé!'],
  ['São Paulo – down', 'São Paulo – down'],
  // Three dots for each would take two parts.
  ['…'.repeat(60), '…'.repeat(60)],
  ['', ''],
])('%j becomes %j', (written, plain) => {
  expect(plainLetters(written)).toBe(plain);
});

test('is idempotent, and a text never takes more parts', () => {
  const pretty = fc.string({
    unit: fc.constantFrom(...'“”‘’–—…→`× °ab \u00a0\u200b\t{€ক🙂'),
    maxLength: 200,
  });
  fc.assert(
    fc.property(fc.oneof(pretty, fc.string({ unit: 'binary', maxLength: 200 })), text => {
      const plain = plainLetters(text);
      expect(plainLetters(plain)).toBe(plain);
      expect(countParts(plain).parts).toBeLessThanOrEqual(countParts(text).parts);
      if (plain !== text) expect(countParts(plain).encoding).toBe('GSM-7');
    }),
    { numRuns: 500 },
  );
});
