import { expect } from 'vitest';
import type { View } from '../../src/playground/index.ts';
import { chooseRecipient } from './recipients.ts';
import type { Stage } from './stage.ts';

/** Values beside recipient and message. */
export type LaterFields = { repeat?: string; until?: string; times?: string; notOnHolidays?: true };

/** Opens the form with `/sms later …`. */
export async function openLater(stage: Stage, typed = '', user = 'rafiq'): Promise<View> {
  const before = stage.slack.openViews(user);
  await stage.slack.command({ user, text: `later ${typed}` });
  await stage.slack.waitFor(() => stage.slack.openViews(user).length > before.length, 'the form');
  await stage.quiet();
  return stage.slack.openViews(user).at(-1) as View;
}

/** Fills in the time (epoch milliseconds) and submits. */
export async function submitLater(stage: Stage, form: View, at: number, fields: LaterFields = {}) {
  await stage.slack.act(form, 'setting', at / 1000, 'compose_at');
  await stage.quiet();
  const { repeat, until, times, notOnHolidays } = fields;
  if (repeat) {
    await stage.slack.act(form, 'setting', repeat, 'compose_repeat');
    const shows = repeat !== 'once';
    await expect
      .poll(async () => {
        await stage.pass(1000);
        return JSON.stringify(form.content.blocks).includes('compose_until');
      })
      .toBe(shows);
  }
  return stage.slack.submit(form, {
    ...(until === undefined ? {} : { compose_until: until }),
    ...(times === undefined ? {} : { compose_times: times }),
    ...(notOnHolidays === undefined ? {} : { compose_holidays: ['yes'] }),
  });
}

/** Schedules a text; resolves once its receipt is there. */
export async function scheduled(
  stage: Stage,
  to: string,
  message: string,
  at: number,
  fields: LaterFields = {},
): Promise<void> {
  const before = stage.posts(/is scheduled for/).length;
  const form = await openLater(stage);
  await chooseRecipient(stage, form, to);
  await stage.slack.act(form, 'compose_message_input', message);
  await stage.pass(1000);
  const { errors } = await submitLater(stage, form, at, fields);
  if (Object.keys(errors).length > 0) throw new Error(JSON.stringify(errors));
  await stage.slack.waitFor(() => stage.posts(/is scheduled for/).length > before, 'the receipt');
}
