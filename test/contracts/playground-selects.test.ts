import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Playground, View } from '../../src/playground/index.ts';
import { startTeaApp } from './playground-app.ts';

/* Selects whose options come from the app: Slack requests them while the user types, and validates them. */

describe.each(['http', 'socket'] as const)('a select with options from the app, over %s', mode => {
  let tea: Awaited<ReturnType<typeof startTeaApp>>;
  let slack: Playground;
  beforeAll(async () => {
    tea = await startTeaApp({}, mode);
    slack = tea.playground;
  });
  afterAll(() => tea.stop());

  async function menu(): Promise<View> {
    const before = slack.openViews('rafiq');
    await slack.command({ user: 'rafiq', text: 'menu' });
    return slack.waitForView('rafiq', view => !before.includes(view));
  }

  test('sends the typed text in Slack’s fields, once it has the element’s minimum length', async () => {
    const view = await menu();
    expect(await slack.suggest(view, 'leaf_input', 'as'), 'Slack asks from three on').toBeNull();
    const suggested = await slack.suggest(view, 'leaf_input', 'assam');
    expect(tea.heard.at(-1)).toMatchObject({
      type: 'block_suggestion',
      action_id: 'leaf_input',
      block_id: 'leaf',
      value: 'assam',
      container: { type: 'view', view_id: view.id },
      user: { id: 'U0RAFIQ0001' },
      team: { id: 'T0PADMA0001' },
      view: { id: view.id, state: { values: { leaf: { leaf_input: { selected_option: null } } } } },
    });
    expect(suggested?.offered).toMatchObject({ option_groups: [{ label: { text: 'Leaves' } }] });
    expect((await slack.suggest(view, 'with_input', ''))?.wrong).toEqual([]);
  });

  test('accepts only offered options, and reports them as they were offered', async () => {
    const view = await menu();
    expect(() => slack.fill(view, { leaf_input: 'assam green' })).toThrow('No option "assam green"');
    await slack.choose(view, 'leaf_input', 'assam', { label: 'green' });
    const chosen = { text: { type: 'plain_text', text: 'assam green' }, value: 'assam green' };
    expect(tea.heard.at(-1)).toMatchObject({
      type: 'block_actions',
      actions: [{ type: 'external_select', action_id: 'leaf_input', selected_option: chosen }],
    });
    await slack.choose(view, 'with_input', 'sugar');
    expect((await slack.submit(view)).errors).toEqual({});
    const values = {
      leaf: { leaf_input: { selected_option: chosen } },
      with: { with_input: { selected_options: [{ value: 'milk' }, { value: 'sugar black' }] } },
    };
    expect(tea.heard.at(-1)).toMatchObject({ view: { state: { values } } });
  });

  test.each([
    ['too many', 'no more than 100 items allowed'],
    ['too long', 'must be less than 76 characters'],
    ['twice', 'option values must be unique'],
    // Over a socket, Bolt omits an empty answer.
    [
      'neither',
      mode === 'http' ? 'must define either `options` or `option_groups`' : 'must provide an object',
    ],
  ])('has no results where the app offers %s', async (typed, why) => {
    const view = await menu();
    const suggested = await slack.suggest(view, 'leaf_input', typed);
    expect(suggested?.offered).toEqual({ options: [] });
    expect(suggested?.wrong.join()).toContain(why);
    await expect(slack.choose(view, 'leaf_input', typed)).rejects.toThrow('no results');
  });

  test('has none where the app offers none', async () => {
    const view = await menu();
    expect(await slack.suggest(view, 'leaf_input', 'none')).toMatchObject({
      offered: { options: [] },
      wrong: [],
    });
    await expect(slack.choose(view, 'leaf_input', 'none')).rejects.toThrow('Nothing fits');
  });
});

test('has no results if the app doesn’t answer within three seconds', async () => {
  const timers = new Set<() => void>();
  const clock = {
    now: Date.now,
    setTimeout(run: () => void) {
      timers.add(run);
      return () => timers.delete(run);
    },
  };
  const tea = await startTeaApp({ clock });
  const { playground: slack } = tea;
  await slack.command({ user: 'rafiq', text: 'menu' });
  const view = await slack.waitForView('rafiq');
  const suggesting = slack.suggest(view, 'leaf_input', 'never');
  await expect.poll(() => tea.heard.at(-1)?.type).toBe('block_suggestion');
  for (const run of timers) run();
  expect(await suggesting).toMatchObject({ offered: { options: [] }, wrong: ['operation_timeout'] });
  await tea.stop();
});
