import { describe } from 'vitest';
import { GSM_BASIC, GSM_EXTENSION } from '../../../src/sms-service/parts.ts';
import { carrierContract, type Manner } from '../../support/carrier-contract.ts';
import { hasNetSmpp, type Submit, startSmsc } from '../support/smsc.ts';

const STATUS: Partial<Record<Manner, number>> = {
  'refuses the text': 0x0b,
  'refuses us': 0x0a,
  'asks for patience': 0x58,
};

describe.skipIf(!hasNetSmpp())('a carrier on Net::SMPP', () => {
  carrierContract('SMPP', {
    async start() {
      const smsc = await startSmsc();
      const submits: { to: string; text: string }[] = [];
      let manner: Manner = 'takes';
      smsc.onSubmit(submit => {
        const status = STATUS[manner];
        if (status !== undefined) return smsc.refuse(submit, status);
        submits.push({ to: submit.destination_addr, text: textOf(submit) });
        if (manner === 'takes') return smsc.answer(submit, String(submit.seq));
        manner = 'takes';
        return smsc.cut(submit.link, true);
      });
      return {
        route: smsc.route(),
        taken: () => submits,
        answers(how) {
          manner = how;
        },
      };
    },
    knowsRepeats: false,
  });
});

/** The text as a phone shows it. */
function textOf({ short_message: hex, data_coding: coding }: Submit): string {
  const bytes = Buffer.from(hex, 'hex');
  if (coding === 8) return bytes.swap16().toString('utf16le');
  const extension = new Map([...GSM_EXTENSION].map(([character, code]) => [code, character]));
  let text = '';
  let escaped = false;
  for (const code of bytes) {
    if (code === 0x1b) escaped = true;
    else {
      text += escaped ? extension.get(code) : GSM_BASIC[code];
      escaped = false;
    }
  }
  return text;
}
