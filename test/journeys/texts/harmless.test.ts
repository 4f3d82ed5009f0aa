import { expect, test } from 'vitest';
import { createLinkedStage, type Stage } from '../../support/stage.ts';

const NASTY = [
  '<!channel> wake up <!here> <!everyone>',
  '@channel @here @everyone',
  'ask <@U0NUSRAT001> or <@U0NUSRAT001|the boss>',
  '<https://evil.example|your bank> & <mailto:a@b.example|mail>',
  '`code` ```block``` *bold* _it_ ~gone~ > quote',
  'a\n:white_check_mark: <@U0NUSRAT001> texted *017••••9999*\n9 parts · cost 0',
  'right \u202eot tfel\u202c and \u2066isolated\u2069 and \u200f marks',
  'বাংলা ক্‌ষ 👩‍👩‍👧‍👦 “curly”',
  '&lt;!channel&gt; &amp;amp;',
];

/** Everything the app has shown in Slack: its posts, as text and blocks, and every modal. */
function shown({ slack }: Stage): string[] {
  const posts = slack.posts().filter(post => post.author.kind === 'app');
  const blocks = posts.flatMap(post => post.blocks.map(block => JSON.stringify(block)));
  return [...posts.map(post => post.text), ...blocks];
}

function expectHarmless(stage: Stage, ...mentioned: string[]): void {
  const ids = new Set(mentioned.map(name => stage.slack.person(name).id));
  for (const text of shown(stage)) {
    // Dates are the app's own; no other markup of this kind may be there.
    expect(text.replaceAll('<!date^', '')).not.toMatch(/<!|<#|<https?:|<mailto:|<tel:/);
    for (const [, id] of text.matchAll(/<@([A-Z0-9]+)/g)) expect(ids).toContain(id);
    expect(text).not.toMatch(/@(channel|here|everyone)/);
    expect(text).not.toMatch(/[\u202a-\u202e\u2066\u2067\u200e\u200f]/);
    expect(text).not.toContain('```');
  }
}

test.each(NASTY)('a message is sent exactly as typed and pings nobody: %j', async message => {
  const stage = await createLinkedStage();
  await stage.sms(`01712345678 ${message}`);
  await stage.post(/texted/);
  await stage.sms(`01712345678 ${message}`);
  await stage.post(/Send it again/);
  await stage.sms('log');
  expect(stage.accepted()).toEqual([message]);
  expectHarmless(stage, 'rafiq');
  // A receipt has two lines and the log three, so no line was forged.
  for (const post of stage.posts()) expect(post.text.split('\n').length).toBeLessThanOrEqual(2);
});
