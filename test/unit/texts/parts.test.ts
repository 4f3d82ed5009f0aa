import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import splitSms from 'split-sms';
import { expect, it } from 'vitest';
import { countParts } from '../../../src/texts/parts.ts';

const GSM_ONE = [...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./059:;<=>?¡AZÄÖÑÜ§¿azäöñüà'];
const GSM_TWO = [...'\f^{}\\[~]|€'];
const BANGLA = [...'কখগঘচজটডতথদধনপফবভমযরলশসহড়য়ািীুূৃেৈোৌ্ংঃঁ০১৯।', '\u200c', '\u200d'];
const PAIRS = [...'😀🎉🇧🇩👨‍👩‍👧𝒳'];

/** Messages that mostly end near a boundary, in one alphabet with a few characters of another. */
const messageOf = (...alphabets: string[][]) =>
  fc
    .array(
      fc.tuple(
        fc
          .constantFrom(...alphabets.map(alphabet => fc.constantFrom(...alphabet)))
          .chain(character => character),
        fc.oneof(
          { weight: 9, arbitrary: fc.constant(1) },
          { weight: 1, arbitrary: fc.integer({ min: 60, max: 160 }) },
        ),
      ),
      { minLength: 1, maxLength: 30 },
    )
    .map(runs => runs.map(([character, times]) => character.repeat(times)).join(''));

const bySplitSms = (message: string) => {
  const { characterSet, parts } = splitSms.split(message, { summary: true });
  return { encoding: characterSet === 'GSM' ? 'GSM-7' : 'UCS-2', parts: parts.length };
};
const byCalculator = (message: string) => {
  const counted = new SegmentedMessage(message, 'auto', false);
  return { encoding: counted.getEncodingName(), parts: counted.segmentsCount };
};
const ours = (message: string) => {
  const { encoding, parts } = countParts(message);
  return { encoding, parts };
};

it('agrees with two libraries on GSM-7, extension characters and line breaks included', () => {
  fc.assert(
    fc.property(messageOf(GSM_ONE, GSM_TWO, ['\r\n']), message => {
      expect(ours(message)).toEqual(bySplitSms(message));
      expect(ours(message)).toEqual(byCalculator(message));
    }),
    { numRuns: 500 },
  );
});

// sms-segments-calculator keeps graphemes whole, which no network does, and so counts a part too many at
// some lengths of Bangla and of joined emoji: split-sms alone decides UCS-2.
it('agrees with split-sms on UCS-2: Bangla, emoji, anything', () => {
  const anything = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
  const message = fc.oneof(messageOf(BANGLA, PAIRS, GSM_ONE, GSM_TWO), anything).map(text => `${text}ক`);
  fc.assert(
    fc.property(message, message => {
      expect(ours(message)).toEqual(bySplitSms(message));
    }),
    { numRuns: 1000 },
  );
});

it('agrees with both where no grapheme has two characters', () => {
  fc.assert(
    fc.property(
      messageOf(GSM_ONE, ['ক', '।', '“', '𝒳']).map(message => `${message}ক`),
      message => {
        expect(ours(message)).toEqual(byCalculator(message));
      },
    ),
    { numRuns: 300 },
  );
});

it('cuts neither an extension character nor a surrogate pair, at every place near every boundary', () => {
  for (const [first, second, joined] of [
    ['a', '€', 153],
    ['ক', '😀', 67],
  ] as const) {
    for (let before = 0; before <= 4 * joined; before++) {
      for (const after of [0, 1, joined - 2, joined - 1, joined]) {
        const message = `${first.repeat(before)}${second}${first.repeat(after)}`;
        expect(ours(message), `${before} ${second} ${after}`).toEqual(bySplitSms(message));
      }
    }
  }
});

it.each([
  ['', 0, 160],
  ['a'.repeat(160), 1, 160],
  ['a'.repeat(161), 2, 153],
  ['€'.repeat(80), 1, 160],
  ['€'.repeat(81), 2, 153],
  // 152 septets, then an escape that must not be cut: 306 septets take three parts.
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3, 153],
  ['ক'.repeat(70), 1, 70],
  ['ক'.repeat(71), 2, 67],
  ['😀'.repeat(35), 1, 70],
  // A part holds 66 code units here, because the 67th is half a character.
  ['😀'.repeat(67), 3, 67],
])('%#: counts parts as charged', (message, parts, perPart) => {
  expect(countParts(message)).toMatchObject({ parts, perPart });
});

it('says which character forced UCS-2, in code points', () => {
  expect(countParts('😀')).toMatchObject({
    characters: 1,
    units: 2,
    forcedBy: { character: '😀', index: 0 },
  });
  expect(countParts('it\u2019s 😀')).toMatchObject({
    characters: 6,
    units: 7,
    forcedBy: { character: '\u2019', index: 2 },
  });
  expect(countParts('a\r\n{€')).toMatchObject({ encoding: 'GSM-7', characters: 5, units: 7, forcedBy: null });
  // A small ç is not the alphabet's Ç.
  expect(countParts('Çç').forcedBy).toEqual({ character: 'ç', index: 1 });
});
