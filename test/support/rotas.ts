import { expect } from 'vitest';
import { localTimeAt } from '../../src/kit/time-zone.ts';
import type { Post, View } from '../../src/playground/index.ts';
import { openFromHome } from './people-modal.ts';
import { ADMIN, type Stage } from './stage.ts';
import { contentOf, opened, submitForm } from './views.ts';

/* Rotas in Slack, for managers and the people of a rota. */

/** Values of a rota's form; people as they are typed. */
export type RotaFields = {
  name?: string;
  people?: readonly string[];
  hours?: string;
  weekday?: string;
  time?: string;
  channel?: string;
  texts?: boolean;
};

/** Opens the list of rotas from the Home tab. */
export const openRotas = (stage: Stage, user = ADMIN): Promise<View> =>
  openFromHome(stage, 'open_rotas', user);

/** Presses a button of a modal, and waits for the modal that it opens. */
export function openOnTop(stage: Stage, view: View, action: string, user = ADMIN): Promise<View> {
  return opened(stage, user, () => stage.slack.act(view, action));
}

/** Fills in and submits a rota's form; resolves with its final content and the errors under its fields. */
export async function saveRota(stage: Stage, form: View, fields: RotaFields) {
  const { slack } = stage;
  for (const person of fields.people ?? [])
    await slack.choose(form, 'setting', person, { blockId: 'rota_people' });
  await stage.quiet();
  return submitForm(stage, form, {
    ...(fields.name === undefined ? {} : { rota_name: fields.name }),
    ...(fields.hours === undefined ? {} : { rota_hours: fields.hours, rota_hours_unit: 'hours' }),
    ...(fields.weekday === undefined ? {} : { rota_weekday: fields.weekday }),
    ...(fields.time === undefined ? {} : { rota_time: fields.time }),
    ...(fields.channel === undefined ? {} : { rota_channel: fields.channel }),
    ...(fields.texts === undefined ? {} : { rota_texts: fields.texts ? ['yes'] : [] }),
  });
}

/** Creates a rota with the modal, with daily turns that begin at 21:00 by default. */
export async function makeRota(stage: Stage, fields: RotaFields = {}): Promise<void> {
  const list = await openRotas(stage);
  const form = await openOnTop(stage, list, 'new_rota');
  const { says, errors } = await saveRota(stage, form, {
    name: 'Servers',
    people: ['nusrat', 'rafiq'],
    hours: '24',
    time: '21:00',
    ...fields,
  });
  expect([errors, says]).toEqual([{}, expect.stringContaining('is saved')]);
  await stage.quiet();
  for (const view of [form, list]) await stage.slack.closeView(view).catch(() => undefined);
}

/** Fills in and submits a stand-in for a time; `person` null: nobody is on call. */
export async function standIn(stage: Stage, form: View, person: string | null, from: number, to: number) {
  const { slack } = stage;
  // The fields get new ids after each addition.
  const [, round = ''] = /stand_in_who(\.\d+)?/.exec(contentOf(form)) ?? [];
  if (person !== null) await slack.choose(form, 'setting', person, { blockId: `stand_in_who${round}` });
  await stage.quiet();
  const [[fromDate, fromTime], [toDate, toTime]] = [from, to].map(at =>
    localTimeAt(at, 'Asia/Dhaka').split('T'),
  ) as [string[], string[]];
  return submitForm(stage, form, {
    [`stand_in_from_date${round}`]: fromDate,
    [`stand_in_from_time${round}`]: fromTime,
    [`stand_in_to_date${round}`]: toDate,
    [`stand_in_to_time${round}`]: toTime,
    [`stand_in_nobody${round}`]: person === null ? ['yes'] : [],
  });
}

/** The answer to `/sms oncall …`. */
export async function oncall(stage: Stage, name = '', user = 'rafiq'): Promise<Post> {
  const before = stage.slack.posts();
  await stage.slack.command({ user, text: `oncall ${name}` });
  // Skips receipts, which may come meanwhile.
  return stage.slack.waitForPost(post => post.kind !== 'channel' && !before.includes(post), 'who is on call');
}
