import { describe, expect, test } from 'vitest';
import type { ColumnRole } from '../../../src/contacts/imported.ts';
import type { FileRow } from '../../../src/contacts/importing/reading/table.ts';
import { recogniseColumns } from '../../../src/contacts/importing/rules/columns.ts';
import { isOldFont, readRows } from '../../../src/contacts/importing/rules/rows.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';

const asRows = (rows: readonly string[][]): FileRow[] =>
  rows.map((cells, index) => ({ line: index + 1, cells }));
const recognised = (...rows: string[][]) => recogniseColumns(asRows(rows));
const rolesOf = (...rows: string[][]) => recognised(...rows).roles.join(' ');

describe('columns are recognised', () => {
  test.each<[string, string[], string, boolean]>([
    ['in English', ['SL,Name,Mobile No.,Village', '1,Ranu,01712345678,A'], 'own name number own', true],
    [
      'in Bangla',
      [
        'ক্রমিক নং,কৃষকের নাম,পিতার নাম,জাতীয় পরিচয়পত্র নম্বর,মোবাইল নম্বর,মন্তব্য,ভাষা',
        '১,রানু,করিম,1234567890123,01712345678,,বাংলা',
      ],
      'own name own own number note language',
      true,
    ],
    [
      'in Google’s export: the value, not the label',
      [
        'First Name,Middle Name,Last Name,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
        'Ranu,,Begum,,* myContacts,,,Mobile,+880 1712-345678,Home,029551234',
      ],
      'name name name note groups none none none number none number',
      true,
    ],
    [
      'in Outlook’s export',
      [
        'First Name,Last Name,Company,Business Phone,Mobile Phone,Home Fax,E-mail Address,Notes',
        'Ranu,Begum,BADC,029551234,01712345678,,r@example.com,',
      ],
      'name name firm number number none none note',
      true,
    ],
    [
      'where the whole name has a column',
      ['Name,Given Name,Family Name,Phone', 'Ranu B,Ranu,B,01712345678'],
      'name own own number',
      true,
    ],
    [
      'by what stands in them',
      ['01712345678,Ranu Begum,12', '1812345678,Shirin,13'],
      'number name none',
      false,
    ],
    ['by what stands in them, in Bangla', ['রানু,০১৭১২৩৪৫৬৭৮', 'শিরিন,1812345678'], 'name number', false],
    [
      'below headings that say nothing',
      ['A,B,C', 'x1,Ranu,01712345678', 'x2,Shirin,01812345678'],
      'own name number',
      true,
    ],
    [
      'with who is not to be texted',
      ['Name,Phone,Do not text', 'Ranu,01712345678,yes'],
      'name number doNotText',
      true,
    ],
    [
      'with a link to unsubscribe, which everybody has',
      ['Name,Phone,Unsubscribe link,Unsubscribed', 'Ranu,01712345678,https://example.com/u/1,'],
      'name number own doNotText',
      true,
    ],
    ...[
      'SMS consent',
      'Opt-in',
      'Opted in at',
      'Subscribed',
      'May be texted',
      'Accepts SMS Marketing',
      'সম্মতি',
    ].map((heading): [string, string[], string, boolean] => [
      `with who may be texted: ${heading}`,
      [`Name,Phone,${heading}`, 'Ranu,01712345678,no'],
      'name number mayText',
      true,
    ]),
    ...[
      ...[
        'STOP',
        'No SMS',
        'Blocked',
        'Suppressed at',
        'Do not disturb',
        'Wants no texts',
        'Never',
        'Opts out',
      ],
      ...['Consent withdrawn', 'No consent', 'Not consented', 'Opt-in declined', 'Does not accept SMS'],
      ...['এসএমএস চান না', 'পাঠানো যাবে না', 'সম্মতি নেই', 'সম্মতি দেয়নি', 'মেসেজ নয়', 'বার্তা নিষেধ'],
    ].map((heading): [string, string[], string, boolean] => [
      `with who may not: ${heading}`,
      [`Name,Phone,${heading}`, 'Ranu,01712345678,2025-11-03'],
      'name number doNotText',
      true,
    ]),
    ['with SMS as a question', ['Name,Phone,SMS?', 'Ranu,01712345678,no'], 'name number mayText', true],
    ['with who has a phone', ['Name,Mobile,WhatsApp', 'Ranu,01712345678,no'], 'name number own', true],
    ['with a stop of a bus', ['Name,Contact no,Bus stop', 'Ranu,01712345678,A'], 'name number own', true],
    ['with consent to mails', ['Name,Phone,Email opt-in', 'Ranu,01712345678,no'], 'name number own', true],
    [
      'with a status that says who wants no texts, far below',
      ['Name,Phone,Status', ...Array(300).fill('Ranu,01712345678,active'), 'Ranu,01712345678,unsubscribed'],
      'name number mayText',
      true,
    ],
    ...['no sms', 'SMS off', 'no more texts', 'এসএমএস বন্ধ', 'মেসেজ চান না'].map(
      (status): [string, string[], string, boolean] => [
        `with a status that says of one: ${status}`,
        ['Name,Phone,Status', 'Karim,01812345678,চালু', `Ranu,01712345678,${status}`],
        'name number mayText',
        true,
      ],
    ),
    [
      'with a status of something else',
      ['Name,Phone,Status', 'Ranu,01712345678,married'],
      'name number own',
      true,
    ],
    ['of nothing', ['a', 'b'], 'none', false],
  ])('%s', (_, lines, roles, heading) => {
    const rows = lines.map(line => line.split(','));
    expect(rolesOf(...rows)).toBe(roles);
    expect(recognised(...rows).heading).toBe(heading ? 1 : null);
  });
});

