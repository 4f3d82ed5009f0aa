import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { NO_HOLIDAYS } from '../../../src/rotas/plan.ts';
import { rotaAs } from '../../../src/rotas/rota.ts';
import { createRotas } from '../../../src/rotas/service.ts';
import { makeHook, NUSRAT, ON_CALL } from '../../support/hooks.ts';
import {
  acknowledge,
  fire,
  minutes,
  RAFIQ,
  RAFIQS,
  SHIRIN,
  SHIRINS,
  TEAM,
  teammate,
  textedNumbers,
} from '../../support/on-call.ts';
import { openFromHome } from '../../support/people-modal.ts';
import { keepPolicy, openPolicies } from '../../support/policies.ts';
import { makeRota, oncall, openOnTop, openRotas, saveRota } from '../../support/rotas.ts';
import { inStore } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, HOUR, MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf, submitForm } from '../../support/views.ts';

/*
 * A rota with a second in line, nights, weekends and holidays. The clock starts on Saturday, 21 November 2026, at 15:00
 * in Dhaka; the rota hands over at 21:00 each day.
 */

const NUSRATS = '01812345679';
const setUp = (): Promise<Stage> => createLinkedStage({ slack: { manifest: readManifest() } });

/** Ticks boxes under "More" in the form, and waits for a field that appears. */
async function tick(
  stage: Stage,
  form: Awaited<ReturnType<typeof openRotas>>,
  boxes: string[],
  field: string,
): Promise<void> {
  await stage.slack.act(form, 'setting', boxes, 'rota_special');
  await expect
    .poll(async () => {
      await stage.pass(SECOND);
      return contentOf(form);
    })
    .toContain(`"block_id":"${field}"`);
}

/** Creates a rota of Rafiq with Shirin as second in line. */
const keepWithSecond = (stage: Stage) =>
  inStore(stage, async (parts, { teamId, id }) => {
    const rotas = createRotas({
      ...parts,
      newId: () => 'servers',
      requestCheck: async () => undefined,
      holidays: async () => NO_HOLIDAYS,
    });
    const created = await rotas.create(
      teamId,
      id,
      {
        name: 'Servers',
        people: [teammate(RAFIQ)],
        hours: 24,
        time: '21:00',
        weekday: 0,
        second: { people: [teammate(SHIRIN)] },
        weekends: null,
        nights: null,
        holidays: null,
        channel: null,
        texts: false,
      },
      'kept',
    );
    if (typeof created === 'string') throw new Error(created);
    return rotaAs(created.rota);
  });

test('the form shows fields for what is ticked and previews who is on call when; /sms oncall says both places', async () => {
  const stage = await setUp();
  const list = await openRotas(stage);
  const form = await openOnTop(stage, list, 'new_rota');
  expect(contentOf(form)).not.toContain('rota_special_second');
  await tick(stage, form, ['second', 'nights'], 'rota_special_nights');
  await stage.slack.choose(form, 'setting', 'shirin', { blockId: 'rota_special_second' });
  await stage.slack.choose(form, 'setting', 'nusrat', { blockId: 'rota_special_nights' });
  const { says, errors } = await saveRota(stage, form, {
    name: 'Servers',
    people: ['rafiq'],
    hours: '5',
    time: '21:00',
  });
  expect([errors, says]).toEqual([{}, expect.stringContaining('is saved')]);
  await stage.slack.waitFor(() => contentOf(list).includes('*Servers*'), 'the list');
  expect(contentOf(list)).toContain(
    'In turn: Rafiq · 5 hours each, hand-over at 21:00\\nSecond in line: Shirin\\nNights, 22:00 to 08:00: Nusrat',
  );
  expect((await oncall(stage)).text).toContain(
    '*Servers*: <@U0RAFIQ0001> is on call until today 22:00, then Nusrat. Second in line: Shirin.',
  );
  const change = await openOnTop(stage, list, 'change_rota');
  expect(contentOf(change), 'the preview').toContain(
    'Sat 21 Nov, 15:00 to Sat 21 Nov, 22:00: Rafiq\\nSat 21 Nov, 22:00 to Sun 22 Nov, 08:00: Nusrat',
  );
  const wrong = await saveRota(stage, change, { hours: '1345' });
  expect(wrong.errors).toEqual({ rota_hours: expect.stringContaining('from 1 hour to 8 weeks') });
});

