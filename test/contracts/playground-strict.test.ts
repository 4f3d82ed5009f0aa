import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LEFT_OUT, SURFACES } from '../../src/playground/blocks/blocks.ts';
import { ELEMENTS } from '../../src/playground/blocks/elements.ts';
import { LIMITS } from '../../src/playground/blocks/limits.ts';
import { RICH_TEXT_TYPES } from '../../src/playground/blocks/rich-text.ts';
import { problemsOfMessageBlocks, problemsOfView } from '../../src/playground/blocks/validate.ts';

// What Slack refuses, in Slack's words.

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

const container = (...child_blocks: unknown[]) => ({ type: 'container', title: pt('C'), child_blocks });
const rich = (...elements: unknown[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});
const raw = (text: string) => ({ type: 'raw_text', text });
const table = (...rows: unknown[][]) => ({ type: 'table', rows });
const dataTable = (...rows: unknown[][]) => ({ type: 'data_table', caption: 'C', rows });
const chart = (chart: unknown, more = {}) => ({ type: 'data_visualization', title: 'C', chart, ...more });
const pie = { type: 'pie', segments: [{ label: 'sent', value: 3 }] };
const plotted = {
  series: [{ name: 'sent', data: [{ label: 'Mon', value: 3 }] }],
  axis_config: { categories: ['Mon'], y_label: 'texts' },
};
const leftOut = (type: string, at = '/blocks/0/type') =>
  `the playground has no \`${type}\`, though Slack has [json-pointer:${at}]`;