describe('a row is read', () => {
  const roles: ColumnRole[] = ['name', 'number', 'number', 'note', 'language', 'doNotText', 'own'];
  const heading = ['Name', 'Mobile', 'Other', 'Note', 'Language', 'Stop', ' Village '];
  function read(row: string[], inGroup = false) {
    return runToEnd(readRows(asRows([heading, row]), { heading: 1, roles, inGroup }))[0];
  }

  test('with all its fields', () => {
    expect(read([' Ranu  Begum ', '', '1712345678', 'n', 'Bangla', 'Yes', ' Char  Fasson'])).toEqual({
      line: 2,
      typed: '1712345678',
      written: 'Ranu Begum',
      ok: true,
      unclear: null,
      repairs: ['zero'],
      person: {
        number: '01712345678',
        name: 'Ranu Begum',
        note: 'n',
        language: 'bn',
        doNotText: true,
        columns: { Village: 'Char Fasson' },
        groups: [],
      },
    });
  });

  test('a number in place of a name is dropped, so that a group matches people whom a phone knows by number', () => {
    const row = ['+880 1712-345678', '01712345678', '', '', '', '', ''];
    expect(read(row)).toMatchObject({ ok: false, fault: 'no_name', written: '+880 1712-345678' });
    expect(read(row, true)).toMatchObject({ ok: true, person: { name: '', number: '01712345678' } });
  });

  test.each([
    // As people write it.
    ...[
      'yes',
      'Y',
      'x',
      'X',
      '1',
      'TRUE',
      '✓',
      '✔',
      'stop',
      'STOP',
      'হ্যাঁ',
      'হ্যাঁ।',
      'হাঁ',
      'জি',
      'জ্বি',
      'না পাঠাবেন',
      'পাঠাবেন না',
    ],
    ...[
      'Yes, called 3 Jan',
      'Yes - asked on 3 May',
      'No more texts please',
      'no!!! never call again',
      'do not text',
      '?',
    ],
    // As mailing tools and customer databases export it.
    ...[
      'opted out',
      'Opted out',
      'OPTED_OUT',
      'Unsubscribed',
      'unsubscribed',
      'DND',
      'SMS',
      'all channels',
      'T',
      't',
    ],
    ...[
      '2025-01-03',
      '2025-11-03 10:22:41',
      '03/11/2025',
      '2025-11-03T10:22:41.000Z',
      '45664',
      'Hard bounce',
      '-1',
    ],
  ])('do not text, for any such word: %j', cell => {
    expect(read(['Ranu', '01712345678', '', '', '', cell, ''])).toMatchObject({
      person: { doNotText: true },
    });
  });

  test.each([
    ...[
      '',
      ' ',
      '\u200b',
      '\ufeff',
      '\u00a0',
      'no',
      'No',
      'NO',
      'n',
      'N',
      'No.',
      ' “no” ',
      'n\u200bo',
      "'no",
    ],
    ...[
      'false',
      'FALSE',
      'False',
      'f',
      '0',
      '০',
      '0.0',
      '-',
      '–',
      '—',
      '--',
      'none',
      'None',
      'NULL',
      'nil',
      'N/A',
    ],
    ...['0000-00-00', '0000-00-00 00:00:00', 'না', 'না।', ' না ', 'নেই'],
  ])('may be texted, if the word is clear: %j', cell => {
    expect(read(['Ranu', '01712345678', '', '', '', cell, ''])).toMatchObject({
      person: { doNotText: false },
    });
  });

  function said(role: 'doNotText' | 'mayText', cell: string) {
    const rows = asRows([
      ['Name', 'Phone', 'Texts'],
      ['Ranu', '01712345678', cell],
    ]);
    const [row] = runToEnd(readRows(rows, { heading: 1, roles: ['name', 'number', role], inGroup: false }));
    return row?.ok ? [row.person.doNotText, row.unclear] : row;
  }

  test.each([
    ...[
      'yes',
      'TRUE',
      'T',
      '1',
      'x',
      '✓',
      'হ্যাঁ।',
      'জি',
      'Subscribed',
      'active',
      'opted in',
      'OPTED_IN',
      '2025-11-03',
    ],
    ...['', ' '],
  ])('consent in a column of its own: %j', cell => {
    expect(said('mayText', cell)).toEqual([false, null]);
  });

  test.each([
    ...['no', 'No.', 'FALSE', 'f', '0', 'না', 'নেই', '-', '0000-00-00'],
    ...[
      'unsubscribed',
      'Opted out',
      'opted-out',
      'blocked',
      'STOP',
      'non-subscribed',
      'did not consent',
      'refused',
      '2025-01-03 unsubscribed',
      '2025-01-03 (withdrawn)',
    ],
  ])('or none there: %j', cell => {
    expect(said('mayText', cell)).toEqual([true, null]);
  });

  test.each([
    ['mayText', 'pending'],
    ['mayText', 'only on Fridays'],
    ['mayText', '?'],
    ['doNotText', 'SMS'],
    ['doNotText', 'all channels'],
    ['doNotText', 'active'],
  ] as const)('an unclear value marks the person, and is reported: %s %j', (role, cell) => {
    expect(said(role, cell)).toEqual([true, cell]);
  });

  test.each(['yes', 'x', 'opted out', '2025-11-03 10:22:41', '03/11/2025', 'জি', 'Hard bounce'])(
    'a clear word isn’t reported: %j',
    cell => {
      expect(said('doNotText', cell)).toEqual([true, null]);
    },
  );

  test('nor does an empty column mark anybody beside one that does', () => {
    const two: ColumnRole[] = ['name', 'number', 'doNotText', 'doNotText'];
    const of = (...cells: string[]) => {
      const rows = asRows([
        ['Name', 'Phone', 'DND', 'Unsubscribed at'],
        ['Ranu', '01712345678', ...cells],
      ]);
      return runToEnd(readRows(rows, { heading: 1, roles: two, inGroup: false }))[0];
    };
    expect(of('no', '')).toMatchObject({ person: { doNotText: false } });
    expect(of('no', '2025-11-03')).toMatchObject({ person: { doNotText: true } });
  });

  test('the first of its numbers that can be texted counts', () => {
    expect(read(['Ranu', '02-9551234', '01712345678'])).toMatchObject({ ok: true, repairs: [] });
    expect(read(['Ranu', '02-9551234', ''])).toMatchObject({
      ok: false,
      fault: 'not_mobile',
      typed: '02-9551234',
    });
  });

  test.each([
    [['†gvt Avãyj Kwig', '01712345678'], 'old_font'],
    [['ivbv †eMg', '01712345678'], 'old_font'],
    [['Balance', '01712345678'], 'name'],
    [['n'.repeat(41), '01712345678'], 'name'],
    [['', '01712345678'], 'no_name'],
    [['Ranu', ''], 'no_number'],
  ])('or the row is refused: %j', (row, fault) => {
    expect(read(row)).toMatchObject({ ok: false, fault, written: row[0] });
  });

  test.each(['†gvt Avãyj Kwig', 'Balance', '#REF!'])('but a refusal is kept without a name: %s', written => {
    expect(read([written, '01712345678', '', '', '', 'stop'])).toMatchObject({
      ok: true,
      written,
      person: { number: '01712345678', name: '', doNotText: true },
    });
  });

  test('a name with another row in it is refused', () => {
    const row = read(['Ranu,01712345678,x\nKarim', '01812345678']);
    expect(row).toMatchObject({ ok: false, fault: 'open_quote', written: 'Ranu,01712345678,x Karim' });
  });

  test.each([
    ...[
      '#N/A',
      '#REF!',
      '#NAME?',
      '#DIV/0!',
      '#VALUE!',
      'N/A',
      'n/a',
      'NULL',
      'null',
      'nan',
      'NaN',
      'None',
      'undefined',
    ],
    ...['(blank)', '<null>', '(none)', '\\N', 'Err:502', '#ERROR!', '#NV', '#BEZUG!', '#¡REF!', '#N/D'],
    ...['undefined undefined', 'nan nan', 'NA', '<NA>', '[object Object]'],
  ])('a program’s placeholder for nothing counts as nothing: %j', nothing => {
    const person = { name: 'Ranu', note: '', columns: {} };
    expect(read(['Ranu', '01712345678', '', nothing, '', '', nothing])).toMatchObject({ person });
    expect(read([nothing, '01712345678'])).toMatchObject({ ok: false, fault: 'no_name', written: nothing });
    expect(read([nothing, '01712345678'], true)).toMatchObject({ ok: true, person: { name: '' } });
    expect(read(['Ranu', nothing])).toMatchObject({ ok: false });
  });

  test.each(['Nil', 'Nan Begum', 'Nulla', 'Blank', 'Na'])('but a name is a name: %s', name => {
    expect(read([name, '01712345678'])).toMatchObject({ ok: true, person: { name } });
  });

  test('a number alone is a member of a group', () => {
    expect(read(['', '01712345678'], true)).toMatchObject({ ok: true, person: { name: '' } });
  });

  test('a damaged letter is kept and reported', () => {
    expect(read(['র\ufffdনা', '+880 1712-345678'])).toMatchObject({
      ok: true,
      person: { name: 'র\ufffdনা' },
      repairs: ['letter'],
    });
    expect(read(['রানা', '+880 1712-345678', '', '', '', '', 'সাভা\ufffd'])).toMatchObject({
      repairs: ['letter'],
    });
  });

  test('a name that can’t be kept as written is changed and reported', () => {
    for (const [written, name] of [
      ['(Late) Ranu, Begum', 'Late) Ranu Begum'],
      ['২ নং ওয়ার্ড কামাল', 'নং ওয়ার্ড কামাল'],
    ])
      expect(read([written ?? '', '+880 1712-345678'])).toMatchObject({
        person: { name },
        written,
        repairs: ['name'],
      });
  });
});