test('a policy’s list and form name the second in line after a step that names the rota', async () => {
  const stage = await setUp();
  const servers = await keepWithSecond(stage);
  await keepPolicy(stage, { steps: [{ to: [servers], minutes: 5 }] });
  const list = await openPolicies(stage);
  const plan = 'First Servers; after 5 minutes without an acknowledgement: Servers, second in line;';
  expect(contentOf(list)).toContain(plan);
  const form = await openOnTop(stage, list, 'change_policy');
  expect(contentOf(form)).toContain(plan);
  expect(contentOf(form)).toContain('at most *2 texts*');
});

test('at a hand-over, one post says both places, and whoever takes one is texted', async () => {
  const stage = await setUp();
  const list = await openRotas(stage);
  const form = await openOnTop(stage, list, 'new_rota');
  await tick(stage, form, ['second'], 'rota_special_second');
  for (const person of ['shirin', 'nusrat'])
    await stage.slack.choose(form, 'setting', person, { blockId: 'rota_special_second' });
  await saveRota(stage, form, {
    name: 'Servers',
    people: ['nusrat', 'rafiq'],
    hours: '24',
    time: '21:00',
    channel: ON_CALL,
  });
  await stage.sleep(6 * HOUR - MINUTE);
  await minutes(stage, 5);
  expect(stage.posts(/is on call now/).map(({ text }) => text)).toEqual([
    ':pager: *Servers*: <@U0RAFIQ0001> is on call now until Sun 22 Nov, 21:00 (Bangladesh time), then Nusrat. Second in line: Nusrat until Sun 22 Nov, 21:00, then Shirin.',
  ]);
  const texts = stage.service.log.list().map(({ number, message }) => [number, message]);
  expect(texts.toSorted()).toEqual([
    [RAFIQS, expect.stringContaining('You are on call now: Servers')],
    [NUSRATS, expect.stringContaining('You are second in line now: Servers')],
  ]);
});

test('a step that calls the rota gives way to its second in line, before the next step, unless somebody acknowledges', async () => {
  const stage = await setUp();
  const recipients = [await keepWithSecond(stage)];
  const escalation = {
    ...TEAM.escalation,
    firstMinutes: 5,
    steps: [{ to: [teammate(NUSRAT)], minutes: 10 }],
  };
  const hook = await makeHook(stage, { recipients, escalation });
  await fire(hook);
  await minutes(stage, 4);
  expect(textedNumbers(stage)).toEqual([RAFIQS]);
  await minutes(stage, 3);
  expect(textedNumbers(stage), 'the second in line').toEqual([RAFIQS, SHIRINS]);
  await minutes(stage, 5);
  expect(textedNumbers(stage), 'the next step').toEqual([RAFIQS, SHIRINS, NUSRATS]);
  await acknowledge(stage, 'shirin');
  await minutes(stage, 20);
  expect(textedNumbers(stage)).toHaveLength(3);
});

test('the second in line is a recipient of its own, and the rota isn’t deleted while something texts it', async () => {
  const stage = await setUp();
  const hook = await makeHook(stage, { recipients: [await keepWithSecond(stage)] });
  await hook.change({
    recipients: [
      { feature: 'rotas', kind: 'second', data: { id: 'servers', label: 'Servers, second in line' } },
    ],
  });
  await fire(hook);
  await minutes(stage, 2);
  expect(textedNumbers(stage)).toEqual([SHIRINS]);
  const list = await openRotas(stage);
  await stage.slack.act(list, 'delete_rota');
  await stage.slack.waitFor(() => contentOf(list).includes('Prometheus'), 'what uses it');
});

test('when the holidays change, a rota without anybody on holidays says so at once, and warns of the gap before', async () => {
  const stage = await setUp();
  await makeRota(stage, { people: ['rafiq'], texts: false, channel: ON_CALL });
  const list = await openRotas(stage);
  const form = await openOnTop(stage, list, 'change_rota');
  await tick(stage, form, ['holidays'], 'rota_special_holidays');
  await stage.slack.act(form, 'setting', 'nobody', 'rota_special_who');
  await stage.pass(SECOND);
  const saved = await submitForm(stage, form, {});
  expect([saved.errors, saved.says]).toEqual([{}, expect.stringContaining('is saved')]);
  await minutes(stage, 2);
  const holidays = await openFromHome(stage, 'open_holidays', ADMIN);
  await submitForm(stage, holidays, {
    holidays_texts1: '21 November 2026 Today\n25 November 2026 Wednesday',
  });
  await minutes(stage, 2);
  expect(stage.posts(/nobody is on call now/).map(({ text }) => text)).toEqual([
    ':pager: *Servers*: nobody is on call now until Sat 21 Nov, 21:00 (Bangladesh time), then Rafiq.',
  ]);
  expect((await oncall(stage)).text).toContain(
    ':warning: Nobody on call from Tue 24 Nov, 21:00 to Wed 25 Nov, 21:00.',
  );
});
