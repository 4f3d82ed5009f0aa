import { expect, test } from 'vitest';
import type { View } from '../../../src/playground/index.ts';
import { ON_CALL } from '../../support/hooks.ts';
import {
  direct,
  gets,
  inChannel,
  keepRota,
  minutes,
  postSaying,
  RAFIQ,
  RAFIQS,
  SHIRIN,
  SHIRINS,
  tells,
  textedNumbers,
} from '../../support/on-call.ts';
import { keepNamed, saveSettings } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, passUntil, type Stage } from '../../support/stage.ts';
import { contentOf, opened, submitForm } from '../../support/views.ts';

/* Somebody pages others by hand: a form, texts, an acknowledgement, a post. */

const ADDRESS = 'https://sms.example.com';

async function stageWithRota(environment: Record<string, string> = {}): Promise<Stage> {
  const stage = await createLinkedStage({ environment: { PUBLIC_URL: ADDRESS, ...environment } });
  await keepRota(stage, RAFIQ, SHIRIN);
  return stage;
}

/** Types `/sms page …` and waits for the form. */
const page = (stage: Stage, text: string, { user = 'nusrat', channel = ON_CALL } = {}): Promise<View> =>
  opened(stage, user, () => stage.slack.command({ user, text: `page ${text}`.trim(), channel }));

/** Submits the form as it is filled in, or with another message. */
async function send(stage: Stage, form: View, values: Record<string, unknown> = {}) {
  await stage.quiet();
  const sent = await submitForm(stage, form, values);
  await stage.quiet();
  return sent;
}

test('a page asks first, texts who is on call, names who paged, and ends once somebody has resolved it', async () => {
  const stage = await stageWithRota();
  const form = await page(stage, 'Servers disk is full');
  const says = contentOf(form);
  for (const sentence of [
    'This can wake people up',
    'Page from Nusrat: disk is full',
    'First Servers (<@U0RAFIQ0001>); after 5 minutes without an acknowledgement: the same again',
    'At most *3 texts*',
    `goes to <#${ON_CALL}>`,
  ])
    expect(says).toContain(sentence);
  await stage.pass(MINUTE);
  expect(textedNumbers(stage), 'nothing goes before the form is sent').toEqual([]);

  expect((await send(stage, form)).says).toContain('You paged Servers');
  expect(await gets(stage, 1)).toEqual([RAFIQS]);
  expect(stage.accepted()[0]).toMatch(/^Page from Nusrat: disk is full https:\/\/sms\.example\.com\/a\/\w+$/);
  const post = await postSaying(
    stage,
    /<@U0NUSRAT001> paged \*Servers\*\n.*CRITICAL Page from Nusrat: disk is full/,
  );
  await stage.pass(5 * MINUTE);
  expect(await gets(stage, 2)).toEqual([RAFIQS, RAFIQS]);

  await stage.slack.press(post, 'take_alerts', { user: 'rafiq' });
  await postSaying(stage, /Acknowledged by <@U0RAFIQ0001>, <!date.*: nobody else gets a text/);
  await minutes(stage, 20);
  expect(textedNumbers(stage)).toHaveLength(2);
  await stage.slack.press(post, 'resolve_alerts', { user: 'nusrat' });
  await postSaying(stage, /paged \*Servers\*: it’s over/);
  expect(await gets(stage, 3)).toEqual([RAFIQS, RAFIQS, RAFIQS]);
  expect(stage.accepted()[2]).toMatch(/^RESOLVED Page from Nusrat: disk is full$/);
  expect(inChannel(stage)).toHaveLength(1);
});

test('nobody answers: the channel and whoever paged hear that, and the page stays open', async () => {
  const stage = await stageWithRota();
  await send(stage, await page(stage, 'Servers disk is full'));
  await gets(stage, 1);
  await minutes(stage, 12);
  const unanswered = await postSaying(stage, /Nobody has acknowledged/);
  for (const userId of [RAFIQ, 'U0NUSRAT001']) expect(unanswered.text).toContain(`<@${userId}>`);
  expect(textedNumbers(stage)).toEqual([RAFIQS, RAFIQS]);
  await stage.pass(26 * 60 * MINUTE);
  await stage.slack.press(await postSaying(stage, /paged \*Servers\*\n/), 'take_alerts', { user: 'shirin' });
  await postSaying(stage, /Acknowledged by <@U0SHIRIN001>/);
});