/** Reads people of an address book's export, given by their headings. */
function exported(headings: string, ...people: Record<string, string>[]) {
  const columns = headings.split(',');
  const rows = asRows([columns, ...people.map(person => columns.map(column => person[column] ?? ''))]);
  const read = runToEnd(readRows(rows, { ...recogniseColumns(rows), inGroup: false }));
  return read.map(row =>
    row.ok ? [row.person.name, row.person.number, row.person.groups, row.person.columns] : row.fault,
  );
}

describe('an address book’s export gives people their own name and mobile', () => {
  const otherColumns = {
    "Manager's Name": 'Boss Sir',
    "Assistant's Name": 'Moni',
    "Assistant's Phone": '01700000001',
  };
  const ranu = {
    ...otherColumns,
    'First Name': 'Ranu',
    'Last Name': 'Begum',
    'E-mail Display Name': 'ranu@badc (ranu@badc)',
    'Business Phone': '+880 1611-200000',
    'Mobile Phone': '01712345678',
    Company: 'BADC',
    'Company Main Phone': '01511111111',
    Categories: 'Farmers;Char 2',
    Spouse: 'Karim',
  };
  const firm = { Company: 'Meghna Seeds', 'Business Phone': '+880 1611-200000' };
  const nobody = { ...otherColumns, 'E-mail Address': 'x@example.com' };
  const are = [
    ['Ranu Begum', '01712345678', ['Farmers', 'Char 2'], {}],
    ['Meghna Seeds', '01611200000', [], {}],
    'no_number',
  ];

  test.each([
    [
      'Outlook 2010 to 2019',
      "Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Assistant's Phone,Business Fax,Business Phone,Business Phone 2,Callback,Car Phone,Company Main Phone,Home Fax,Home Phone,Home Phone 2,ISDN,Mobile Phone,Other Fax,Other Phone,Pager,Primary Phone,Radio Phone,TTY/TDD Phone,Telex,Account,Anniversary,Assistant's Name,Billing Information,Birthday,Categories,Children,Directory Server,E-mail Address,E-mail Type,E-mail Display Name,Gender,Government ID Number,Initials,Keywords,Language,Location,Manager's Name,Mileage,Notes,Office Location,Organizational ID Number,PO Box,Private,Profession,Referred By,Spouse,User 1,Web Page",
    ],
    [
      'Outlook 365',
      "First Name,Middle Name,Last Name,Title,Suffix,Nickname,Given Yomi,Surname Yomi,E-mail Address,E-mail Display Name,Home Phone,Home Phone 2,Business Phone,Business Phone 2,Mobile Phone,Car Phone,Other Phone,Primary Phone,Pager,Business Fax,Company Main Phone,Callback,Radio Phone,Telex,TTY/TDD Phone,IMAddress,Job Title,Department,Company,Office Location,Manager's Name,Assistant's Name,Assistant's Phone,Company Yomi,Personal Web Page,Spouse,Hobby,Birthday,Notes,Categories",
    ],
  ])('%s', (_, headings) => {
    expect(exported(headings, ranu, firm, nobody)).toEqual(are);
  });

  test('Google: by the label beside each number, with people’s own labels, and companies by name', () => {
    const google =
      'First Name,Middle Name,Last Name,Phonetic First Name,Nickname,File As,Organization Name,Notes,Labels,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value';
    const card = {
      'First Name': 'Ranu',
      'Last Name': 'Begum',
      Labels: '* myContacts ::: Farmers ::: Char 2',
      'Phone 1 - Label': 'Work',
      'Phone 1 - Value': '01611200000',
      'Phone 2 - Label': 'Mobile',
      'Phone 2 - Value': '+880 1712-345678',
    };
    const shop = {
      'Organization Name': 'Meghna Seeds',
      'Phone 1 - Label': 'Work',
      'Phone 1 - Value': '01611200000',
    };
    expect(exported(google, card, shop)).toEqual(are.slice(0, 2));
    const old =
      'Name,Given Name,Family Name,Yomi Name,Group Membership,Organization 1 - Name,Phone 1 - Type,Phone 1 - Value';
    expect(
      exported(old, {
        Name: 'Ranu Begum',
        'Group Membership': '* myContacts ::: Farmers',
        'Phone 1 - Value': '01712345678',
      }),
    ).toEqual([['Ranu Begum', '01712345678', ['Farmers'], {}]]);
  });

  test('a list of one’s own keeps its columns, and a relative’s number is only used where there is no other', () => {
    const ours = {
      Name: 'Ranu',
      'Mobile Phone': '01712345678',
      "Father's mobile": '01812345678',
      Village: 'A',
    };
    expect(exported("Name,Father's mobile,Mobile Phone,Village", ours)).toEqual([
      ['Ranu', '01712345678', [], { "Father's mobile": '01812345678', Village: 'A' }],
    ]);
    expect(exported("Name,Father's mobile,Village", ours)).toEqual([
      ['Ranu', '01812345678', [], { Village: 'A' }],
    ]);
  });
});

