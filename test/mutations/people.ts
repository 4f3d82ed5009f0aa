import type { Mutation } from './mutation.ts';

const READING = 'test/unit/contacts/reading.test.ts';
const ROWS = 'test/unit/contacts/rows.test.ts';
const ON_PAGE = 'test/journeys/contacts/import-sheets.test.ts';

/** Nobody in a file is lost or misread, and what people said of being texted holds. */
export const PEOPLE: readonly Mutation[] = [
  {
    guards: 'who said no in any row of their number is marked',
    file: 'src/contacts/importing/importing.ts',
    from: 'row.ok && stopped.has(row.person.number)',
    to: 'row.ok && stopped.has(row.line as never)',
    tests: [ON_PAGE],
    named: 'whoever said no',
  },
  {
    guards: 'who said no is kept without the name that can’t be kept',
    file: 'src/contacts/importing/rules/rows.ts',
    from: 'if (isNameless && !doNotText)',
    to: 'if (isNameless)',
    tests: [ROWS],
    named: 'but who said no',
  },
  {
    guards: 'what isn’t clear about texting marks',
    file: 'src/contacts/importing/rules/consent.ts',
    from: 'return { marks: true, unclear: !(YES.has(said) ||',
    to: 'return { marks: YES.has(said), unclear: !(YES.has(said) ||',
    tests: [ROWS],
    named: 'isn’t understood marks',
  },
  {
    guards: 'a refusal with a date is no consent',
    file: 'src/contacts/importing/rules/consent.ts',
    from: 'DATE.test(toAscii(cell))) && !REFUSAL.test(said);',
    to: 'DATE.test(toAscii(cell)));',
    tests: [ROWS],
    named: 'or never',
  },
  {
    guards: 'a heading that says no of consent is understood so',
    file: 'src/contacts/importing/rules/columns.ts',
    from: '(ABOUT_TEXTS.test(heading) && SAYS_NO.test(heading) && !isOfMail(heading))',
    to: '(ABOUT_TEXTS.test(heading) && isOfMail(heading))',
    tests: [ROWS],
    named: 'with who may not',
  },
  {
    guards: 'rows that somebody hid are left out unless they are asked for',
    file: 'src/contacts/importing/rules/columns.ts',
    from: 'return withHidden ? rows :',
    to: 'return withHidden || rows ? rows :',
    tests: [READING],
    named: 'what somebody hid',
  },
  {
    guards: 'a row that is neither told as left out nor listed is noticed',
    file: 'src/contacts/importing/rules/columns.ts',
    from: '- hidden - above - headings - listed;',
    to: '- hidden - above - headings - listed > 0 ? 0 : 0;',
    tests: [READING],
    named: 'what somebody hid',
  },
  {
    guards: 'an open quote swallows nobody',
    file: 'src/contacts/importing/reading/delimited.ts',
    from: 'if (swallowed) swallowed.forEach(add);',
    to: 'if (swallowed && columns === 0) swallowed.forEach(add);',
    tests: [READING],
    named: 'nobody in it is lost',
  },
  {
    guards: 'a note over lines tears no file apart',
    file: 'src/contacts/importing/reading/read.ts',
    from: 'if (!isSure && isNameLines(rows.rows)) {',
    to: 'if (isNameLines(rows.rows)) {',
    tests: ['test/unit/contacts/fuzzed.test.ts'],
    named: 'each row of a list',
  },
  {
    guards: 'the number of somebody’s agent is nobody’s',
    file: 'src/contacts/importing/reading/vcard.ts',
    from: "name !== 'AGENT' && agents === 0 && card",
    to: "name !== 'AGENT' && card",
    tests: [READING],
    named: 'nobody is lost at',
  },
  {
    guards: 'a merged cell is everybody’s whom it covers',
    file: 'src/contacts/importing/reading/workbook.ts',
    from: 'fillMerged(beyond.merged, rows);',
    to: 'fillMerged([], rows);',
    tests: [READING],
    named: 'merged cells',
  },
];
