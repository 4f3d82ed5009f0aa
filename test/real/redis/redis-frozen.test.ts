import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Post, Pressed, Reply, View } from '../../../src/playground/index.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { install } from '../../support/installing.ts';
import { playgroundClock } from '../../support/playground-clock.ts';
import { chooseRecipient } from '../../support/recipients.ts';
import { decide } from '../../support/settings.ts';
import { openGroup, openSettings } from '../../support/settings-modal.ts';
import { ADMIN, createStage, type Stage } from '../../support/stage.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/*
 * Redis is there and says nothing. Whatever somebody does in Slack, Slack has an answer within its three seconds, and the
 * person a sentence, or what they asked for.
 */

const STEP_MS = 100;
const SLACK_WAITS_MS = 3000;
const SENTENCE = /couldn’t confirm|nothing was sent|Not saved yet/;
const [MEMBER, OTHER_ADMIN, NEWCOMER] = ['rafiq', 'tahmina', 'shirin'];

/** What somebody does, and where they find what came of it. */
type Deed = {
  name: string;
  act: () => Promise<Reply | undefined>;
  /** What Slack is told. */
  status?: number;
  /** The text in which this has to stand then. */
  sees: (reply: Reply) => string;
  says?: RegExp;
};

/** The answers that Slack gets before its patience is over, of the app's time. */
async function answered(stage: Stage, asking: Promise<Reply | undefined>[]): Promise<Reply[]> {
  let replies: (Reply | undefined)[] | null = null;
  const ended = Promise.all(asking).then(all => {
    replies = all;
  });
  for (let afterMs = 0; replies === null; afterMs += STEP_MS) {
    if (afterMs > SLACK_WAITS_MS) throw new Error('Slack waits in vain');
    await Promise.race([ended, stage.quiet()]);
    await stage.clock.advance(STEP_MS);
  }
  return replies as Reply[];
}

