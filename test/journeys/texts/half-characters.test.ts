import { describe, expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { alertmanager, makeHook, ON_CALL } from '../../support/hooks.ts';
import { submitText } from '../../support/recipients.ts';
import { openSettings } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, type Mode, SECOND, type Stage } from '../../support/stage.ts';

/*
 * Whoever cuts a text in the middle of an emoji sends half a surrogate pair, which is no text in UTF-8: databases and
 * other programs refuse it. It becomes U+FFFD where it comes in, and the text goes.
 */
const HALF = '\ud83d';
const MARK = '\ufffd';

describe('half a character', () => {
  const stageOn = (mode: Mode = 'http'): Promise<Stage> =>
    createLinkedStage({ mode, slack: { manifest: readManifest() } });

  test('in an alert loses neither it nor the alerts beside it', async () => {
    const stage = await stageOn();
    const { call } = await makeHook(stage, { templates: { firing: '{{ labels.where }}: {{ summary }}' } });
    const bad = alertmanager(`group ${HALF}`, { [`Disk ${HALF}`]: { summary: `full ${HALF}` } });
    Object.assign(bad.alerts[0]?.labels ?? {}, { where: `rack ${HALF}`, [`name ${HALF}`]: 'x' });
    const good = alertmanager('web', { HighCPU: { summary: 'CPU above 90%' } });
    expect([(await call(bad)).status, (await call(good)).status]).toEqual([202, 202]);
    // The second one may have to wait for its minute, and the posts for theirs.
    const said = async (): Promise<string> => {
      await stage.pass(10 * SECOND);
      return stage.accepted().join() + JSON.stringify(stage.posts());
    };
    await expect.poll(said).toContain(`rack ${MARK}: full ${MARK}`);
    await expect.poll(said).toMatch(/CPU above 90%|WARNING|\+1 more/);
    for (const name of [`Disk ${MARK}`, 'HighCPU']) await expect.poll(said).toContain(name);
  });

  test('in any field of a program’s own call is taken as U+FFFD, in its keys too', async () => {
    const stage = await stageOn();
    const { call } = await makeHook(stage);
    const body = { message: `Deployed ${HALF}`, dedup_key: `key ${HALF}`, to: '01812345678' };
    const answers = [
      await call(body),
      await call({ ...body, dedup_key: `key ${MARK}`, message: `Deployed ${MARK}` }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect((await call({ message: 'x', to: `nobody ${HALF}` })).status).toBe(202);
    const posts = async () => {
      await stage.pass(10 * SECOND);
      return stage.posts(/nobody/).map(({ channel }) => channel);
    };
    await expect.poll(posts).toContain(ON_CALL);
    await expect.poll(stage.accepted).toEqual([`Deployed ${MARK}`, 'x']);
  });

  test.each(['http', 'socket'] as const)('in what people write goes out as U+FFFD (%s)', async mode => {
    const stage = await stageOn(mode);
    const { slack } = stage;
    if (mode === 'socket') {
      await stage.sms(`01712345671 command ${HALF}`);
      await stage.sms(`01712345671 ${HALF}${HALF}\ud83d\ude00`, { user: 'shirin' });
    }
    await slack.command({ user: 'rafiq', text: '' });
    const form = await slack.waitForView('rafiq');
    await stage.quiet();
    expect((await submitText(stage, form, '01712345672', `form ${HALF}`)).errors).toEqual({});

    slack.person('kamal').displayName = `kamal ${HALF}`;
    const post = slack.say({ user: 'shirin', text: `@kamal shortcut ${HALF}` });
    await slack.messageShortcut(post, 'text_this', { user: 'shirin' });
    const about = await slack.waitForView('shirin');
    await slack.waitFor(
      () => JSON.stringify(about.values).includes(`@kamal ${MARK}`),
      'the name in the form',
    );
    expect((await submitText(stage, about, '01712345673')).errors).toEqual({});

    const inputs = { recipients: '01712345674', message: `workflow ${HALF}`, dedup_key: HALF };
    const { run } = await slack.runFunction('send_sms', inputs);
    expect(await slack.waitForRun(run)).toMatchObject({ state: 'succeeded', outputs: { state: 'sent' } });

    await stage.until(() => stage.accepted().length === (mode === 'socket' ? 5 : 3));
    expect(stage.accepted().toSorted()).toEqual(
      [
        ...(mode === 'socket' ? [`command ${MARK}`, `${MARK}${MARK}😀`] : []),
        `form ${MARK}`,
        `@kamal ${MARK} shortcut ${MARK}`,
        `workflow ${MARK}`,
      ].toSorted(),
    );
    expect(stage.logged()).not.toContain('"level":50');
  });

  test('in a list’s name is stored as U+FFFD, and the list can be texted', async () => {
    const stage = await stageOn();
    const { slack } = stage;
    const overview = await openSettings(stage);
    await slack.act(overview, 'new_group');
    const form = await slack.waitForView(ADMIN, view => JSON.stringify(view.content).includes('group_name'));
    await slack.submit(form, { group_name: `night ${HALF}`, group_numbers_1: '01712345671' });
    await slack.waitFor(() => JSON.stringify(form.content).includes('Saved'), 'the list');
    const { run } = await slack.runFunction('send_sms', { recipients: `night ${HALF}`, message: 'hello' });
    expect(await slack.waitForRun(run)).toMatchObject({ state: 'succeeded', outputs: { state: 'sent' } });
  });
});
