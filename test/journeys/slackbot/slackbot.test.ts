import { describe, expect, test } from 'vitest';
import { SLACKBOT_PATH } from '../../../src/kit/slack/slackbot-ids.ts';
import type { Post, View } from '../../../src/playground/index.ts';
import { makeHook } from '../../support/hooks.ts';
import { submitMute } from '../../support/mutes.ts';
import { keepRota, RAFIQ, SHIRIN } from '../../support/on-call.ts';
import { openContact, openPeople } from '../../support/people-modal.ts';
import { keepNamed, saveSettings } from '../../support/settings.ts';
import { createSlackbot, signed } from '../../support/slackbot.ts';
import { createLinkedStage, HOUR, MODES, type Mode, passUntil, type Stage } from '../../support/stage.ts';
import { contentOf, opened, submitForm } from '../../support/views.ts';

/* What Slackbot may do: read what its person may see, and draft. The person sends, by our own forms. */

const RAHIM = '01712345678';
const MESSAGE = 'The truck is at the gate';
const SECRET = 'of an app in Socket Mode';

const setUp = (mode: Mode = 'http'): Promise<Stage> =>
  createLinkedStage({
    mode,
    ...(mode === 'socket' ? { environment: { SLACK_SIGNING_SECRET: SECRET } } : {}),
  });

/** The drafts that a person has in their direct messages, newest last. */
const drafts = (stage: Stage, user: string): Post[] => {
  const { id } = stage.slack.person(user);
  return stage.posts(/Slackbot/).filter(({ channel }) => [id, `D${id.slice(1)}`].includes(channel));
};

/** Presses the button under the newest draft; resolves with the form. */
async function look(stage: Stage, user: string): Promise<View> {
  const post = drafts(stage, user).at(-1) as Post;
  const form = await opened(stage, user, () => stage.slack.press(post, 'open_slackbot_draft', { user }));
  await stage.quiet();
  return form;
}

const call = (stage: Stage, body: string, headers: Record<string, string>) =>
  fetch(stage.appUrl + SLACKBOT_PATH, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  });

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: {
    name: 'draft_text',
    arguments: { to: [RAHIM], message: MESSAGE },
    _meta: { slack: { user_id: RAFIQ, team_id: 'T0PADMA0001' } },
  },
});

describe.each(MODES)('over %s', mode => {
  test('a draft is a message to whoever asked; only the form that they send sends it', async () => {
    const stage = await setUp(mode);
    const slackbot = await createSlackbot(stage, 'legacy', mode === 'socket' ? SECRET : undefined);
    const reply = await slackbot.ask('rafiq', 'draft_text', { to: [RAHIM], message: MESSAGE });
    expect(reply).toEqual({ isError: false, text: expect.stringContaining('Nothing has been sent') });
    await stage.pass(HOUR);
    expect(stage.service.requests.count(), 'a draft sends nothing').toBe(0);
    expect(drafts(stage, 'rafiq').map(({ text }) => text)).toEqual([
      'You asked Slackbot for a text to *017••••5678*: “The truck is at the gate”',
    ]);

    const form = await look(stage, 'rafiq');
    expect(contentOf(form)).toContain('+880 1712-345678');
    expect(contentOf(form)).toContain(MESSAGE);
    expect(stage.service.requests.count(), 'nor does opening it').toBe(0);
    await submitForm(stage, form, {});
    await stage.quiet();
    expect(stage.accepted()).toEqual([MESSAGE]);
  });
});

describe.each(['legacy', 'auto'] as const)('in the protocol’s version of a client that is %s', mode => {
  test('each tool says plainly whether it only reads', async () => {
    const stage = await setUp();
    const { client, ask } = await createSlackbot(stage, mode);
    const { tools } = await client.listTools();
    const shown = tools.map(({ name, annotations }) => [
      name,
      annotations?.readOnlyHint,
      annotations?.destructiveHint,
    ]);
    expect(shown).toEqual([
      ['find_recipient', true, false],
      ['who_is_on_call', true, false],
      ['latest_texts', true, false],
      ['estimate_cost', true, false],
      ['draft_text', false, false],
      ['draft_broadcast', false, false],
      ['draft_page', false, false],
      ['draft_mute', false, false],
    ]);
    for (const { title, description = '' } of tools) {
      expect(title).toMatch(/^[A-Z]/);
      expect(description.length).toBeGreaterThan(40);
    }
    expect(await ask('rafiq', 'latest_texts')).toEqual({
      isError: false,
      text: expect.stringMatching(/no texts|haven’t|yet/),
    });
  });
});