test('of two rows of headings, the more informative one counts', () => {
  const two = recognised(
    ['Members', '', 'Contact'],
    ['Name', 'Village', 'Mobile'],
    ['Ranu', 'A', '01712345678'],
  );
  expect(two).toEqual({ heading: 2, roles: ['name', 'own', 'number'] });
});

test('headings are found below other rows, or where the person says they are', () => {
  const above = [
    ['Farmers of Char Fasson'],
    ['as of March'],
    ['Name', 'Village', 'Mobile'],
    ['Ranu', 'A', '01712345678'],
  ];
  expect(recognised(...above)).toEqual({ heading: 3, roles: ['name', 'own', 'number'] });
  expect(recogniseColumns(asRows(above), 1)).toMatchObject({ heading: 1 });
  expect(recogniseColumns(asRows(above), null)).toMatchObject({ heading: null });
});

test('names in an old Bangla font are told apart from names in Latin letters', () => {
  for (const old of ['†gvnv¤§` ingvb', 'ivbv †eMg', 'Rvjvj DwÏb', 'Kvjvg', '‡mv‡nj ivbv', 'bvRgyj nvmvb'])
    expect(isOldFont(old), old).toBe(true);
  for (const name of [
    'Ranu Begum',
    'Vivek Sharma',
    'Olav Svensson',
    'José Ávila',
    'Søren Ørsted',
    'Dev',
    'রানু',
    'Niloy Das',
    'Savvas',
    'O’Brien',
    'Ivy Vance',
    'Md. Abdul Karim',
  ])
    expect(isOldFont(name), name).toBe(false);
});