const unsupported = (type: string) => `unsupported type: ${type} [json-pointer:/blocks/0/type]`;

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
    ['the same action id in two blocks of a container', [container(actions(button()), actions(button()))]],
    [
      'a rich text',
      [rich({ type: 'text', text: 'x', style: { bold: true } }, { type: 'user', user_id: 'U1' })],
    ],
    ['a table', [table([raw('a'), rich({ type: 'text', text: 'b' })])]],
    ['a data table', [dataTable([raw('Day')], [{ type: 'raw_number', value: 1, text: '1' }])]],
    ['markdown', [{ type: 'markdown', text: long(12_000) }]],
    ['a pie chart', [chart(pie)]],
    ['charts along an axis', [chart({ type: 'bar', ...plotted }), chart({ type: 'area', ...plotted })]],
    ['a container that is folded', [{ ...container({ type: 'divider' }), is_collapsible: true }]],
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
      'a moment in milliseconds',
      [actions({ type: 'datetimepicker', action_id: 'd', initial_date_time: Date.UTC(2026, 11, 16) })],
      'must be less than or equal to 9999999999 [json-pointer:/blocks/0/elements/0/initial_date_time]',
    ],
    [
      'an initial option that is not offered',
      [actions(select(1, { initial_option: { text: pt('x'), value: 'x' } }))],
      'initial option not found in `options` [json-pointer:/blocks/0/elements/0]',
    ],
    [
      'a long title of a chart',
      [chart(pie, { title: long(51) })],
      'must be less than 51 characters [json-pointer:/blocks/0/title]',
    ],
    [
      'seven slices of a pie',
      [chart({ type: 'pie', segments: Array.from({ length: 7 }, () => ({ label: 'x', value: 1 })) })],
      'no more than 6 items allowed [json-pointer:/blocks/0/chart/segments]',
    ],
    [
      'a chart that Slack doesn’t draw',
      [chart({ type: 'radar' })],
      'unsupported type: radar [json-pointer:/blocks/0/chart/type]',
    ],
    [
      'three charts',
      [chart(pie), chart(pie), chart(pie)],
      'no more than 2 data_visualization blocks allowed [json-pointer:/blocks]',
    ],
    ['a shared file', [{ type: 'file', source: 'remote', external_id: 'x' }], unsupported('file')],
    [
      'a table with too much in it',
      [table(...Array.from({ length: 6 }, () => [raw(long(2000))]))],
      'tables must be less than 10001 characters in all [json-pointer:/blocks]',
    ],
    [
      'a data table without rows',
      [dataTable([raw('Day')])],
      'no fewer than 2 items allowed [json-pointer:/blocks/0/rows]',
    ],
    [
      'a data table with uneven rows',
      [dataTable([raw('a')], [raw('b'), raw('c')])],
      'all rows must have the same number of cells [json-pointer:/blocks/0/rows/1]',
    ],
    [
      'a data table with a rich header',
      [dataTable([rich({ type: 'text', text: 'a' })], [raw('b')])],
      "header cells can't be rich_text [json-pointer:/blocks/0/rows/0]",
    ],
    [
      'two long markdowns',
      [
        { type: 'markdown', text: long(7000) },
        { type: 'markdown', text: long(7000) },
      ],
      'markdown must be less than 12001 characters in all [json-pointer:/blocks]',
    ],
    [
      'a rich text with an unknown part',
      [rich({ type: 'sparkle' })],
      'unsupported type: sparkle [json-pointer:/blocks/0/elements/0/elements/0/type]',
    ],
    [
      'a card in a container',
      [container({ type: 'card' })],
      leftOut('card', '/blocks/0/child_blocks/0/type'),
    ],
    [
      'a block in a container that breaks a rule',
      [container({ type: 'section' })],
      'must define either `text` or `fields` [json-pointer:/blocks/0/child_blocks/0/type]',
    ],
    [
      'an image that is nowhere',
      [{ type: 'image', alt_text: 'x' }],
      'must define either `image_url` or `slack_file` [json-pointer:/blocks/0]',
    ],
    [
      'a number input, which only modals have',
      [input({ type: 'number_input', action_id: 'n', is_decimal_allowed: false })],
      'unsupported type: number_input [json-pointer:/blocks/0/element/type]',
    ],
    [
      'a link in an option of a select',
      [actions(select(1, { options: [{ text: pt('a'), value: 'a', url: 'https://a.example' }] }))],
      'invalid additional property: url [json-pointer:/blocks/0/elements/0/options/0]',
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
  test('accepts an alert, a hundred blocks, and full lengths', () => {
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

  test('a home tab accepts a table', () => {
    expect(problemsOfView({ type: 'home', blocks: [table([raw('a')])] }, 'home')).toEqual([]);
  });

  test('a home tab accepts no alert', () => {
    expect(problemsOfView({ type: 'home', blocks: [{ type: 'alert', text: pt('x') }] }, 'home')).toContain(
      'unsupported type: alert [json-pointer:/view/blocks/0/type]',
    );
  });
});

test('every limit names its source', () => {
  for (const [name, limit] of Object.entries(LIMITS))
    expect(limit.source, name).toMatch(/^https:\/\/docs\.slack\.dev\//);
});

describe('every type that @slack/types knows is validated, or refused by name', () => {
  const types = (file: string) => {
    const path = `../../node_modules/@slack/types/dist/block-kit/${file}.d.ts`;
    const text = readFileSync(new URL(path, import.meta.url), 'utf8');
    return [...new Set([...text.matchAll(/^ {4}type: '(\w+)'/gm)].map(match => match[1] ?? ''))];
  };

  test('blocks', () => {
    expect(types('blocks').length).toBeGreaterThan(15);
    const known = [...Object.keys(SURFACES), ...LEFT_OUT].filter(type => types('blocks').includes(type));
    expect(known.sort()).toEqual(types('blocks').sort());
    // Newer than these types.
    expect(Object.keys(SURFACES).filter(type => !types('blocks').includes(type))).toEqual([
      'data_visualization',
    ]);
  });

  test('elements', () => {
    // An image is an element of context and section blocks, and `url` one of a task's sources.
    const known = [...Object.keys(ELEMENTS), ...RICH_TEXT_TYPES, ...LEFT_OUT, 'image', 'url'];
    const elements = types('block-elements');
    expect(known.filter(type => elements.includes(type)).sort()).toEqual(elements.sort());
  });

  test.each([...LEFT_OUT])('%s is refused by a sentence that names it', type => {
    const isBlock = types('blocks').includes(type);
    const problems = problemsOfMessageBlocks(isBlock ? [{ type }] : [actions({ type })]);
    expect(problems).toContain(leftOut(type, isBlock ? '/blocks/0/type' : '/blocks/0/elements/0/type'));
    expect(problemsOfView(view(isBlock ? [{ type }] : [input({ type })]), 'modal').join()).toContain(
      `no \`${type}\``,
    );
  });

  test.each(Object.entries(SURFACES))('%s is allowed only on its surfaces', (type, surfaces) => {
    const where = {
      message: problemsOfMessageBlocks([{ type }]),
      modal: problemsOfView(view([{ type }]), 'modal'),
      home: problemsOfView({ type: 'home', blocks: [{ type }] }, 'home'),
    };
    for (const [surface, problems] of Object.entries(where)) {
      const refused = problems.some(problem => problem.startsWith(`unsupported type: ${type} `));
      expect(refused, surface).toBe(!surfaces.some(one => one === surface));
    }
  });
});
