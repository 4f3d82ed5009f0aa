import { expect, test } from 'vitest';
import { replyTo } from '../../support/replies.ts';
import { createLinkedStage, createStage, MINUTE, type Stage } from '../../support/stage.ts';

async function ask(stage: Stage, text: string, user = 'rafiq'): Promise<string> {
  const reply = await stage.sms(text, { user });
  expect(reply.json).toMatchObject({ response_type: 'ephemeral' });
  return (reply.json as { text: string }).text;
}

test.each(['help', 'HELP', 'সাহায্য'])('"%s" shows what you can type', async word => {
  const help = await ask(await createStage(), word);
  for (const line of ['/sms 01712345678 Hello', '/sms balance', '/sms log', '/sms link', '/sms unlink'])
    expect(help).toContain(line);
});

test('the balance: none without a key, unknown before the first text, then with its age', async () => {
  const stage = await createStage();
  expect(await replyTo(stage, 'balance')).toContain('no API key');
  await stage.link();
  expect(await replyTo(stage, 'balance')).toContain(
    'isn’t known yet. You’ll see it after your workspace’s first text',
  );
  expect(await replyTo(stage, 'balance')).toContain(
    `API key linked by <@${stage.slack.person('nusrat').id}>`,
  );

  await stage.sms('01712345678 hello');
  await stage.post(/texted/);
  await stage.pass(40 * MINUTE);
  expect(await replyTo(stage, 'balance', 'shirin')).toContain(
    '*99.65 credits*, after your workspace’s last text 40 minutes ago',
  );
  await stage.restart();
  expect(await replyTo(stage, 'balance')).toContain('*99.65 credits*');
});

test('the log shows a person’s own texts, newest first, masked, each with its result', async () => {
  const stage = await createLinkedStage();
  const { service, sms, post, pass } = stage;
  expect(await ask(stage, 'log')).toBe('No texts yet.');
  await sms('01712345678 one');
  await post(/texted/);
  await pass(1);
  service.faults.add({ kind: 'refuse', code: 'INVALID_NUMBER' }, { requests: 1 });
  await sms('01812345678 two');
  await post(/doesn’t accept this number/);
  await pass(1);
  service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  await sms('01912345678 three');
  await post(/may or may not/);
  await sms('01612345678 somebody else’s', { user: 'shirin' });

  const [title, ...lines] = (await ask(stage, 'log')).split('\n');
  expect(title).toBe('*Your last texts*');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('*019••••5678* uncertain');
  expect(lines[1]).toContain('*018••••5678* not sent');
  expect(lines[2]).toMatch(
    /\*017••••5678\* accepted by the SMS service · .* · 1 part · cost 0\.35 credits · log #1$/,
  );
});
