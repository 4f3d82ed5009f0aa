import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { harmlessLine, printError, printLines } from '../../src/kit/terminal.ts';
import * as service from '../../src/sms-service/cli/output.ts';

/*
 * Strangers' text has no effect on the terminal of an operator who runs a command of the app or of the SMS
 * service.
 */

const SHOWN: [written: string, shown: string][] = [
  ['Karim', 'Karim'],
  ['\u001b[2J\u001b]0;owned\u0007Karim', ' [2J ]0;owned Karim'],
  ['\u009b31mKarim\u0085', ' 31mKarim '],
  ['row 3\r\nrow 4: imported', 'row 3  row 4: imported'],
  ['a\tb\u0000\u007f\b', 'a b   '],
  ['\u202egpj.exe\u202c\u2066\u200f\u061c', 'gpj.exe'],
  ['one\u2028two\u2029three', 'one two three'],
  // Bangla and combined characters stay.
  ['ক্ষমা র‍্যাব 👩‍💻 é', 'ক্ষমা র‍্যাব 👩‍💻 é'],
];

test.each(SHOWN)('%j is shown as %j', (written, shown) => {
  expect(harmlessLine(written)).toBe(shown);
  expect(service.harmlessLine(written)).toBe(shown);
});

const printedBy = async (write: (stream: PassThrough) => unknown) => {
  const stream = new PassThrough();
  await write(stream);
  return String(stream.read());
};

test('the app’s commands escape the lines and errors that they print', async () => {
  for (const [written, shown] of SHOWN)
    expect(await printedBy(stream => printLines(stream, [written, 'next']))).toBe(`${shown}\nnext\n`);
  expect(await printedBy(stream => printError(stream, 'one\ntwo\u001b'))).toBe('one\ntwo \n');
});

test('the SMS service’s commands escape words and tables, and print equal JSON', async () => {
  for (const [written, shown] of SHOWN) {
    const print = (printed: service.Printed, json: boolean) =>
      printedBy(stream => service.print(stream, printed, json));
    const list = service.list(
      () => [written],
      item => ({ item }),
      [['ITEM', item => item]],
    );
    expect(await print(service.result({ written }, written), false)).toBe(`${shown}\n`);
    expect(await print(list, false)).toBe(`ITEM\n${shown.trimEnd()}\n`);
    for (const [printed, value] of [
      [service.result({ written }, ''), { written }],
      [list, [{ item: written }]],
    ] as const) {
      const json = await print(printed, true);
      expect(json.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      expect(JSON.parse(json)).toEqual(value);
    }
  }
});