describe('only Slack’s own requests are answered', () => {
  test('unsigned, signed by others, too old, changed, or too large: nothing is done', async () => {
    const stage = await setUp();
    const { signingSecret } = stage.slack;
    const now = Date.now();
    const refused = [
      await call(stage, CALL, {}),
      await call(stage, CALL, signed('another secret', CALL)),
      await call(stage, CALL, signed(signingSecret, CALL, now - 6 * 60_000)),
      await call(stage, CALL, signed(signingSecret, CALL, now + 6 * 60_000)),
      await call(stage, CALL.replace('gate', 'bank'), signed(signingSecret, CALL)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    const large = JSON.stringify({ ...JSON.parse(CALL), filler: 'x'.repeat(70_000) });
    expect((await call(stage, large, signed(signingSecret, large))).status).toBe(413);
    expect((await fetch(stage.appUrl + SLACKBOT_PATH)).status).toBe(405);
    await stage.quiet();
    expect(drafts(stage, 'rafiq')).toEqual([]);
  });

  test.each([
    ['no JSON', '{', 400],
    ['null', 'null', 400],
    [
      'a subscription, which would never end',
      '{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}',
      400,
    ],
    ['nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`, 400],
    ['a method that isn’t there', '{"jsonrpc":"2.0","id":1,"method":"resources/list"}', 200],
  ])('%s, signed, is refused and stops nothing', async (_what, body, status) => {
    const stage = await setUp();
    const answered = await call(stage, body, signed(stage.slack.signingSecret, body));
    expect(answered.status).toBe(status);
    if (status === 200) expect(await answered.text()).toContain('-32601');
    const { ask } = await createSlackbot(stage);
    expect((await ask('rafiq', 'latest_texts')).isError).toBe(false);
  });

  test.each([
    ['nobody', undefined],
    ['no workspace, as in an organisation', { user_id: RAFIQ, team_id: null }],
    ['ids that aren’t Slack’s', { user_id: `${RAFIQ}"; drop`, team_id: 'T0PADMA0001' }],
  ])('a call for %s gets no answer', async (_whom, meta) => {
    const stage = await setUp();
    const { client } = await createSlackbot(stage);
    const { content, isError } = await client.callTool({
      name: 'latest_texts',
      arguments: {},
      ...(meta === undefined ? {} : { _meta: { slack: meta } }),
    });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('didn’t say who')]);
  });

  test('in Socket Mode without a signing secret there is no server', async () => {
    const stage = await createLinkedStage({ mode: 'socket' });
    expect((await call(stage, CALL, signed(SECRET, CALL))).status).toBe(404);
  });
});

describe('it reads what the person may see, in their language', () => {
  test('recipients, who is on call, the cost, and their own texts', async () => {
    const stage = await setUp();
    await keepRota(stage, RAFIQ, SHIRIN);
    const { ask } = await createSlackbot(stage);
    expect((await ask('nusrat', 'find_recipient', { name: 'rafi' })).text).toContain(
      'Rafiq (Teammates) → to: U0RAFIQ0001',
    );
    expect((await ask('nusrat', 'find_recipient', { name: 'serv' })).text).toContain('→ to: Servers');
    expect((await ask('nusrat', 'who_is_on_call')).text).toContain('Servers');
    expect((await ask('nusrat', 'who_is_on_call', { rota: 'servers' })).text).toContain('<@U0RAFIQ0001>');
    expect(await ask('nusrat', 'who_is_on_call', { rota: 'Nobody' })).toEqual({
      isError: true,
      text: 'There is no rota called “Nobody”.',
    });

    await stage.sms(`${RAHIM} ${MESSAGE}`);
    await stage.post(/texted/);
    const { text } = await ask('rafiq', 'latest_texts');
    expect(text).toContain('017••••5678');
    expect(text).toContain(MESSAGE);
    expect(text).not.toContain('<!date');
    expect((await ask('nusrat', 'latest_texts')).text, 'only one’s own').not.toContain(MESSAGE);
    expect((await ask('rafiq', 'estimate_cost', { to: ['Servers'], message: MESSAGE })).text).toMatch(
      /1 part.*\nTo 1 person · 1 part in total · about 0\.35 credits in total/,
    );
    await saveSettings(stage, { signOff: 'উত্তর দেওয়া যাবে না, দয়া করে আমাদের ফোন করুন', signsAll: true });
    const now = await createSlackbot(stage);
    expect(
      (await now.ask('rafiq', 'estimate_cost', { to: [RAHIM], message: MESSAGE })).text,
      'with the sign-off that goes out',
    ).toMatch(/2 parts.*\n.*2 parts in total · about 0\.70 credits in total/);
  });

  test('in Bangla, too', async () => {
    const stage = await createLinkedStage({ mode: 'http', environment: { DEFAULT_LANGUAGE: 'bn' } });
    const { ask } = await createSlackbot(stage);
    expect((await ask('shirin', 'find_recipient', { name: 'xyz' })).text).toMatch(/এই নামে এখানে কেউ নেই/);
    const { text } = await ask('shirin', 'draft_text', { to: [RAHIM], message: MESSAGE });
    expect(text).toMatch(/কিছু পাঠানো হয়নি/);
    expect(drafts(stage, 'shirin').map(post => post.text)).toEqual([
      'আপনি Slackbot-কে একটি এসএমএস লিখতে বলেছেন, প্রাপক *017••••5678*: “The truck is at the gate”',
    ]);
  });

  test('a guest is told so, and gets nothing drafted', async () => {
    const stage = await setUp();
    await keepRota(stage, RAFIQ, SHIRIN);
    const { ask } = await createSlackbot(stage);
    const tries = [
      ask('imran', 'find_recipient', { name: 'rafi' }),
      ask('imran', 'who_is_on_call'),
      ask('imran', 'estimate_cost', { to: ['Servers'], message: MESSAGE }),
      ask('imran', 'draft_text', { to: ['Servers'], message: MESSAGE }),
      ask('imran', 'draft_broadcast', { to: ['Servers'], message: MESSAGE }),
      ask('imran', 'draft_page', { to: ['Servers'], message: MESSAGE }),
      ask('imran', 'draft_mute', { labels: 'team = db', hours: 1 }),
    ];
    for (const { text, isError } of await Promise.all(tries)) {
      expect(isError).toBe(true);
      expect(text).not.toMatch(/Rafiq|U0RAFIQ|credits/);
    }
    await stage.quiet();
    expect(drafts(stage, 'imran')).toEqual([]);
  });
});

describe('drafts', () => {
  test('a broadcast, a page and a mute open their own forms, which still ask', async () => {
    const stage = await setUp();
    await keepRota(stage, RAFIQ, SHIRIN);
    await makeHook(stage);
    const { ask } = await createSlackbot(stage);

    await ask('nusrat', 'draft_broadcast', { to: [RAHIM, 'U0SHIRIN001'], message: 'Dear {name|friend}' });
    const broadcast = await look(stage, 'nusrat');
    expect(contentOf(broadcast)).toContain(RAHIM);
    expect(contentOf(broadcast)).toContain('Shirin');
    expect(contentOf(broadcast)).toContain('Dear {name|friend}');

    await ask('nusrat', 'draft_page', { to: ['Servers'], message: 'disk is full' });
    const page = await look(stage, 'nusrat');
    expect(contentOf(page)).toContain('Page from Nusrat: disk is full');
    expect(contentOf(page)).toContain('This can wake people up');

    await ask('nusrat', 'draft_mute', { hook: 'prometheus', hours: 4, reason: 'a new disk' });
    expect(drafts(stage, 'nusrat').at(-1)?.text).toBe(
      'You asked Slackbot to mute alerts of *Prometheus* for 4 hours: “a new disk”',
    );
    const mute = await look(stage, 'nusrat');
    expect(contentOf(mute)).toContain('a new disk');
    expect((await submitMute(stage, mute)).says).toContain('Muted until');
    expect(stage.service.requests.count()).toBe(0);
    expect(await ask('rafiq', 'draft_mute', { hook: 'Prometheus', hours: 1 })).toMatchObject({
      isError: true,
    });
  });

  test('show our own names, whatever the assistant calls somebody, and its words do nothing', async () => {
    const stage = await setUp();
    const { ask } = await createSlackbot(stage);
    await ask('rafiq', 'draft_text', {
      to: ['<@U0SHIRIN001|the boss>'],
      message: '<!channel> *click* <https://evil.example|here>\nSent!',
    });
    const [post] = drafts(stage, 'rafiq');
    expect(post?.text).toContain('to *<@U0SHIRIN001>*');
    expect(post?.text).not.toMatch(/the boss|<!channel>|\*click\*|<https|\n/);
  });

  test.each([
    ['nobody has', 'Nobody At All', 'nobody here is called that'],
    ['is no mobile', '0171', 'isn’t a mobile number'],
    ['Slack doesn’t know', 'U0NOBODY999', 'nobody here is called that'],
  ])('a name that %s is asked about, and nothing is drafted', async (_why, to, words) => {
    const stage = await setUp();
    const { ask } = await createSlackbot(stage);
    const reply = await ask('rafiq', 'draft_text', { to: [to], message: MESSAGE });
    expect(reply).toEqual({ isError: true, text: expect.stringContaining(words) });
    expect(reply.text).toContain('Nothing was drafted');
    expect(drafts(stage, 'rafiq')).toEqual([]);
  });

  test('nobody else opens one, and it is gone after a day', async () => {
    const stage = await setUp();
    const { ask } = await createSlackbot(stage);
    await ask('rafiq', 'draft_text', { to: [RAHIM], message: MESSAGE });
    const [post] = drafts(stage, 'rafiq') as [Post];
    const gone = /This draft is gone.*Nothing was sent/;
    const pressed = (user: string) =>
      opened(stage, user, () => stage.slack.press(post, 'open_slackbot_draft', { user }));
    expect(contentOf(await pressed('shirin'))).toMatch(gone);
    expect(contentOf(await pressed('rafiq'))).toContain(MESSAGE);
    await stage.sleep(24 * HOUR);
    expect(contentOf(await pressed('rafiq'))).toMatch(gone);
  });

  test('go when anybody in the workspace is erased, because their words may be about that person', async () => {
    const stage = await setUp();
    await keepNamed(stage, 'farmers', { [RAHIM]: 'Ranu Begum' });
    const { ask } = await createSlackbot(stage);
    await ask('nusrat', 'draft_text', { to: ['ranu begum'], message: 'Ranu, call me' });
    expect(contentOf(await look(stage, 'nusrat'))).toContain('Ranu Begum');
    const contact = await openContact(stage, await openPeople(stage), 'Ranu Begum');
    const question = await opened(stage, 'nusrat', () => stage.slack.act(contact, 'ask_forget'));
    await stage.slack.submit(question);
    await stage.slack.waitFor(() => contentOf(question).includes('Erased'), 'the end of erasing');
    await passUntil({ pass: () => stage.pass(10) }, () => stage.posts(/The person you erased/).length > 0);
    expect(contentOf(await look(stage, 'nusrat'))).toContain('This draft is gone');
    expect(await stage.stored()).not.toContain('Ranu, call me');
  });

  test('eleven in an hour are too many', async () => {
    const stage = await setUp();
    const { ask } = await createSlackbot(stage);
    const draft = () => ask('rafiq', 'draft_text', { to: [RAHIM], message: MESSAGE });
    for (let count = 0; count < 10; count++) expect((await draft()).isError).toBe(false);
    expect(await draft()).toEqual({ isError: true, text: expect.stringContaining('Try again in 6 minutes') });
    expect((await ask('rafiq', 'latest_texts')).isError, 'reading goes on').toBe(false);
    expect(drafts(stage, 'rafiq')).toHaveLength(10);
  });
});
