import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPlayground, meghna, padma } from '../../../src/playground/index.ts';
import { type BareApp, startBareApp } from '../../support/bare-app.ts';
import { overflowing, unnamedControls } from '../support/a11y.ts';
import { sharedChromium, whyNoChromium } from '../support/chromium.ts';
import { newTab, openSlackPage, type SlackPage } from '../support/slack-page.ts';

/*
 * More of the page for any app: how texts look, the payloads of posts, forms on forms, workflow steps, first
 * steps.
 */

const why = whyNoChromium();
type Json = Record<string, unknown>;
const plain = (text: string) => ({ type: 'plain_text', text });
const md = (text: string) => ({ type: 'mrkdwn', text });
const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() });
const general = 'C0GENERAL01';

const manifest = {
  display_information: { name: 'Bare' },
  features: {
    slash_commands: [
      { command: '/bare', usage_hint: '[anything]', description: 'Does nothing', should_escape: true },
      { command: '/barely', description: 'Does less', should_escape: true },
    ],
  },
  functions: {
    pour: {
      title: 'Pour tea',
      description: 'Fills cups',
      input_parameters: {
        properties: {
          who: { title: 'Who drinks' },
          message: { title: 'What to say' },
          milk: { title: 'With milk', type: 'boolean' },
          leaf: {
            title: 'Leaf',
            type: 'array',
            dynamic_options: {
              function: '#/functions/leaves',
              inputs: { typed: { value: '{{client.query}}' } },
            },
          },
        },
        required: ['who', 'leaf'],
      },
      output_parameters: { properties: { poured: {} }, required: ['poured'] },
    },
    leaves: {
      title: 'Lists leaves',
      output_parameters: { properties: { options: {} }, required: ['options'] },
    },
  },
};

