import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/playground/blocks/limits.ts';
import { problemsOfMessageBlocks, problemsOfView } from '../../src/playground/blocks/validate.ts';

// What Slack refuses, in the words it uses for it.

const long = (length: number) => 'x'.repeat(length);
const pt = (text: string) => ({ type: 'plain_text', text });
const md = (text: string) => ({ type: 'mrkdwn', text });
const button = (more = {}) => ({ type: 'button', action_id: 'go', text: pt('Go'), ...more });
const actions = (...elements: unknown[]) => ({ type: 'actions', elements });
const input = (element: unknown, more = {}) => ({ type: 'input', label: pt('A'), element, ...more });
const select = (count: number, more = {}) => ({
  type: 'static_select',
  action_id: 's',
  options: Array.from({ length: count }, (_, index) => ({ text: pt(`o${index}`), value: `${index}` })),
  ...more,
});
const text = { type: 'plain_text_input', action_id: 't' };
const view = (blocks: unknown[], more = {}) => ({
  type: 'modal',
  title: pt('T'),
  submit: pt('Go'),
  blocks,
  ...more,
});

describe('messages', () => {
  test.each([
    ['a section', [{ type: 'section', text: md('hello') }]],
    ['fields alone', [{ type: 'section', fields: [md('a'), pt('b')] }]],
    [
      'a receipt',
      [
        { type: 'header', text: pt('Sent') },
        { type: 'divider' },
        { type: 'context', elements: [md('x')] },
        actions(button({ style: 'danger', value: long(2000) })),
      ],
    ],
    ['fifty blocks', Array.from({ length: 50 }, () => ({ type: 'divider' }))],
    ['the same action id in two blocks', [actions(button()), actions(button())]],
  ])('takes %s', (_, blocks) => {
    expect(problemsOfMessageBlocks(blocks)).toEqual([]);
  });

  test.each([
    ['an unknown block', [{ type: 'sekshun' }], 'unsupported type: sekshun [json-pointer:/blocks/0/type]'],
    ['an alert', [{ type: 'alert', text: pt('x') }], 'unsupported type: alert [json-pointer:/blocks/0/type]'],
    [
      '51 blocks',
      Array.from({ length: 51 }, () => ({ type: 'divider' })),
      'no more than 50 items allowed [json-pointer:/blocks]',
    ],
    [
      'a long section',
      [{ type: 'section', text: md(long(3001)) }],
      'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
    ],
    [
      'an empty text',
      [{ type: 'section', text: md('') }],
      'must be more than 0 characters [json-pointer:/blocks/0/text/text]',
    ],
    [
      'an empty section',
      [{ type: 'section' }],
      'must define either `text` or `fields` [json-pointer:/blocks/0/type]',
    ],
    [
      'eleven fields',
      [{ type: 'section', fields: Array.from({ length: 11 }, () => md('x')) }],
      'no more than 10 items allowed [json-pointer:/blocks/0/fields]',
    ],
    [
      'a long field',
      [{ type: 'section', fields: [md(long(2001))] }],
      'must be less than 2001 characters [json-pointer:/blocks/0/fields/0/text]',
    ],
    [
      'a long header',
      [{ type: 'header', text: pt(long(151)) }],
      'must be less than 151 characters [json-pointer:/blocks/0/text/text]',
    ],
    [
      'a header in mrkdwn',
      [{ type: 'header', text: md('x') }],
      'must be a valid enum value [json-pointer:/blocks/0/text/type]',
    ],
    [
      '26 buttons',
      [actions(...Array.from({ length: 26 }, (_, index) => button({ action_id: `b${index}` })))],
      'no more than 25 items allowed [json-pointer:/blocks/0/elements]',
    ],
    [
      'a long button',
      [actions(button({ text: pt(long(76)) }))],
      'must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]',
    ],
    [
      'a long button value',
      [actions(button({ value: long(2001) }))],
      'must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]',
    ],
    [
      'a disabled button',
      [actions(button({ disabled: true }))],
      'invalid additional property: disabled [json-pointer:/blocks/0/elements/0]',
    ],
    [
      'a button without text',
      [actions({ type: 'button', action_id: 'x' })],
      'missing required field: text [json-pointer:/blocks/0/elements/0]',
    ],
    [
      'twice the action id',
      [actions(button(), button())],
      '`action_id` "go" already exists [json-pointer:/blocks/0/elements/1/action_id]',
    ],
    [
      'twice the block id',
      [
        { type: 'divider', block_id: 'a' },
        { type: 'divider', block_id: 'a' },
      ],
      '`block_id` "a" already exists [json-pointer:/blocks/1/block_id]',
    ],
    [
      'a long confirmation',
      [actions(button({ confirm: { text: pt(long(301)) } }))],
      'must be less than 301 characters [json-pointer:/blocks/0/elements/0/confirm/text/text]',
    ],
    [
      'a long confirm button',
      [actions(button({ confirm: { text: pt('x'), confirm: pt(long(31)) } }))],
      'must be less than 31 characters [json-pointer:/blocks/0/elements/0/confirm/confirm/text]',
    ],
    [
      '101 options',
      [actions(select(101))],
      'no more than 100 items allowed [json-pointer:/blocks/0/elements/0/options]',
    ],
    [
      'six in an overflow',
      [actions({ ...select(6), type: 'overflow' })],
      'no more than 5 items allowed [json-pointer:/blocks/0/elements/0/options]',
    ],
    [
      'a long option',
      [actions(select(1, { options: [{ text: pt(long(76)), value: 'a' }] }))],
      'must be less than 76 characters [json-pointer:/blocks/0/elements/0/options/0/text/text]',
    ],
    [
      'an initial option that is not offered',
      [actions(select(1, { initial_option: { text: pt('x'), value: 'x' } }))],
      'initial option not found in `options` [json-pointer:/blocks/0/elements/0]',
    ],
    [
      'two tables',
      [
        { type: 'table', rows: [[{ type: 'raw_text', text: 'x' }]] },
        { type: 'table', rows: [[{ type: 'raw_text', text: 'x' }]] },
      ],
      'only one table allowed [json-pointer:/blocks]',
    ],
  ])('refuses %s', (_, blocks, problem) => {
    expect(problemsOfMessageBlocks(blocks)).toContain(problem);
  });
});

