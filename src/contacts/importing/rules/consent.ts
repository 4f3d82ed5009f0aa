import { fold } from '../../../kit/name-matching.ts';
import { toAscii } from '../../../kit/number.ts';

/* What lists say of whether somebody may be texted, in a column against it (“Never text”) or for it (“SMS consent”). */

/** `unclear`: we don't understand what is said, so the person is marked, and that is told. */
type CellSays = { marks: boolean; unclear: boolean };

const words = (...all: string[]): ReadonlySet<string> => new Set(all.map(fold));
const NO = words('no', 'n', 'false', 'f', 'none', 'nil', 'null', 'n/a', 'না', 'নাই', 'নেই');
const YES = words(
  ...['yes', 'y', 'true', 't', 'x', '1', 'on', '✓', '✔', '✅', '☑'],
  ...['হ্যাঁ', 'হাঁ', 'হা', 'হ্যা', 'জি', 'জ্বি', 'জী', 'জ্বী'],
);
/** A stroke, nought, or what databases write for no date. */
const NOUGHT = /^(?:-+|0+(?:[-:/ ]0+)*)$/;
/** A day, as programs and people write it. */
const DATE = /^[0-9]{1,4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,4}/;
/** Somebody has said that they want no more texts. */
const REFUSAL =
  /unsubscri|opt(?:ed)?[ -]?out|^stop|^dn[dc]\b|do ?n[o']?t |never|block|blacklist|bounce|complain|revoked|withdr|refus|declin|denied|reject|not? (?:sub|consent|opt|allow|agree|given)|non[ -]?subscri|পাঠাবেন না|বন্ধ/;
/** Or that they want them. */
const APPROVAL =
  /^(?:subscribed|active|enabled|(?:double |single )?opt(?:ed)?[ -]?in|allow(?:ed)?|ok(?:ay)?|agreed?|accepted|confirmed|consent(?:ed)?|granted|given|verified|wants (?:sms|texts)|চান|রাজি|দিয়েছেন|(?:সম্মতি )?আছে|চালু|সচল|সক্রিয়)$/;
/** What stands around a word without changing it. */
const AROUND = /["'“”‘’()[\].,!।]/gu;

/** What a cell says; 1.0 is 1. */
const saidIn = (cell: string): string =>
  fold(
    toAscii(cell)
      .replace(/^([01])[.,]0+$/, '$1')
      .replace(AROUND, '')
      .replaceAll('_', ' '),
  );

/** What a cell says in a column of those who must not be texted: all but nothing and a clear no marks. */
export function readAgainst(cell: string): CellSays {
  const text = saidIn(cell);
  if (text === '' || NO.has(text) || NOUGHT.test(text)) return { marks: false, unclear: false };
  return { marks: true, unclear: !(YES.has(text) || REFUSAL.test(text) || DATE.test(toAscii(cell))) };
}

/** What a cell says in a column of those who may be texted: all but nothing and a clear yes marks. */
export function readFor(cell: string): CellSays {
  const text = saidIn(cell);
  const isYes = (YES.has(text) || APPROVAL.test(text) || DATE.test(toAscii(cell))) && !REFUSAL.test(text);
  if (text === '' || (isYes && !NOUGHT.test(text))) return { marks: false, unclear: false };
  return { marks: true, unclear: !(NO.has(text) || NOUGHT.test(text) || REFUSAL.test(text)) };
}

const OPTED_OUT =
  /unsubscri|opt(?:ed)?[ -]?out|^dn[dc]\b|do ?n[o']?t (?:text|sms|contact|call)|^block|^stop|non[ -]?subscri|\bno (?:more )?(?:sms|texts?|messages)\b|\b(?:sms|texts?) (?:off|stopped|blocked)\b|পাঠাবেন না|(?:এসএমএস|মেসেজ|বার্তা).{0,12}(?:বন্ধ|নিষেধ|চান না)/;
/** Whether a column of somebody's status is about texts: it says of some that they want no more. */
export const isOptedOut = (cell: string): boolean => OPTED_OUT.test(saidIn(cell));

/** Whether a cell says yes or no and nothing else. */
export const isYesOrNo = (cell: string): boolean => {
  const text = saidIn(cell);
  return YES.has(text) || NO.has(text);
};
