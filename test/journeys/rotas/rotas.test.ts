import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { harmless } from '../../../src/kit/slack-text.ts';
import type { View } from '../../../src/playground/index.ts';
import { NO_HOLIDAYS } from '../../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES } from '../../../src/rotas/rota.ts';
import { createRotas } from '../../../src/rotas/service.ts';
import { ON_CALL } from '../../support/hooks.ts';
import { saidBelow } from '../../support/people-modal.ts';
import { offeredFor } from '../../support/recipients.ts';
import { makeRota, oncall, openOnTop, openRotas, saveRota, standIn } from '../../support/rotas.ts';
import { inStore, keepNamed } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/*
 * Rotas: who is on call, who may change it, and that the person on call gets the text. The clock starts on
 * Saturday at 15:00 in Dhaka.
 */

const HOUR = 60 * MINUTE;
const NUSRAT = '01812345679';
const RAFIQ = '01712345678';

const setUp = (environment: Record<string, string> = {}): Promise<Stage> =>
  createLinkedStage({ environment, slack: { manifest: readManifest() } });
/** The recipients of texts that contain this, in order. */
const recipientsOf = ({ service }: Stage, fits: RegExp): string[] =>
  service.log.list().flatMap(({ number, message }) => (fits.test(message) ? [number] : []));
/** The same, once there are as many as expected. */
const expectRecipients = (stage: Stage, fits: RegExp) =>
  expect.poll(async () => {
    await stage.pass(SECOND);
    return recipientsOf(stage, fits);
  });
/** Lets time pass up to a time of day: the last ten minutes half a minute at a time. */
async function until(stage: Stage, wall: number): Promise<void> {
  await stage.sleep(Math.max(0, wall - stage.clock.wall() - 10 * MINUTE));
  while (stage.clock.wall() < wall) await stage.pass(Math.min(30 * SECOND, wall - stage.clock.wall()));
}

test('a text to a rota goes to the person on call at that moment, before a hand-over and after it', async () => {
  const stage = await setUp();
  await makeRota(stage, { texts: false });
  expect((await oncall(stage)).text).toContain(
    '*Servers*: <@U0NUSRAT001> is on call until today 21:00, then Rafiq',
  );
  await stage.sms('servers disk full');
  await expectRecipients(stage, /^disk full$/).toEqual([NUSRAT]);
  expect((await stage.post(/texted/)).text, 'who that was').toMatch(
    /texted \*<@U0NUSRAT001> \(018••••5679\), on call in Servers\*/,
  );
  await stage.clock.sleep(6 * HOUR);
  await stage.sms('Servers: disk full');
  await expectRecipients(stage, /^disk full$/).toEqual([NUSRAT, RAFIQ]);
  expect((await oncall(stage, 'SERVERS')).text).toContain('<@U0RAFIQ0001> is on call until tomorrow 21:00');
});