describe('views', () => {
  test('takes an alert, a hundred blocks, and full lengths', () => {
    const blocks = [
      { type: 'alert', text: md(long(200)), level: 'warning' },
      ...Array.from({ length: 99 }, () => ({ type: 'divider' })),
    ];
    expect(
      problemsOfView(view(blocks, { title: pt(long(24)), private_metadata: long(3000) }), 'modal'),
    ).toEqual([]);
  });

  test.each([
    [
      'a long title',
      view([], { title: pt(long(25)) }),
      'must be less than 25 characters [json-pointer:/view/title/text]',
    ],
    [
      'a long submit',
      view([], { submit: pt(long(25)) }),
      'must be less than 25 characters [json-pointer:/view/submit/text]',
    ],
    [
      '101 blocks',
      view(Array.from({ length: 101 }, () => ({ type: 'divider' }))),
      'no more than 100 items allowed [json-pointer:/view/blocks]',
    ],
    [
      'much private metadata',
      view([], { private_metadata: long(3001) }),
      'must be less than 3001 characters [json-pointer:/view/private_metadata]',
    ],
    [
      'inputs without submit',
      view([input(text)], { submit: undefined }),
      'missing required field: submit [json-pointer:/view]',
    ],
    [
      'a long alert',
      view([{ type: 'alert', text: pt(long(201)) }]),
      'must be less than 201 characters [json-pointer:/view/blocks/0/text/text]',
    ],
    [
      'a table',
      view([{ type: 'table', rows: [] }]),
      'unsupported type: table [json-pointer:/view/blocks/0/type]',
    ],
    [
      'a long placeholder',
      view([input({ ...text, placeholder: pt(long(151)) })]),
      'must be less than 151 characters [json-pointer:/view/blocks/0/element/placeholder/text]',
    ],
    [
      'eleven check boxes',
      view([input({ ...select(11), type: 'checkboxes' })]),
      'no more than 10 items allowed [json-pointer:/view/blocks/0/element/options]',
    ],
    [
      'a button as input',
      view([input(button())]),
      'unsupported type: button [json-pointer:/view/blocks/0/element/type]',
    ],
    [
      'two that want the focus',
      view([input({ ...text, focus_on_load: true }), input({ ...text, focus_on_load: true })]),
      'only one element may have `focus_on_load` [json-pointer:/view/blocks]',
    ],
  ])('refuses %s', (_, given, problem) => {
    const problems = problemsOfView(given, 'modal');
    expect(problems[0]).toBe('failed to match all allowed schemas [json-pointer:/view]');
    expect(problems).toContain(problem);
  });

  test('a home tab takes no alert', () => {
    expect(problemsOfView({ type: 'home', blocks: [{ type: 'alert', text: pt('x') }] }, 'home')).toContain(
      'unsupported type: alert [json-pointer:/view/blocks/0/type]',
    );
  });
});

test('every limit says where it is from', () => {
  for (const [name, limit] of Object.entries(LIMITS))
    expect(limit.source, name).toMatch(/^https:\/\/docs\.slack\.dev\//);
});