test('the link in the text acknowledges it, and a form that is submitted twice pages once', async () => {
  const stage = await stageWithRota();
  const form = await page(stage, 'Servers disk is full');
  const { reply } = await send(stage, form);
  await gets(stage, 1);
  if (reply) await stage.slack.redeliver(reply.request);
  await stage.quiet();
  const [text = ''] = stage.accepted();
  const path = text.slice(text.indexOf('/a/'));
  expect(await (await fetch(stage.appUrl + path)).text()).toContain('Page from Nusrat: disk is full');
  let isDone = false;
  void fetch(stage.appUrl + path, { method: 'POST', body: new URLSearchParams({ what: 'take' }) }).then(
    () => {
      isDone = true;
    },
  );
  await passUntil({ pass: () => stage.pass(50) }, () => isDone);
  await postSaying(stage, /Acknowledged by <@U0RAFIQ0001>/);
  await minutes(stage, 15);
  expect(textedNumbers(stage)).toEqual([RAFIQS]);
  expect(inChannel(stage)).toHaveLength(1);
});

test('a message’s menu pages the only rota with the message, and where the app can’t post, whoever paged gets the post', async () => {
  const stage = await stageWithRota();
  const message = stage.slack.say({ user: 'shirin', channel: '#random', text: 'the site is *down*' });
  const form = await opened(stage, 'kamal', () =>
    stage.slack.messageShortcut(message, 'page_on_call', { user: 'kamal' }),
  );
  expect(contentOf(form)).toContain('First Servers');
  await send(stage, form);
  await gets(stage, 1);
  expect(stage.accepted()[0]).toContain('Page from Kamal');
  expect(stage.accepted()[0]).toContain(': the site is down');
  await passUntil(stage, () =>
    direct(stage, 'kamal').some(({ text }) => text.includes('so this page’s post comes to you')),
  );
});

test('a word that names nobody gets a sentence above the form, which keeps all words; `/sms page` alone opens it empty', async () => {
  const stage = await stageWithRota();
  const form = await page(stage, 'Nowhere disk is full');
  expect(contentOf(form)).toContain('I know nobody called “Nowhere”. Choose whom to page.');
  expect(contentOf(form)).toContain('Nowhere disk is full');
  expect((await stage.slack.submit(form, {})).errors).toHaveProperty('page_people_to');
  expect(contentOf(await page(stage, ''))).not.toContain('I know nobody');
  await stage.pass(MINUTE);
  expect(textedNumbers(stage)).toEqual([]);
});

test('a page’s texts count as those of whoever paged; over a daily limit, the form says so and nobody is texted', async () => {
  const stage = await stageWithRota();
  await saveSettings(stage, { personCap: { texts: 1, credits: null } });
  await keepNamed(stage, 'night', { [RAFIQS]: 'Rafiq', [SHIRINS]: 'Shirin' });
  const group = await page(stage, 'night disk is full', { user: 'kamal' });
  expect(contentOf(group)).toContain('your limit of 1 text a day');
  expect((await send(stage, group)).says).toContain('your limit of 1 text a day');
  expect(textedNumbers(stage)).toEqual([]);
  await send(stage, await page(stage, 'Servers disk is full', { user: 'kamal' }));
  await gets(stage, 1);
  await stage.pass(5 * MINUTE);
  expect(await gets(stage, 2), 'a page that has begun goes on').toHaveLength(2);
  await stage.slack.command({ user: 'kamal', text: '01912345678 hello' });
  await tells(stage, 'kamal', /over your limit of 1 text a day \(2 used today\)/);
});

test('guests don’t page, unless the workspace lets them send', async () => {
  const stage = await stageWithRota();
  const form = await page(stage, 'Servers disk is full', { user: 'farhana', channel: 'C0GENERAL01' });
  expect(contentOf(form)).toContain('Guests can’t');
  await stage.pass(MINUTE);
  expect(textedNumbers(stage)).toEqual([]);
});

test('in Bangla, the form, the text and the post are, where the words are', async () => {
  const stage = await stageWithRota({ DEFAULT_LANGUAGE: 'bn' });
  const form = await opened(stage, 'nusrat', () =>
    stage.slack.command({ user: 'nusrat', text: 'ডাকুন Servers ডিস্ক ভরে গেছে', channel: ON_CALL }),
  );
  expect(contentOf(form)).toContain('প্রথমে Servers');
  await send(stage, form);
  await gets(stage, 1);
  expect(stage.accepted()[0]).toMatch(/^Nusrat ডাকছেন: ডিস্ক ভরে গেছে /);
  await postSaying(stage, /<@U0NUSRAT001> ডেকেছেন: \*Servers\*/);
});
