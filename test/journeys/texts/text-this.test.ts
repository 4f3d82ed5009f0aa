import { describe, expect, test } from 'vitest';
import type { Post, View } from '../../../src/playground/index.ts';
import { chosenIn, submitText } from '../../support/recipients.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

const MESSAGE = 'compose_message_input';

const value = (view: View, action: string): unknown =>
  Object.values(view.values)
    .flatMap(block => Object.entries(block))
    .find(([name]) => name === action)?.[1].value;

/** Uses "Text this…" on a message, and returns the form. */
async function textThis(stage: Stage, post: Post): Promise<View> {
  await stage.slack.messageShortcut(post, 'text_this', { user: 'rafiq' });
  const form = await stage.slack.waitForView('rafiq');
  await stage.quiet();
  return form;
}

const say = ({ slack }: Stage, text: string, channel = '#general'): Post =>
  slack.say({ user: 'shirin', channel, text });

describe('“Text this…”', () => {
  test.each(['#general', '#random'])('answers in the thread of the message (%s)', async channel => {
    const stage = await createLinkedStage();
    const post = say(stage, 'Karim (01712345678): the truck is at the gate', channel);
    const form = await textThis(stage, post);
    expect(value(form, MESSAGE)).toBe('Karim (01712345678): the truck is at the gate');
    expect(chosenIn(form)).toEqual({ value: 'number 01712345678', text: '+880 1712-345678' });
    expect((await stage.slack.submit(form, { [MESSAGE]: 'the truck is at the gate' })).errors).toEqual({});
    const receipt = await stage.post(/texted/);
    expect(receipt).toMatchObject({ kind: 'channel', channel: post.channel, threadTs: post.ts });
    expect(receipt.seen[0]?.via).toBe('response_url');
    expect(stage.accepted()).toEqual(['the truck is at the gate']);
  });

  test('a message for the sender alone is shown to them outside the thread, which they may not have open', async () => {
    const stage = await createLinkedStage();
    const post = say(stage, 'hello');
    await stage.sms('01712345678 hello');
    await stage.post(/texted/);
    await submitText(stage, await textThis(stage, post), '01712345678');
    const question = await stage.post(/same text/);
    expect(question).toMatchObject({ kind: 'ephemeral', channel: post.channel });
    expect(question.threadTs).toBeUndefined();
    // The receipt still goes to the thread.
    await stage.slack.press(question, 'send_anyway');
    await stage.slack.waitFor(
      () => stage.posts(/texted/).some(reply => reply.threadTs === post.ts),
      'a receipt there',
    );
  });

  test('an uncertain text is asked about in the thread, and the resent text is reported there', async () => {
    const stage = await createLinkedStage();
    const post = say(stage, 'hello');
    stage.service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
    await submitText(stage, await textThis(stage, post), '01712345678');
    const notice = await stage.post(/may or may not/);
    expect(notice.threadTs).toBe(post.ts);
    await stage.slack.press(notice, 'send_again', { user: 'rafiq' });
    expect(await stage.post(/texted/)).toMatchObject({ channel: post.channel, threadTs: post.ts });
  });
});

describe('when the shortcut’s response URL is refused', () => {
  async function refused(channel: string) {
    const stage = await createLinkedStage();
    const chosen = say(stage, 'hello', channel);
    const form = await textThis(stage, chosen);
    stage.slack.faults.add({ on: 'response_url', kind: 'status', status: 404 });
    await submitText(stage, form, '01712345678');
    return { chosen, receipt: await stage.post(/texted/), ...stage };
  }

  test('the app posts into the thread where it is a member', async () => {
    const { chosen, receipt } = await refused('#general');
    expect(receipt).toMatchObject({ channel: chosen.channel, threadTs: chosen.ts });
    expect(receipt.seen[0]?.via).toBe('chat.postMessage');
    expect(receipt.text).not.toContain('https://');
  });

  test('elsewhere the sender gets it directly, with a link to the thread', async () => {
    const { chosen, receipt, slack, pass, posts } = await refused('#random');
    expect(slack.posts({ user: 'rafiq', channel: 'app' })).toContain(receipt);
    expect(receipt.threadTs).toBeUndefined();
    const link = `https://padma-logistics.slack.com/archives/${chosen.channel}/p${chosen.ts.replace('.', '')}`;
    expect(JSON.stringify(receipt.blocks)).toContain(`<${link}|`);
    await pass(MINUTE);
    expect(posts(/texted/)).toHaveLength(1);
  });
});

describe('what the message says', () => {
  test('shows people’s names as readers see them, unless the user types first, whose words stay', async () => {
    const stage = await createLinkedStage();
    const { id, displayName } = stage.slack.person('nusrat');
    const post = say(stage, '');
    post.text = `<@${id}>: ask <@U0NOBODY000>`;
    const form = await textThis(stage, post);
    expect(value(form, MESSAGE)).toBe(`@${displayName}: ask @U0NOBODY000`);

    await stage.slack.closeView(form);
    const slow = stage.slack.faults.add({ on: 'users.info', kind: 'hang' });
    const second = await textThis(stage, post);
    await stage.slack.act(second, MESSAGE, 'mine');
    slow();
    await stage.pass(SECOND);
    expect(value(second, MESSAGE)).toBe('mine');
    expect(JSON.stringify(second.content.blocks)).toContain('4 characters');
  });

  test('shows the names of user groups and of the channel', async () => {
    const stage = await createLinkedStage();
    const post = say(stage, '');
    post.text = '<!subteam^S0ONCALL001>: look at <#C0GENERAL01> and <#C0RANDOM001>';
    const form = await textThis(stage, post);
    expect(value(form, MESSAGE)).toBe('@On call: look at #general and #channel');
  });

  test('of an app’s message is the text of its blocks', async () => {
    const stage = await createLinkedStage();
    const post = say(stage, 'New order');
    post.blocks = [
      { type: 'header', text: { type: 'plain_text', text: 'New order' } },
      { type: 'section', fields: [{ type: 'mrkdwn', text: '*Customer* Ranu, 01712345678' }] },
    ];
    const form = await textThis(stage, post);
    expect(value(form, MESSAGE)).toBe('New order\nCustomer Ranu, 01712345678');
    expect(chosenIn(form)?.value).toBe('number 01712345678');
  });

  test('is counted, and priced, before anything is typed', async () => {
    const stage = await createLinkedStage();
    await stage.sms('01712345678 before');
    await stage.post(/texted/);
    const form = await textThis(stage, say(stage, 'আমি'));
    expect(JSON.stringify(form.content.blocks)).toMatch(/1 part\* · 3 characters · Unicode · about \*0\.35/);
  });
});
