import { fold } from '../../../kit/name-matching.ts';
import { toAscii } from '../../../kit/number.ts';

/* Reads what lists say about consent, in a column against texts (“Never text”) or for them (“SMS consent”). */

/**
 * `marks`: the person must not be texted. `unclear`: we don't understand the cell, so it marks the person, and the
 * page says so.
 */
type ConsentMark = { marks: boolean; unclear: boolean };

const words = (...all: string[]): ReadonlySet<string> => new Set(all.map(fold));
const NO = words('no', 'n', 'false', 'f', 'none', 'nil', 'null', 'n/a', 'না', 'নাই', 'নেই');
const YES = words(
  ...['yes', 'y', 'true', 't', 'x', '1', 'on', '✓', '✔', '✅', '☑'],
  ...['হ্যাঁ', 'হাঁ', 'হা', 'হ্যা', 'জি', 'জ্বি', 'জী', 'জ্বী'],
);
/** A dash, a zero, or a database's empty date. */
const NOUGHT = /^(?:-+|0+(?:[-:/ ]0+)*)$/;
/** A date, as programs and people write it. */
const DATE = /^[0-9]{1,4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,4}/;
/** Says that the person wants no texts. */
const REFUSAL =
  /unsubscri|opt(?:ed)?[ -]?out|^stop|^dn[dc]\b|do ?n[o']?t |never|block|blacklist|bounce|complain|revoked|withdr|refus|declin|denied|reject|not? (?:sub|consent|opt|allow|agree|given)|non[ -]?subscri|পাঠাবেন না|বন্ধ/;
/** Says that the person wants texts. */
const APPROVAL =
  /^(?:subscribed|active|enabled|(?:double |single )?opt(?:ed)?[ -]?in|allow(?:ed)?|ok(?:ay)?|agreed?|accepted|confirmed|consent(?:ed)?|granted|given|verified|wants (?:sms|texts)|চান|রাজি|দিয়েছেন|(?:সম্মতি )?আছে|চালু|সচল|সক্রিয়)$/;
/** Punctuation that doesn't change a word. */
const AROUND = /["'“”‘’()[\].,!।]/gu;

/** A cell in the form used for comparing; 1.0 becomes 1. */
const normalised = (cell: string): string =>
  fold(
    toAscii(cell)
      .replace(/^([01])[.,]0+$/, '$1')
      .replace(AROUND, '')
      .replaceAll('_', ' '),
  );

/** Reads a cell of a column against texts: marks the person unless the cell is empty or a clear no. */
export function readRefusalCell(cell: string): ConsentMark {
  const text = normalised(cell);
  if (text === '' || NO.has(text) || NOUGHT.test(text)) return { marks: false, unclear: false };
  return { marks: true, unclear: !(YES.has(text) || REFUSAL.test(text) || DATE.test(toAscii(cell))) };
}

/** Reads a cell of a column for texts: marks the person unless the cell is empty or a clear yes. */
export function readConsentCell(cell: string): ConsentMark {
  const text = normalised(cell);
  const isYes = (YES.has(text) || APPROVAL.test(text) || DATE.test(toAscii(cell))) && !REFUSAL.test(text);
  if (text === '' || (isYes && !NOUGHT.test(text))) return { marks: false, unclear: false };
  return { marks: true, unclear: !(NO.has(text) || NOUGHT.test(text) || REFUSAL.test(text)) };
}

const OPTED_OUT =
  /unsubscri|opt(?:ed)?[ -]?out|^dn[dc]\b|do ?n[o']?t (?:text|sms|contact|call)|^block|^stop|non[ -]?subscri|\bno (?:more )?(?:sms|texts?|messages)\b|\b(?:sms|texts?) (?:off|stopped|blocked)\b|পাঠাবেন না|(?:এসএমএস|মেসেজ|বার্তা).{0,12}(?:বন্ধ|নিষেধ|চান না)/;
/** True if a status cell says that the person wants no texts, so the column is about texts. */
export const isOptedOut = (cell: string): boolean => OPTED_OUT.test(normalised(cell));

/** True if a cell says only yes or no. */
export const isYesOrNo = (cell: string): boolean => {
  const text = normalised(cell);
  return YES.has(text) || NO.has(text);
};