describe.skipIf(why)(`a walk over the page${why ? `: ${why}` : ''}`, () => {
  let browser: Browser;
  let tab: Page;
  let app: BareApp;
  let slack: SlackPage;
  let page: Page;
  let brewing = 'black';
  const pressed: unknown[] = [];

  beforeAll(async () => {
    browser = await sharedChromium();
    tab = await newTab(browser);
    await tab.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    app = await startBareApp({
      manifest,
      workspaces: [padma, meghna],
      installUrl: () => 'http://127.0.0.1:1/install',
      hints: [
        { id: 'one', title: 'Read this', text: 'Then go on.' },
        {
          id: 'two',
          title: 'Write this',
          text: 'Or change it.',
          write: { label: 'Write it', text: '/bare hello' },
        },
      ],
      knobs: [
        {
          id: 'secret',
          label: 'Secret',
          group: 'Kettle',
          kind: 'copy',
          run: () => {},
          state: () => 'tea-123',
        },
        {
          id: 'leaf',
          label: 'Brews',
          group: 'Kettle',
          kind: 'choice',
          choices: [
            { value: 'black', label: 'Black' },
            { value: 'green', label: 'Green' },
          ],
          run: value => (brewing = String(value)),
          state: () => brewing,
        },
        {
          id: 'boil',
          label: 'Boil',
          group: 'Kettle',
          kind: 'button',
          hint: 'Makes a noise',
          run: value => {
            pressed.push(value);
            throw new Error('The kettle is empty.');
          },
        },
      ],
      places: [
        {
          id: 'shop',
          label: 'Shop',
          of: 'Elsewhere',
          enter: async () => ({ url: 'http://127.0.0.1:1/', cookie: 'a=b' }),
        },
      ],
    });
    slack = await openSlackPage(tab, app.slack.url);
    page = slack.page;
  });
  afterEach(async () => {
    const { complaints, strangers } = slack;
    await slack.leave();
    await app.stop();
    expect([...complaints, ...strangers]).toEqual([]);
  });

  const args = async (type: string) => {
    await expect.poll(() => app.payloads.some(body => body.type === type)).toBe(true);
    return app.payloads.findLast(body => body.type === type) as Json;
  };
  const say = (text: string, blocks: unknown[] = [], channel = general) =>
    app.call('chat.postMessage', { channel, text, blocks });
  const focused = () =>
    page.evaluate('document.activeElement.id || document.activeElement.textContent') as Promise<string>;

  test('texts look as in Slack, and nothing in them is HTML', async () => {
    const noon = Date.UTC(2025, 0, 15, 6) / 1000;
    await say(
      [
        '*bold* _slanted_ ~gone~ `code` <b>not bold</b> 5 &lt; 6 &amp; 7',
        '&gt; quoted',
        '> also',
        'a <https://a.example/?x=1&amp;y=2|link>, <mailto:a@b.example|mail>, <javascript:alert(1)|no link>',
        `<@U0RAFIQ0001> <#C0RANDOM001> <!here> <!subteam^S0ONCALL001|@oncall> :tada: :no_such_thing:`,
        `<!date^${noon}^on {date} at {time}|then>`,
        '```\nlet *x* = 1;\n```',
      ].join('\n'),
    );
    const post = slack.post('bold');
    await post.locator('strong').getByText('bold', { exact: true }).waitFor();
    expect(await post.locator('strong, em, s, code').allTextContents()).toEqual([
      'bold',
      'slanted',
      'gone',
      'code',
    ]);
    expect(await post.locator('blockquote p').allTextContents()).toEqual(['quoted', 'also']);
    expect(await post.locator('pre').textContent()).toBe('let *x* = 1;\n');
    const links = await post.getByRole('link').evaluateAll(all => all.map(link => link.getAttribute('href')));
    expect(links).toEqual(['https://a.example/?x=1&y=2', 'mailto:a@b.example']);
    expect(await post.locator('.mention').allTextContents()).toEqual([
      '@Rafiq',
      '#random',
      '@here',
      '@oncall',
    ]);
    const words = (await post.locator('.mrkdwn').textContent()) ?? '';
    for (const part of ['5 < 6 & 7', 'no link', '🎉', ':no_such_thing:', 'on 15 Jan 2025 at 12:00'])
      expect(words).toContain(part);
    expect(await post.locator('time').last().getAttribute('datetime')).toBe('2025-01-15T06:00:00.000Z');
  });

  test('every block of a message is shown', async () => {
    const rich = [
      { type: 'text', text: 'Dear ', style: { bold: true } },
      { type: 'user', user_id: 'U0RAFIQ0001' },
      { type: 'text', text: '\nsee ' },
      { type: 'link', url: 'https://rich.example/', text: 'there' },
      { type: 'emoji', name: 'tada' },
      { type: 'channel', channel_id: 'C0RANDOM001' },
      { type: 'broadcast', range: 'here' },
    ];
    await say('All', [
      { type: 'header', text: plain('A header :tada:') },
      {
        type: 'section',
        text: md('With *words*'),
        accessory: { type: 'image', image_url: 'https://x.example/a.png', alt_text: 'A small cup' },
      },
      { type: 'section', fields: [md('*Left*'), plain('Right\nbelow')] },
      { type: 'divider' },
      {
        type: 'context',
        elements: [
          md('small _print_'),
          { type: 'image', image_url: 'https://x.example/b.png', alt_text: 'A dot' },
        ],
      },
      { type: 'image', image_url: 'https://x.example/c.png', alt_text: 'A pot of tea' },
      { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: rich }] },
      { type: 'markdown', text: 'In **markdown**' },
      {
        type: 'table',
        column_settings: [null, { align: 'right' }],
        rows: [
          [
            { type: 'raw_text', text: 'Cup' },
            { type: 'raw_text', text: '12' },
          ],
        ],
      },
    ]);
    const post = slack.post('A header');
    await post.getByRole('heading', { name: 'A header 🎉' }).waitFor();
    await post.locator('strong').getByText('words', { exact: true }).waitFor();
    for (const text of [
      'Right',
      'below',
      'small print',
      'A small cup',
      'A dot',
      'A pot of tea',
      'In markdown',
    ])
      await post.getByText(text).first().waitFor();
    const riched = post.locator('.mrkdwn', { hasText: 'Dear' });
    expect(await riched.locator('strong').textContent()).toBe('Dear ');
    expect(await riched.textContent()).toBe('Dear @Rafiqsee there🎉#random@here');
    expect(await riched.getByRole('link').getAttribute('href')).toBe('https://rich.example/');
    expect(await post.getByRole('separator').or(post.locator('hr')).count()).toBe(1);
    expect(await post.getByRole('cell').allTextContents()).toEqual(['Cup', '12']);
    expect(
      await page.evaluate(`getComputedStyle([...document.querySelectorAll('.post td')].at(-1)).textAlign`),
    ).toBe('end');
    expect([...(await overflowing(page)), ...(await unnamedControls(page))]).toEqual([]);
  });

  test('a container folds, and its content is reported with its own block; a chart has its numbers in words', async () => {
    const inside = {
      type: 'actions',
      block_id: 'inner',
      elements: [{ type: 'button', action_id: 'go', text: plain('Inside') }],
    };
    const weekdays = ['Sat', 'Sun', 'Mon'];
    const bars = {
      type: 'bar',
      series: [{ name: 'Texts', data: weekdays.map((label, at) => ({ label, value: at + 1 })) }],
      axis_config: { categories: weekdays, y_label: 'a day' },
    };
    const slices = {
      type: 'pie',
      segments: [
        { label: 'sent', value: 3 },
        { label: 'refused', value: 1 },
      ],
    };
    await say('Grouped', [
      {
        type: 'container',
        title: plain('Together'),
        subtitle: md('of *one* kind'),
        is_collapsible: true,
        child_blocks: [inside],
      },
      { type: 'data_visualization', title: 'This week', chart: bars },
      { type: 'data_visualization', title: 'How they went', chart: slices },
    ]);
    const post = slack.post('Together');
    const button = post.getByRole('button', { name: 'Inside' });
    await button.click();
    expect(await args('block_actions')).toMatchObject({ actions: [{ action_id: 'go', block_id: 'inner' }] });
    await post.getByText('Together').click();
    await button.waitFor({ state: 'hidden' });
    const numbers = (title: string) =>
      post.getByRole('figure', { name: title }).getByRole('row').allTextContents();
    expect(await numbers('This week')).toEqual(['Texts', 'Sat1', 'Sun2', 'Mon3']);
    expect(await numbers('How they went')).toEqual(['How they went', 'sent3', 'refused1']);
    await post.getByText('a day').waitFor();
    const picture = post.getByRole('figure', { name: 'This week' }).locator('svg');
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('svg.bar rect')].map(bar => bar.height.baseVal.value)`,
    );
    const [saturday = 0] = heights;
    expect(heights.map(height => height / saturday)).toEqual([1, expect.closeTo(2), expect.closeTo(3)]);
    const drawn = await picture.boundingBox();
    expect(Math.min(drawn?.width ?? 0, drawn?.height ?? 0), 'large enough to read').toBeGreaterThan(100);
    expect(await picture.locator('text').allTextContents()).toEqual(['3', ...weekdays]);
    expect([...(await overflowing(page)), ...(await unnamedControls(page))]).toEqual([]);
  });

  test('a data table has pages, and is sorted by numbers as numbers, up and down, and then as it came', async () => {
    const amounts = [9, 100, 20, 3, 8, 40, 1];
    const row = (value: number) => [
      { type: 'raw_text', text: `Row of ${value}` },
      { type: 'raw_number', value, text: `${value} texts` },
    ];
    const header = ['Name', 'Amount'].map(text => ({ type: 'raw_text', text }));
    const { id } = app.slack.person('rafiq');
    const mention = { type: 'rich_text_section', elements: [{ type: 'user', user_id: id }] };
    const people = [
      ['Who', 'Sent'].map(text => ({ type: 'raw_text', text })),
      [{ type: 'rich_text', elements: [mention] }, row(1)[1]],
    ];
    await say('Listed', [
      { type: 'data_table', caption: 'Amounts', rows: [header, ...amounts.map(row)] },
      { type: 'data_table', caption: 'By person', rows: people },
    ]);
    await slack.post('Amounts').getByRole('rowheader', { name: '@Rafiq' }).waitFor();
    const listed = slack.post('Amounts').getByRole('table', { name: 'Amounts' });
    const shows = (values: number[]) =>
      expect
        .poll(() => listed.getByRole('cell').allTextContents())
        .toEqual(values.map(value => `${value} texts`));
    const sort = (name: string) => listed.getByRole('button', { name }).click();
    await shows([9, 100, 20, 3, 8]);
    await sort('Amount');
    await shows([1, 3, 8, 9, 20]);
    await sort('Amount');
    await shows([100, 40, 20, 9, 8]);
    await slack.post('Amounts').getByRole('button', { name: 'Next' }).click();
    await shows([3, 1]);
    await slack.post('Amounts').getByRole('button', { name: 'Previous' }).click();
    await sort('Amount');
    await shows([9, 100, 20, 3, 8]);
    expect([...(await overflowing(page)), ...(await unnamedControls(page))]).toEqual([]);
  });

  test('a choice in a post is reported at once, in every kind of control; with a confirmation first if the app wants one', async () => {
    const options = ['One', 'Two', 'Three'].map(option);
    const confirm = {
      title: plain('Sure?'),
      text: plain('It costs'),
      confirm: plain('Do it'),
      deny: plain('No'),
    };
    await say('Choose', [
      {
        type: 'actions',
        block_id: 'b',
        elements: [
          { type: 'static_select', action_id: 'select', placeholder: plain('Pick one'), options, confirm },
          { type: 'overflow', action_id: 'more', options },
          { type: 'datepicker', action_id: 'day', placeholder: plain('Which day') },
          { type: 'checkboxes', action_id: 'boxes', options },
          { type: 'users_select', action_id: 'person', placeholder: plain('Who') },
          {
            type: 'button',
            action_id: 'go',
            text: plain('Go'),
            accessibility_label: 'Go there',
            url: `${app.slack.url}/icon.svg`,
          },
        ],
      },
      {
        type: 'section',
        block_id: 's',
        text: md('In groups'),
        accessory: {
          type: 'static_select',
          action_id: 'grouped',
          placeholder: plain('Grouped'),
          option_groups: [{ label: plain('Few'), options: options.slice(0, 1) }],
        },
      },
    ]);
    const post = slack.post('In groups');
    const reported = async (action: string) => {
      const pressed = () =>
        app.payloads.findLast(body => (body.actions as Json[] | undefined)?.[0]?.action_id === action)
          ?.actions;
      await expect.poll(() => pressed() !== undefined).toBe(true);
      return (pressed() as Json[])[0];
    };
    await post.getByLabel('Pick one').selectOption('Two');
    await slack.confirm.getByText('It costs').waitFor();
    await slack.confirm.getByRole('button', { name: 'Do it' }).click();
    expect(await reported('select')).toMatchObject({ block_id: 'b', selected_option: { value: 'two' } });
    await post.getByLabel('More', { exact: true }).selectOption('Three');
    expect(await reported('more')).toMatchObject({ selected_option: { value: 'three' } });
    await post.getByLabel('Which day').fill('2026-12-16');
    expect(await reported('day')).toMatchObject({ selected_date: '2026-12-16' });
    await post.getByRole('checkbox', { name: 'One' }).check();
    expect(await reported('boxes')).toMatchObject({ selected_options: [{ value: 'one' }] });
    await post.getByLabel('Who').selectOption({ label: 'Rafiq Islam (member)' });
    expect(await reported('person')).toMatchObject({ selected_user: 'U0RAFIQ0001' });
    await post.getByLabel('Grouped').selectOption('One');
    expect(await reported('grouped')).toMatchObject({ block_id: 's', selected_option: { value: 'one' } });
    const opened = page.context().waitForEvent('page');
    await post.getByRole('button', { name: 'Go there' }).click();
    await (await opened).close();
    expect(await reported('go')).toMatchObject({ type: 'button' });
  });

  test('a form on a form goes back to the input below; a list of chips is emptied; Slack’s complaints about the app are shown', async () => {
    const people = {
      type: 'input',
      block_id: 'people',
      label: plain('People'),
      hint: plain('Two at most'),
      element: { type: 'multi_users_select', action_id: 'it', max_selected_items: 2 },
    };
    const first = {
      type: 'modal',
      title: plain('First'),
      submit: plain('Done'),
      notify_on_close: true,
      blocks: [
        {
          type: 'input',
          block_id: 'note',
          label: plain('Note'),
          element: { type: 'plain_text_input', action_id: 'it', focus_on_load: true },
        },
        people,
        {
          type: 'actions',
          block_id: 'act',
          elements: [{ type: 'button', action_id: 'push', text: plain('Further') }],
        },
      ],
    };
    const second = {
      type: 'modal',
      title: plain('Second'),
      close: plain('Not now'),
      blocks: [{ type: 'section', text: md('On top') }],
    };
    app.answer = async payload => {
      const { trigger_id } = payload;
      if (payload.command) await app.call('views.open', { trigger_id, view: first });
      if (payload.type === 'block_actions') await app.call('views.push', { trigger_id, view: second });
      if (payload.type === 'view_submission') return { response_action: 'errors', errors: { stranger: 'x' } };
      return undefined;
    };
    await slack.send('/bare');
    const { modal } = slack;
    await modal.getByRole('heading', { name: 'First' }).waitFor();
    await page.keyboard.type('half a wo');
    const search = modal.getByLabel('People');
    const offered = modal.getByRole('button', { name: /^Rafiq/ });
    await search.click();
    expect(await offered.isVisible(), 'the focus alone covers nothing').toBe(false);
    await search.press('ArrowDown');
    await offered.waitFor();
    await page.keyboard.press('Escape');
    for (const name of ['Rafiq', 'Shirin', 'Kamal']) {
      await search.fill(name.toLowerCase());
      await modal.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    }
    expect(await modal.locator('.chip').allTextContents()).toEqual([
      'Rafiq Islam (member)',
      'Shirin Sultana (member)',
    ]);
    await search.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect(await modal.getByRole('heading', { name: 'First' }).isVisible(), 'only the list closes').toBe(
      true,
    );
    await modal.getByRole('button', { name: 'Remove Rafiq Islam (member)' }).click();
    expect(await modal.locator('.chip').allTextContents()).toEqual(['Shirin Sultana (member)']);

    await modal.getByRole('button', { name: 'Further' }).click();
    await modal.getByText('On top').waitFor();
    await modal.getByRole('button', { name: 'Not now' }).waitFor();
    expect([...(await overflowing(page)), ...(await unnamedControls(page))]).toEqual([]);
    await modal.getByRole('button', { name: 'Back' }).click();
    await modal.getByRole('heading', { name: 'First' }).waitFor();
    expect(await modal.getByLabel('Note').inputValue()).toBe('half a wo');
    expect(await modal.locator('.chip').allTextContents()).toEqual(['Shirin Sultana (member)']);
    await modal.getByRole('button', { name: 'Done' }).click();
    await modal
      .getByRole('alert')
      .getByText(/We had some trouble connecting.*stranger/)
      .waitFor();
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'hidden' });
    expect(await args('view_closed')).toMatchObject({ view: { title: { text: 'First' } } });
    expect(await focused()).toBe('message');
  });

  test('a step of a workflow is filled in, run, redelivered, and fails with its sentence', async () => {
    app.answer = async payload => {
      const event = payload.event as Json | undefined;
      const id = event?.function_execution_id;
      const inputs = event?.inputs as Json | undefined;
      const end = (method: string, more: Json) =>
        app.call(method, { function_execution_id: id, ...more }).catch(() => undefined);
      if ((event?.function as Json | undefined)?.callback_id === 'leaves') {
        const options = [option('Green'), option(`Like ${inputs?.typed}`)];
        await end('functions.completeSuccess', { outputs: { options } });
      } else if (inputs?.who === 'nobody') await end('functions.completeError', { error: 'No cups' });
      else if (inputs) await end('functions.completeSuccess', { outputs: { poured: 'two cups' } });
      return undefined;
    };
    await page.getByRole('button', { name: 'Pour tea' }).click();
    expect(await page.getByRole('button', { name: 'Lists leaves' }).count(), 'a list is no step').toBe(0);
    const dialog = page.getByRole('dialog', { name: /Pour tea/ });
    await dialog.getByText('Fills cups').waitFor();
    await dialog.getByText('None yet.').waitFor();
    await page.keyboard.type('@rafiq');
    await dialog.getByLabel(/^What to say/).fill('Tea is\nready');
    await dialog.getByLabel('With milk').check();
    await dialog.getByLabel('Leaf').fill('as');
    await dialog.getByRole('button', { name: 'Like as' }).click();
    await dialog.getByRole('button', { name: 'Run the step' }).click();
    const run = dialog.getByRole('article').first();
    await run.getByText('Completed').waitFor();
    await run.getByText('Delivered once; the app answered 200.').waitFor();
    const went = async (label: string) => await run.getByLabel(label).locator('dt, dd').allTextContents();
    expect(await went('What went in')).toEqual([
      'who',
      '<@U0RAFIQ0001|rafiq>',
      'message',
      'Tea is\nready',
      'milk',
      'true',
      'leaf',
      'like as',
    ]);
    expect(await went('What came out')).toEqual(['poured', 'two cups']);
    await run.getByRole('button', { name: 'Deliver again' }).click();
    await run.getByText('Delivered 2 times; the app answered 200, 200.').waitFor();
    expect(await focused()).toMatch(/^again-/);
    await dialog.getByLabel('Who drinks').fill('nobody');
    await dialog.getByRole('button', { name: 'Run the step' }).click();
    await dialog.getByText('No cups').waitFor();
    await dialog.getByText('Failed').waitFor();
    expect(await dialog.getByLabel(/^What to say/).inputValue(), 'what was typed stays').toBe(
      'Tea is\nready',
    );
    expect([...(await overflowing(page)), ...(await unnamedControls(page))]).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  test('each channel keeps its draft; Shift+Enter breaks the line; commands are completed and explained; unread posts are counted', async () => {
    const { box } = slack;
    await box.fill('for general');
    await page.getByRole('button', { name: /^random/ }).click();
    expect(await box.inputValue()).toBe('');
    const low = (await box.boundingBox())?.height ?? 0;
    await box.pressSequentially('one');
    await box.press('Shift+Enter');
    await box.pressSequentially('two');
    expect(await box.inputValue()).toBe('one\ntwo');
    expect((await box.boundingBox())?.height ?? 0).toBeGreaterThan(low);
    await box.press('Enter');
    await slack.post('one').waitFor();
    await say('news');
    await page.getByRole('button', { name: 'general 1 new' }).click();
    expect(await box.inputValue()).toBe('for general');
    await page.getByRole('button', { name: 'general', exact: true }).waitFor();
    expect(await page.title()).toContain('general · Padma Logistics');

    await box.fill('');
    await box.pressSequentially('/bare');
    const options = page.locator('#suggestions').getByRole('option');
    await expect.poll(() => options.count()).toBe(2);
    await box.press('ArrowDown');
    await box.press('Enter');
    expect(await box.inputValue()).toBe('/barely ');
    await box.fill('/bare x');
    await page.getByText('/bare [anything]').first().waitFor();
    await page.getByText('Does nothing').waitFor();
    await box.fill('/nothing');
    expect(await page.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true);
    await box.press('Enter');
    await page.getByRole('alert').getByText('/nothing is not a valid command').waitFor();
    expect(await box.inputValue(), 'it can be mended').toBe('/nothing');
    await box.fill('');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  });

  test('dates separate posts, one person’s posts are grouped, and the newest is in view unless you look at old ones', async () => {
    for (let n = 0; n < 30; n++) app.slack.say({ user: 'rafiq', text: `line ${n}` });
    await slack.post('line 29').waitFor();
    await page.getByRole('separator', { name: 'Today' }).waitFor();
    expect(await page.locator('.post.follows').count()).toBe(29);
    const isInSight = async (text: string) => {
      const [box, list] = [await slack.post(text).boundingBox(), await page.locator('#posts').boundingBox()];
      return (
        box !== null && list !== null && box.y >= list.y && box.y + box.height <= list.y + list.height + 1
      );
    };
    await expect.poll(() => isInSight('line 29')).toBe(true);
    expect(await isInSight('line 0')).toBe(false);
    await say('newest');
    await slack.post('newest').waitFor();
    await expect.poll(() => isInSight('newest')).toBe(true);
    await page.locator('#announce').getByText('Bare. newest').waitFor({ state: 'attached' });
    await page.locator('#posts').hover();
    await page.mouse.wheel(0, -5000);
    await expect.poll(() => isInSight('line 0')).toBe(true);
    const top = async () => (await slack.post('line 0').boundingBox())?.y ?? 0;
    const before = await top();
    await say('unseen');
    await slack.post('unseen').waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
    expect(await isInSight('unseen')).toBe(false);
  });

  test('knobs of each kind: copied, chosen, refused with a sentence; a place opens beside the page; light and dark', async () => {
    await page.getByLabel('Secret').and(page.locator('[readonly]')).waitFor();
    // All browsers of a machine share a clipboard, and other tests copy, too.
    await page.evaluate(
      'const write = Clipboard.prototype.writeText; Clipboard.prototype.writeText = function (text) { window.copied = text; return write.call(this, text); };',
    );
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('window.copied')).toBe('tea-123');
    await slack.choose('Brews', 'Green');
    expect(brewing).toBe('green');
    await page.getByRole('button', { name: 'Boil' }).click();
    await page.getByRole('status').getByText('The kettle is empty.').waitFor();
    expect(pressed).toHaveLength(1);
    await slack.choose('Answers the app', 'Away: 503');
    await page.getByText('1 on').waitFor();
    await page.getByRole('button', { name: 'Fix everything' }).click();
    await expect.poll(() => page.getByLabel('Answers the app').inputValue()).toBe('');
    expect(await page.getByRole('link', { name: 'Shop in another tab' }).getAttribute('href')).toBe(
      'page/go/shop',
    );

    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await background();
    await page.getByRole('button', { name: 'Light or dark' }).click();
    const after = await background();
    expect(after).not.toBe(before);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'general' }).waitFor();
    expect(await background()).toBe(after);
  });

  test('the app is removed and can be installed; arrow keys move through menus', async () => {
    await page.getByRole('button', { name: 'Remove Bare from Padma Logistics' }).click();
    const install = page.getByRole('link', { name: 'Install Bare in Padma Logistics' });
    await install.waitFor();
    expect(await install.getAttribute('href')).toBe('http://127.0.0.1:1/install?team=T0PADMA0001');
    expect(await page.getByRole('button', { name: 'Pour tea' }).count()).toBe(0);

    const switcher = page.getByRole('button', { name: 'Switch person' });
    await switcher.click();
    await expect.poll(focused).toMatch(/^NJNusrat Jahan/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toMatch(/^TATahmina Akter/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toMatch(/^ACArif Chowdhury/);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('who');
    await page.keyboard.press('Enter');
    // Once the menu has the focus, it gets all keys.
    await expect.poll(focused).toMatch(/^NJNusrat Jahan/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toMatch(/^TATahmina Akter/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'You are Tahmina Akter, owner' }).waitFor();
    // The browser returns the focus to the button, and then the page moves it to the message box.
    await expect.poll(focused).toBe('message');
  });

  test('without an app the page says so; a button without an answer from the app shows a passing notice', async () => {
    const lonely = await createPlayground();
    try {
      await page.goto(lonely.url);
      await page.getByRole('status').getByText('No app is connected yet.').waitFor();
    } finally {
      await page.goto('about:blank');
      await lonely.close();
    }
    await page.goto(app.slack.url);
    await say('Press', [
      { type: 'actions', elements: [{ type: 'button', action_id: 'go', text: plain('Knock') }] },
    ]);
    app.slack.connect('http://127.0.0.1:1/');
    await page.getByRole('button', { name: 'Knock' }).click();
    await page.getByRole('status').getByText('This app responded with an error (dispatch_failed).').waitFor();
    slack.strangers.length = 0; // The other playground.
  });
});