describe('the modals', () => {
  test('the list below stays on its page when a form above it saves, and goes back one page when its last rota is deleted', async () => {
    const stage = await setUp();
    await inStore(stage, async (parts, { teamId, id }) => {
      const rotas = createRotas({
        ...parts,
        newId: randomUUID,
        requestCheck: async () => undefined,
        holidays: async () => NO_HOLIDAYS,
      });
      const people = [{ kind: 'teammate', userId: id, label: 'Nusrat' } as const];
      const draft = {
        people,
        hours: 168,
        time: '09:00',
        weekday: 0,
        ...NO_SPECIAL_TIMES,
        channel: null,
        texts: false,
      } as const;
      for (let n = 10; n < 21; n++)
        await rotas.create(teamId, id, { ...draft, people: [...people], name: `Rota ${n}` }, `${n}`);
    });
    const list = await openRotas(stage);
    await stage.slack.act(list, 'turn_rotas');
    await stage.slack.waitFor(() => contentOf(list).includes('Previous'), 'the second page');
    expect(contentOf(list).match(/"change_rota"/g)).toHaveLength(1);
    const form = await openOnTop(stage, list, 'change_rota');
    expect((await saveRota(stage, form, { hours: '24' })).says).toContain('is saved');
    await stage.slack.waitFor(() => contentOf(list).includes('a day each'), 'the list with what was saved');
    expect(contentOf(list).match(/"change_rota"/g)).toHaveLength(1);
    await stage.slack.closeView(form);
    await stage.slack.act(list, 'delete_rota');
    await stage.slack.waitFor(() => contentOf(list).includes('is deleted'), 'what came of it');
    expect(contentOf(list).match(/"change_rota"/g)).toHaveLength(10);
  });

  test('a form previews the next shifts while it is filled in, reports errors, and makes one rota', async () => {
    const stage = await setUp();
    await keepNamed(stage, 'Night', { [RAFIQ]: 'Karim Mia' });
    const list = await openRotas(stage);
    expect(contentOf(list)).toContain('There are no rotas yet.');
    const form = await openOnTop(stage, list, 'new_rota');
    expect(contentOf(form)).toContain('Add people to see');
    // Only people take turns.
    expect(await offeredFor(stage, form, 'night', { action: 'setting', block: 'rota_people' })).toEqual({});
    await stage.slack.choose(form, 'setting', 'nusrat', { blockId: 'rota_people' });
    await stage.slack.choose(form, 'setting', 'karim', { blockId: 'rota_people' });
    // This is a word of the /sms command.
    expect(Object.keys((await saveRota(stage, form, { name: 'oncall' })).errors)).toEqual(['rota_name']);
    await expect
      .poll(async () => {
        await stage.pass(SECOND);
        return contentOf(form);
      })
      .toContain(
        'Sat 21 Nov, 15:00 to Sun 22 Nov, 09:00: Nusrat\\nSun 22 Nov, 09:00 to Sun 29 Nov, 09:00: Karim Mia',
      );
    // A group has this name already.
    await saveRota(stage, form, { name: 'night' });
    expect(saidBelow(form, 'rota_name')).toContain('already called “night”');
    // A contact has this name already.
    await saveRota(stage, form, { name: 'karim mia' });
    expect(saidBelow(form, 'rota_name')).toContain('already called “karim mia”');
    const { reply, says } = await saveRota(stage, form, { name: 'Field  duty' });
    expect(says).toContain('*Field duty* is saved');
    if (reply) await stage.slack.redeliver(reply.request);
    await stage.quiet();
    await stage.slack.waitFor(() => contentOf(list).includes('*Field duty*'), 'the list');
    expect(contentOf(await openRotas(stage)).match(/\*Field duty\*/g)).toHaveLength(1);
    expect(contentOf(list)).toContain(
      'In turn: Nusrat, Karim Mia · a week each, hand-over on Sunday at 09:00',
    );
  });

  test('a person without a number is reported in the form, at save and on Home; so is a channel without the app', async () => {
    const stage = await setUp();
    const form = await openOnTop(stage, await openRotas(stage), 'new_rota');
    await stage.slack.choose(form, 'setting', 'kamal', { blockId: 'rota_people' });
    const warns = /Won’t get a text: <@U0KAMAL0001> \(.*no phone number/;
    await stage.slack.waitFor(() => warns.test(contentOf(form)), 'the warning');
    const { says } = await saveRota(stage, form, {
      name: 'Office',
      people: ['nusrat'],
      channel: 'C0RANDOM001',
    });
    expect(says).toMatch(/is saved/);
    expect(says).toMatch(warns);
    expect(says).toMatch(/I’m not in <#C0RANDOM001>.*`\/invite @SMS`/);
    await openRotas(stage);
    expect(JSON.stringify(stage.slack.home(ADMIN))).toMatch(warns);
    const well = await openOnTop(stage, await openRotas(stage), 'new_rota');
    const saved = await saveRota(stage, well, { name: 'Servers', people: ['nusrat'], channel: ON_CALL });
    expect(saved.says).not.toContain(':warning:');
  });

  test('a stand-in gets the text; on a holiday nobody does, and a sentence says so', async () => {
    const stage = await setUp();
    await makeRota(stage, { channel: ON_CALL });
    const form = await openOnTop(stage, await openRotas(stage), 'open_stand_in');
    const ofTime = form.content.blocks.filter(block => /^stand_in_(from|to)_/.test(String(block.block_id)));
    expect(ofTime.map(block => block.optional)).toEqual([false, false, false, false]);
    const now = stage.clock.wall();
    const early = await standIn(stage, form, null, now - 2 * HOUR, now - HOUR);
    expect(early.errors).toEqual({ stand_in_to_date: 'That’s in the past.' });
    const wrong = await standIn(stage, form, null, now + HOUR, now);
    expect(Object.keys(wrong.errors)).toEqual(['stand_in_to_date']);
    expect((await standIn(stage, form, null, now - HOUR, now + 2 * HOUR)).says).toContain('Added.');
    const { block_id: nobody } =
      form.content.blocks.find(block => /nobody/.test(String(block.block_id))) ?? {};
    expect(JSON.stringify(form.values[String(nobody)] ?? ''), 'the form is empty again').not.toContain('yes');
    await stage.post(/\*Servers\*: nobody is on call now until Sat 21 Nov, 17:00/);
    await stage.sms('servers hello');
    await stage.post(/Nobody is on call in “Servers” right now/);
    expect(stage.accepted()).toEqual([]);
    await stage.slack.act(form, 'end_stand_in');
    await stage.slack.waitFor(() => contentOf(form).includes('Nobody stands in'), 'that it is removed');
    // The person who is on call again is told so.
    await expectRecipients(stage, /on call/).toEqual([NUSRAT]);
    await stage.slack.closeView(form);
    const secondForm = await openOnTop(stage, await openRotas(stage), 'open_stand_in');
    expect((await standIn(stage, secondForm, 'shirin', now, now + 2 * HOUR)).says).toContain('Shirin');
    await expectRecipients(stage, /on call/).toEqual([NUSRAT, '01612345678']);
  });

  test('the audit log has who made, changed or deleted a rota, and who stood in when', async () => {
    const stage = await setUp();
    await makeRota(stage, { texts: false });
    const form = await openOnTop(stage, await openRotas(stage), 'open_stand_in');
    const now = stage.clock.wall();
    await standIn(stage, form, 'shirin', now, now + 2 * HOUR);
    await stage.slack.act(form, 'end_stand_in');
    await stage.slack.waitFor(() => contentOf(form).includes('Nobody stands in'), 'that it is removed');
    await stage.slack.closeView(form);
    const list = await openRotas(stage);
    const change = await openOnTop(stage, list, 'change_rota');
    expect((await saveRota(stage, change, { hours: '12' })).says).toContain('is saved');
    await stage.slack.closeView(change);
    await stage.slack.act(list, 'delete_rota');
    await stage.slack.waitFor(() => contentOf(list).includes('is deleted'), 'what came of it');
    await stage.slack.closeView(list);
    const settings = await opened(stage, ADMIN, () => stage.slack.command({ user: ADMIN, text: 'settings' }));
    const audit = contentOf(await opened(stage, ADMIN, () => stage.slack.act(settings, 'open_audit')));
    for (const done of ['created', 'changed', 'deleted'])
      expect(audit).toContain(`${done} the rota “Servers”`);
    expect(audit).toMatch(/added a stand-in to the rota “Servers”, from .* to /);
    expect(audit).toMatch(/removed a stand-in from the rota “Servers”, from .* to /);
  });

  test('a member of the rota gives their own time away and takes another’s; only managers do more', async () => {
    const stage = await setUp();
    await makeRota(stage, { people: ['nusrat', 'rafiq', 'shirin'], texts: false });
    const now = stage.clock.wall();
    const tomorrow = now + 24 * HOUR; // Rafiq is on call.
    const post = await oncall(stage, '', 'rafiq');
    expect(JSON.stringify(post.blocks)).not.toContain('open_rotas');
    expect(JSON.stringify((await oncall(stage, '', 'kamal')).blocks)).not.toContain('open_stand_in');
    const open = (): Promise<View> =>
      opened(stage, 'rafiq', () => stage.slack.press(post, 'open_stand_in', { user: 'rafiq' }));
    const form = await open();
    expect((await standIn(stage, form, 'shirin', now, now + HOUR)).says).toContain(
      'You aren’t on call for all',
    );
    await stage.slack.closeView(form);
    const outside = await open();
    expect((await standIn(stage, outside, 'kamal', tomorrow, tomorrow + HOUR)).says).toContain(
      'Choose someone in this rota',
    );
    await stage.slack.closeView(outside);
    const good = await open();
    expect((await standIn(stage, good, 'shirin', tomorrow, tomorrow + HOUR)).says).toContain('Added.');
    await stage.slack.closeView(good);
    const mine = await open();
    expect((await standIn(stage, mine, 'rafiq', now, now + HOUR)).says).toContain('Added.');
    expect((await oncall(stage)).text).toContain('<@U0RAFIQ0001> is on call until today 16:00');
    await stage.slack.closeView(mine);
    // Members remove stand-ins that they added, but not those of others.
    const all = await openOnTop(stage, await openRotas(stage), 'open_stand_in');
    expect((await standIn(stage, all, 'shirin', tomorrow + 2 * HOUR, tomorrow + 3 * HOUR)).says).toContain(
      'Added.',
    );
    const ends = (view: View): number => contentOf(view).match(/"end_stand_in"/g)?.length ?? 0;
    const theirs = await open();
    expect([ends(all), ends(theirs)]).toEqual([3, 2]);
    await stage.slack.act(theirs, 'end_stand_in');
    await stage.slack.waitFor(() => ends(theirs) === 1, 'that it is removed');
    expect((await oncall(stage)).text).toContain('<@U0NUSRAT001> is on call until today 21:00');
  });

  test('/sms oncall is for everybody who may see the workspace’s contacts', async () => {
    const stage = await setUp();
    await makeRota(stage, { texts: false });
    const { text } = await oncall(stage, '', 'kamal');
    // Times are in Bangladesh's zone for everybody: Slack's own dates would use the reader's.
    expect(text).toMatch(/^\*Servers\*: .* is on call until today 21:00/);
    const refused = (await oncall(stage, '', 'farhana')).text;
    expect(refused).not.toContain('Servers');
  });

  test('a sender finds a rota in the form by its name', async () => {
    const stage = await setUp();
    await makeRota(stage, { texts: false });
    const form = await opened(stage, 'rafiq', () => stage.slack.command({ user: 'rafiq', text: '' }));
    expect(JSON.stringify(await offeredFor(stage, form, 'serv'))).toContain('Servers');
  });

  test('if a group gets the name of a rota, the app asks which one is meant', async () => {
    const stage = await setUp();
    await makeRota(stage, { texts: false });
    await keepNamed(stage, 'Servers', { '01912345678': 'Karim Mia' });
    await stage.sms('servers disk full');
    const question = await stage.post(/More than one person, group or rota here is called “servers”/);
    const block = question.blocks?.find(block => JSON.stringify(block).includes('whoever is on call'));
    await stage.slack.press(question, 'choose_recipient', { blockId: String(block?.block_id) });
    await expectRecipients(stage, /^disk full$/).toEqual([NUSRAT]);
  });

  test('a hand-over whose text can’t be sent is reported where hand-overs are posted', async () => {
    const stage = await setUp();
    await makeRota(stage, { name: 'Night*@here', people: ['nusrat', 'kamal'], channel: ON_CALL });
    await until(stage, Date.UTC(2026, 10, 21, 15) + SECOND);
    const post = await stage.post(/couldn’t text/);
    expect(post.channel).toBe(ON_CALL);
    expect(post.text, 'a name formats nothing').toContain(`*${harmless('Night*@here', 60)}*:`);
    expect(post.text).toContain('no phone number in their Slack profile');
    expect(stage.accepted()).toEqual([]);
  });

  test('without a channel for hand-overs, the rota’s maker is told', async () => {
    const stage = await setUp();
    await makeRota(stage, { people: ['nusrat', 'kamal'], texts: true });
    await until(stage, Date.UTC(2026, 10, 21, 15) + SECOND);
    const post = await stage.post(/couldn’t text/);
    expect(post.channel).toBe(`D${stage.slack.person(ADMIN).id.slice(1)}`);
  });
});
