import fc from 'fast-check';
import smpp from 'smpp';
import { expect, it } from 'vitest';
import { encode, encodePart } from '../../../src/sms-service/carriers/smpp/pdus.ts';
import { splitParts } from '../../../src/sms-service/parts.ts';

/* The bytes on the wire, decoded by the package, which has its own tables. */

const GSM = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà^{}\\[~]|€\f';
const { encodings } = smpp as unknown as {
  encodings: Record<'ASCII' | 'UCS2', { decode(bytes: Buffer): string }>;
};
const read = (dataCoding: number, bytes: Buffer) =>
  encodings[dataCoding === 0 ? 'ASCII' : 'UCS2'].decode(bytes);

const gsmText = fc.array(fc.constantFrom(...GSM), { minLength: 1, maxLength: 500 }).map(it => it.join(''));
const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });

it('writes the whole default alphabet in that alphabet', () => {
  fc.assert(
    fc.property(gsmText, text => {
      const { dataCoding, bytes } = encode(text);
      expect(dataCoding).toBe(0);
      expect(read(dataCoding, bytes)).toBe(text);
    }),
  );
});

it('writes any text so that its parts, read back and joined, are the text, in as many parts as are charged', () => {
  fc.assert(
    fc.property(fc.oneof(gsmText, anyText), fc.nat(), (text, reference) => {
      const count = splitParts(text).length;
      const parts = Array.from({ length: count }, (_, at) => encodePart(text, at + 1, reference));
      const joined = parts.map(({ dataCoding, bytes, joined: has }) =>
        read(dataCoding, has ? bytes.subarray(6) : bytes),
      );
      expect(joined.join('')).toBe(text);
      for (const { dataCoding, bytes } of parts) {
        expect(bytes.length).toBeLessThanOrEqual(dataCoding === 0 ? 160 : 140);
      }
    }),
  );
});