describe.skipIf(!hasRedisServer()).each([
  ['one token', false],
  ['OAuth', true],
] as const)('while Redis is frozen, with %s', (_, oauth) => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.close());

  async function staged(): Promise<Stage> {
    const stage = await createStage({
      mode: 'http',
      startAt: Date.now(),
      ...(oauth ? { oauth } : {}),
      slack: { manifest: readManifest(), clock: playgroundClock(Date.now()) },
      environment: { REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS },
    });
    if (oauth) await install(stage);
    await stage.link();
    return stage;
  }

  test('every command, button, shortcut, event and step has its answer in time, and a sentence', async () => {
    const stage = await staged();
    const { slack } = stage;
    const rounds = await prepare(stage);
    redis.signal('SIGSTOP');
    try {
      for (const deeds of rounds) {
        const replies = await answered(
          stage,
          deeds.map(({ act }) => act()),
        );
        for (const [index, { name, status = 200, sees, says = SENTENCE }] of deeds.entries()) {
          const reply = replies[index] as Reply;
          expect(reply.status, name).toBe(status);
          await expect.poll(() => sees(reply), { message: name }).toMatch(says);
        }
        for (const user of [ADMIN, MEMBER, OTHER_ADMIN])
          for (const view of slack.openViews(user)) await slack.closeView(view);
      }
    } finally {
      redis.signal('SIGCONT');
    }
  });

  /** Deeds in rounds: those of a round are done at the same time. */
  async function prepare(stage: Stage): Promise<Deed[][]> {
    const { slack, service, sms, post } = stage;
    // One of them may send as somebody of a group, and Slack does not say who is in it.
    const people = [slack.person(MEMBER).id];
    await decide(stage, { senders: { people, groups: ['S0ONCALL001'] } });
    slack.faults.add({ kind: 'status', status: 503, on: 'usergroups.users.list' });
    await sms('01612340002 hello', { user: 'shirin' });
    const unresolved = await post(/isn’t saying who can send/);
    service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
    await sms('01712345678 first');
    const uncertain = await post(/may or may not/);
    await sms('01712345678 first');
    const question = await post(/Send it again\?/);
    service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
    await sms('01712345678 second');
    const waiting = await post(/takes only 60 requests/);
    const message = slack.say({ user: MEMBER, text: 'Call 01712345678' });
    for (const user of [ADMIN, MEMBER, OTHER_ADMIN]) {
      await slack.openApp(user);
      await slack.waitFor(() => slack.home(user));
    }

    const inAnswer = ({ body }: Reply) => body;
    const inNewest = () => slack.posts().at(-1)?.text ?? '';
    const byResponseUrl = (reply: Reply) => {
      const its = (path: string) => (reply as Pressed).responseUrl.endsWith(path);
      return JSON.stringify(slack.traffic.of('response_url').filter(({ request }) => its(request.url)));
    };
    const inModal = (user: string) => () => JSON.stringify(slack.openViews(user).at(-1)?.content ?? '');
    const inHome = () => JSON.stringify(slack.home(NEWCOMER)?.content ?? '');
    const anything = { sees: () => '', says: /^/ };
    /** Without a token, which is in Redis with OAuth, nothing can be said here: the log has it. */
    const quietly = { sees: () => stage.logged(), says: /nothing could be said of a press/ };
    /** Slack says that it did not work, or delivers it again. */
    const bySlack = { status: 500, ...anything };
    const command = (text: string, user: string) => slack.command({ user, text });
    const typed = (text: string): Deed => ({
      name: `/sms ${text}`,
      act: () => command(text, MEMBER),
      sees: inAnswer,
    });
    const pressed = (one: Post, action: string, user = MEMBER): Deed => ({
      name: action,
      act: () => slack.press(one, action, { user }),
      sees: byResponseUrl,
    });
    const atHome = (action: string, user: string, value?: unknown): Deed => ({
      name: `${action} in the Home tab`,
      act: () => slack.act(slack.home(user) as View, action, value),
      ...(oauth ? quietly : { sees: inModal(user) }),
    });
    const opening = (text: string): Deed => ({
      name: `/sms ${text}`,
      act: () => command(text, ADMIN),
      sees: oauth ? inAnswer : inModal(ADMIN),
    });
    const composing = (act: Deed['act'], withoutToken: Omit<Deed, 'name' | 'act'>): Deed => ({
      name: `the form of a text: ${act}`,
      act,
      ...(oauth ? withoutToken : { sees: inModal(MEMBER), says: /"callback_id":"compose_text"/ }),
    });
    const opened = async (user: string) => (await slack.openApp(user))?.attempts[0];
    return [
      [
        typed('01712345678 lost in the frost'),
        typed('balance'),
        typed('log'),
        { ...typed('help'), says: /Text a Bangladesh mobile|couldn’t confirm|nothing was sent/ },
        { ...typed('012 hello'), says: /“012”|couldn’t confirm|nothing was sent/ },
        pressed(uncertain, 'send_again'),
        pressed(question, 'send_anyway'),
        pressed(waiting, 'cancel_text'),
        pressed(unresolved, 'cancel_intent', 'shirin'),
        atHome('choose_language', MEMBER, 'bn'),
        { name: 'the Home tab', act: () => opened(MEMBER), ...(oauth ? bySlack : anything) },
        {
          name: 'the Home tab for the first time',
          act: () => opened(NEWCOMER),
          ...(oauth ? bySlack : { sees: inHome }),
        },
        {
          name: 'a step, which Slack delivers again',
          act: async () =>
            (await slack.runFunction('send_sms', { recipients: '01712345678', message: 'Now' })).delivery
              .attempts[0],
          ...bySlack,
        },
      ],
      [
        opening('link'),
        atHome('open_audit', OTHER_ADMIN),
        composing(() => command('', MEMBER), { sees: inAnswer }),
      ],
      [
        opening('unlink'),
        atHome('open_settings', OTHER_ADMIN),
        composing(() => slack.globalShortcut('compose', { user: MEMBER }), bySlack),
      ],
      [
        opening('settings'),
        atHome('open_hooks', OTHER_ADMIN),
        composing(() => slack.messageShortcut(message, 'text_this', { user: MEMBER }), { sees: inNewest }),
      ],
      [
        opening('hooks'),
        atHome('open_unlink', OTHER_ADMIN),
        composing(() => slack.act(slack.home(MEMBER) as View, 'compose'), quietly),
      ],
      [atHome('open_link', OTHER_ADMIN)],
    ];
  }

  /** A form that somebody opened before Redis froze. */
  const FORMS: [string, (stage: Stage) => Promise<View>, Record<string, unknown>][] = [
    [
      'the form of a text',
      async stage => {
        await stage.slack.command({ user: MEMBER, text: '' });
        const form = await stage.slack.waitForView(MEMBER);
        await chooseRecipient(stage, form, '01712345678');
        return form;
      },
      { compose_message_input: 'hello' },
    ],
    [
      'a form of settings',
      async stage => openGroup(stage, await openSettings(stage), 'limits'),
      { setting_person_texts: '5' },
    ],
  ];

  test.each(FORMS)(
    '%s, submitted, has its answer in time, and ends with a sentence',
    async (_name, open, values) => {
      const stage = await staged();
      const form = await open(stage);
      await stage.quiet();
      redis.signal('SIGSTOP');
      try {
        const [reply] = await answered(stage, [stage.slack.submit(form, values).then(one => one.reply)]);
        expect(reply?.status).toBe(200);
        await expect.poll(() => JSON.stringify([form.content, form.errors])).toMatch(SENTENCE);
      } finally {
        redis.signal('SIGCONT');
      }
    },
  );
});
