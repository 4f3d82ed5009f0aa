import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HOSTS_OF_BLOCK, NOT_SUPPORTED } from '../../src/playground/blocks/blocks.ts';
import { ELEMENTS } from '../../src/playground/blocks/elements.ts';
import { LIMITS } from '../../src/playground/blocks/limits.ts';
import { RICH_TEXT_TYPES } from '../../src/playground/blocks/rich-text.ts';
import { problemsOfMessageBlocks, problemsOfView } from '../../src/playground/blocks/validate.ts';

// The payloads that Slack refuses, with Slack's errors.

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
const textInput = { type: 'plain_text_input', action_id: 't' };
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
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const at = (problem: string, path: string, blocks = '/blocks') =>
  `${problem} [json-pointer:${blocks}${path}]`;
const unsupported = (type: string, path = '/0/type', blocks = '/blocks') =>
  at(`unsupported type: ${type}`, path, blocks);
/** Builds a text of the greatest length, and of one character more. */
const longer = <T>(
  most: number,
  path: string,
  build: (text: string) => T,
  blocks = '/blocks',
): [string, T, string] => [
  `${most + 1} characters at ${blocks}${path}`,
  build(long(most + 1)),
  at(`must be less than ${most + 1} characters`, path, blocks),
];
/** Builds one item more than the limit. */
const many = <T>(
  most: number,
  path: string,
  build: (count: number) => T,
  blocks = '/blocks',
): [string, T, string] => [
  `${most + 1} at ${blocks}${path}`,
  build(most + 1),
  at(`no more than ${most} items allowed`, path, blocks),
];

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

  test.each<[string, unknown[], string]>([
    ['an unknown block', [{ type: 'sekshun' }], unsupported('sekshun')],
    ['an alert', [{ type: 'alert', text: pt('x') }], unsupported('alert')],
    ['a shared file', [{ type: 'file', source: 'remote', external_id: 'x' }], unsupported('file')],
    many(50, '', n => times(n, { type: 'divider' })),
    longer(3000, '/0/text/text', text => [{ type: 'section', text: md(text) }]),
    longer(2000, '/0/fields/0/text', text => [{ type: 'section', fields: [md(text)] }]),
    longer(150, '/0/text/text', text => [{ type: 'header', text: pt(text) }]),
    longer(75, '/0/elements/0/text/text', text => [actions(button({ text: pt(text) }))]),
    longer(2000, '/0/elements/0/value', value => [actions(button({ value }))]),
    longer(300, '/0/elements/0/confirm/text/text', text => [
      actions(button({ confirm: { text: pt(text) } })),
    ]),
    longer(30, '/0/elements/0/confirm/confirm/text', text => [
      actions(button({ confirm: { text: pt('x'), confirm: pt(text) } })),
    ]),
    longer(75, '/0/elements/0/options/0/text/text', text => [
      actions(select(1, { options: [{ text: pt(text), value: 'a' }] })),
    ]),
    longer(50, '/0/title', title => [chart(pie, { title })]),
    many(10, '/0/fields', n => [{ type: 'section', fields: times(n, md('x')) }]),
    many(25, '/0/elements', n => [
      actions(...times(n, 0).map((_, index) => button({ action_id: `b${index}` }))),
    ]),
    many(100, '/0/elements/0/options', n => [actions(select(n))]),
    many(5, '/0/elements/0/options', n => [actions({ ...select(n), type: 'overflow' })]),
    many(6, '/0/chart/segments', n => [chart({ type: 'pie', segments: times(n, { label: 'x', value: 1 }) })]),
    [
      'an empty text',
      [{ type: 'section', text: md('') }],
      at('must be more than 0 characters', '/0/text/text'),
    ],
    ['an empty section', [{ type: 'section' }], at('must define either `text` or `fields`', '/0/type')],
    [
      'a header in mrkdwn',
      [{ type: 'header', text: md('x') }],
      at('must be a valid enum value', '/0/text/type'),
    ],
    [
      'a disabled button',
      [actions(button({ disabled: true }))],
      at('invalid additional property: disabled', '/0/elements/0'),
    ],
    [
      'a button without text',
      [actions({ type: 'button', action_id: 'x' })],
      at('missing required field: text', '/0/elements/0'),
    ],
    [
      'twice the action id',
      [actions(button(), button())],
      at('`action_id` "go" already exists', '/0/elements/1/action_id'),
    ],
    [
      'twice the block id',
      times(2, { type: 'divider', block_id: 'a' }),
      at('`block_id` "a" already exists', '/1/block_id'),
    ],
    [
      'a moment in milliseconds',
      [actions({ type: 'datetimepicker', action_id: 'd', initial_date_time: Date.UTC(2026, 11, 16) })],
      at('must be less than or equal to 9999999999', '/0/elements/0/initial_date_time'),
    ],
    [
      'an initial option that is not offered',
      [actions(select(1, { initial_option: { text: pt('x'), value: 'x' } }))],
      at('initial option not found in `options`', '/0/elements/0'),
    ],
    ['a chart that Slack doesn’t draw', [chart({ type: 'radar' })], unsupported('radar', '/0/chart/type')],
    [
      'a chart without a point for each of its days',
      [chart({ type: 'line', ...plotted, axis_config: { categories: ['Mon', 'Tue'] } })],
      at('data labels must match `axis_config.categories`', '/0/chart/series/0/data'),
    ],
    [
      'two series of one name',
      [chart({ type: 'bar', ...plotted, series: times(2, plotted.series[0]) })],
      at('series names must be unique', '/0/chart/series/1/name'),
    ],
    ['three charts', times(3, chart(pie)), at('no more than 2 data_visualization blocks allowed', '')],
    [
      'a table with too much in it',
      [table(...times(6, [raw(long(2000))]))],
      at('tables must be less than 10001 characters in all', ''),
    ],
    ['a data table without rows', [dataTable([raw('Day')])], at('no fewer than 2 items allowed', '/0/rows')],
    [
      'a data table with uneven rows',
      [dataTable([raw('a')], [raw('b'), raw('c')])],
      at('all rows must have the same number of cells', '/0/rows/1'),
    ],
    [
      'a data table with a rich header',
      [dataTable([rich({ type: 'text', text: 'a' })], [raw('b')])],
      at("header cells can't be rich_text", '/0/rows/0'),
    ],
    [
      'two long markdowns',
      times(2, { type: 'markdown', text: long(7000) }),
      at('markdown must be less than 12001 characters in all', ''),
    ],
    [
      'a rich text with an unknown part',
      [rich({ type: 'sparkle' })],
      unsupported('sparkle', '/0/elements/0/elements/0/type'),
    ],
    [
      'a card in a container',
      [container({ type: 'card' })],
      leftOut('card', '/blocks/0/child_blocks/0/type'),
    ],
    [
      'a block in a container that breaks a rule',
      [container({ type: 'section' })],
      at('must define either `text` or `fields`', '/0/child_blocks/0/type'),
    ],
    [
      'an image that is nowhere',
      [{ type: 'image', alt_text: 'x' }],
      at('must define either `image_url` or `slack_file`', '/0'),
    ],
    [
      'a number input, which only modals have',
      [input({ type: 'number_input', action_id: 'n', is_decimal_allowed: false })],
      unsupported('number_input', '/0/element/type'),
    ],
    [
      'a link in an option of a select',
      [actions(select(1, { options: [{ text: pt('a'), value: 'a', url: 'https://a.example' }] }))],
      at('invalid additional property: url', '/0/elements/0/options/0'),
    ],
    ['two tables', times(2, table([raw('x')])), at('only one table allowed', '')],
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

  test.each<[string, unknown, string]>([
    longer(24, '/view/title/text', text => view([], { title: pt(text) }), ''),
    longer(24, '/view/submit/text', text => view([], { submit: pt(text) }), ''),
    longer(3000, '/view/private_metadata', private_metadata => view([], { private_metadata }), ''),
    longer(200, '/0/text/text', text => view([{ type: 'alert', text: pt(text) }]), '/view/blocks'),
    longer(
      150,
      '/0/element/placeholder/text',
      text => view([input({ ...textInput, placeholder: pt(text) })]),
      '/view/blocks',
    ),
    many(100, '', n => view(times(n, { type: 'divider' })), '/view/blocks'),
    many(10, '/0/element/options', n => view([input({ ...select(n), type: 'checkboxes' })]), '/view/blocks'),
    [
      'inputs without submit',
      view([input(textInput)], { submit: undefined }),
      at('missing required field: submit', '/view', ''),
    ],
    ['a table', view([{ type: 'table', rows: [] }]), unsupported('table', '/0/type', '/view/blocks')],
    ['a button as input', view([input(button())]), unsupported('button', '/0/element/type', '/view/blocks')],
    [
      'two that want the focus',
      view(times(2, input({ ...textInput, focus_on_load: true }))),
      at('only one element may have `focus_on_load`', '', '/view/blocks'),
    ],
  ])('refuses %s', (_, view, problem) => {
    const problems = problemsOfView(view, 'modal');
    expect(problems[0]).toBe('failed to match all allowed schemas [json-pointer:/view]');
    expect(problems).toContain(problem);
  });

  test('a home tab accepts a table', () => {
    expect(problemsOfView({ type: 'home', blocks: [table([raw('a')])] }, 'home')).toEqual([]);
  });

  test('a Slack that takes charts on Home tabs, and one that has neither tables nor charts', () => {
    const blocks = [dataTable([raw('a')], [raw('b')]), chart(pie)];
    const home = { type: 'home', blocks };
    expect(problemsOfMessageBlocks(blocks)).toEqual([]);
    expect(problemsOfView(home, 'home')).toContain(
      unsupported('data_visualization', '/1/type', '/view/blocks'),
    );
    expect(problemsOfView(home, 'home', 'charts-on-home')).toEqual([]);
    const types = blocks.map(({ type }, index) => unsupported(type, `/${index}/type`));
    expect(problemsOfMessageBlocks(blocks, 'none')).toEqual(types);
    expect(problemsOfView(home, 'home', 'none')).toContain(
      unsupported('data_table', '/0/type', '/view/blocks'),
    );
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

describe('every type in @slack/types is validated, or refused by name', () => {
  const types = (file: string) => {
    const path = `../../node_modules/@slack/types/dist/block-kit/${file}.d.ts`;
    const text = readFileSync(new URL(path, import.meta.url), 'utf8');
    return [...new Set([...text.matchAll(/^ {4}type: '(\w+)'/gm)].map(match => match[1] ?? ''))];
  };

  test('blocks', () => {
    expect(types('blocks').length).toBeGreaterThan(15);
    const handled = [...Object.keys(HOSTS_OF_BLOCK), ...NOT_SUPPORTED].filter(type =>
      types('blocks').includes(type),
    );
    expect(handled.sort()).toEqual(types('blocks').sort());
    // Newer than @slack/types.
    expect(Object.keys(HOSTS_OF_BLOCK).filter(type => !types('blocks').includes(type))).toEqual([
      'data_visualization',
    ]);
  });

  test('elements', () => {
    // An image belongs to context and section blocks, and `url` is one of a task's sources.
    const handled = [...Object.keys(ELEMENTS), ...RICH_TEXT_TYPES, ...NOT_SUPPORTED, 'image', 'url'];
    const elements = types('block-elements');
    expect(handled.filter(type => elements.includes(type)).sort()).toEqual(elements.sort());
  });

  test.each([...NOT_SUPPORTED])('%s is refused by an error that names it', type => {
    const isBlock = types('blocks').includes(type);
    const problems = problemsOfMessageBlocks(isBlock ? [{ type }] : [actions({ type })]);
    expect(problems).toContain(leftOut(type, isBlock ? '/blocks/0/type' : '/blocks/0/elements/0/type'));
    expect(problemsOfView(view(isBlock ? [{ type }] : [input({ type })]), 'modal').join()).toContain(
      `no \`${type}\``,
    );
  });

  test.each(Object.entries(HOSTS_OF_BLOCK))('%s is allowed only on its surfaces', (type, surfaces) => {
    const where = {
      message: problemsOfMessageBlocks([{ type }]),
      modal: problemsOfView(view([{ type }]), 'modal'),
      home: problemsOfView({ type: 'home', blocks: [{ type }] }, 'home'),
    };
    for (const [surface, problems] of Object.entries(where)) {
      const refused = problems.some(problem => problem.startsWith(`unsupported type: ${type} `));
      expect(refused, surface).toBe(!surfaces.some(allowed => allowed === surface));
    }
  });
});
