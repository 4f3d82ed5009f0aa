import { randomUUID } from 'node:crypto';
import type { Post } from '../../src/playground/index.ts';
import { NO_HOLIDAYS } from '../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES, rotaAs, type SpecialTimes } from '../../src/rotas/rota.ts';
import { createRotas } from '../../src/rotas/service.ts';
import { alertmanager, type Caller, ON_CALL } from './hooks.ts';
import { inStore } from './settings.ts';
import { MINUTE, passUntil, type Stage } from './stage.ts';
import { contentOf } from './views.ts';

/* Two people on call: their texts about alerts, and the posts in the channel. */

export const RAFIQ = 'U0RAFIQ0001';
export const SHIRIN = 'U0SHIRIN001';
export const RAFIQS = '01712345678';
export const SHIRINS = '01612345678';

export const teammate = (userId: string) => ({ kind: 'teammate' as const, userId, label: userId });

/** A hook that texts Rafiq, and Shirin five minutes later. */
export const TEAM = {
  recipients: [teammate(RAFIQ)],
  escalation: {
    firstMinutes: 5,
    steps: [{ to: [teammate(SHIRIN)], minutes: 10 }],
    rounds: 1,
    severities: ['critical' as const],
    mention: false,
  },
};

export const critical = { severity: 'critical' };
export const resolved = { ...critical, status: 'resolved' as const };

/** Fires a critical alert of a group. */
export const fire = ({ call }: Caller, group = 'db', name = 'DiskFull') =>
  call(alertmanager(group, { [name]: critical }));
export const resolve = ({ call }: Caller, group = 'db', name = 'DiskFull') =>
  call(alertmanager(group, { [name]: resolved }));

/** The app's posts in the hooks' channel, oldest first. */
export const inChannel = ({ slack }: Stage): Post[] =>
  slack.posts({ channel: ON_CALL }).filter(({ author, kind }) => author.kind === 'app' && kind === 'channel');

/** Lets time pass until a post in the channel matches. */
export async function postSaying(stage: Stage, fits: RegExp): Promise<Post> {
  const find = () => inChannel(stage).find(({ text }) => fits.test(text));
  await passUntil(stage, () => find() !== undefined);
  return find() as Post;
}

/** The app's direct messages to a person. */
export const direct = ({ slack }: Stage, user: string): Post[] =>
  slack.posts({ channel: `D${slack.person(user).id.slice(1)}` });

/** Lets time pass until an ephemeral message to this person matches. */
export async function tells(stage: Stage, user: string, fits: RegExp): Promise<Post> {
  const find = () =>
    stage.slack
      .posts({ user, includeEphemeral: true })
      .findLast(({ kind, text }) => kind === 'ephemeral' && fits.test(text));
  await passUntil(stage, () => find() !== undefined);
  return find() as Post;
}

export async function acknowledge(stage: Stage, user: string): Promise<Post> {
  await stage.slack.press(await postSaying(stage, /accepted/), 'take_alerts', { user });
  return postSaying(stage, /Acknowledged by/);
}

/** Fills in and sends the form of "Text someone else". */
export async function textSomeoneElse(stage: Stage, typed: string, user = 'rafiq'): Promise<void> {
  await stage.slack.press(await postSaying(stage, /accepted/), 'text_about_alerts', { user });
  const form = await stage.slack.waitForView(user, view => contentOf(view).includes('about_alerts_to'));
  await stage.slack.choose(form, 'setting', typed, { blockId: 'about_alerts_to' });
  await stage.quiet();
  await stage.slack.submit(form);
  await stage.quiet();
}

/** Creates a rota of these teammates that hands over at 18:00, three hours after a stage's clock starts. */
export const keepRota = (stage: Stage, ...userIds: readonly string[]) => keepRotaWith(stage, userIds);

/** Like `keepRota`, with nights, a second in line or the like. */
export const keepRotaWith = (stage: Stage, userIds: readonly string[], special: Partial<SpecialTimes> = {}) =>
  inStore(stage, async (parts, { teamId, id }) => {
    const rotas = createRotas({
      ...parts,
      newId: randomUUID,
      requestCheck: async () => undefined,
      holidays: async () => NO_HOLIDAYS,
    });
    const times = { hours: 24, time: '18:00', weekday: 0, ...NO_SPECIAL_TIMES, ...special } as const;
    const draft = { name: 'Servers', people: userIds.map(teammate), ...times, channel: null, texts: false };
    const created = await rotas.create(teamId, id, draft, 'kept');
    if (typeof created === 'string') throw new Error(`No rota was made: ${created}`);
    return rotaAs(created.rota);
  });

/** Lets minutes pass one by one, so that everything due on the way happens in order. */
export async function minutes(stage: Stage, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) await stage.pass(MINUTE);
}

/** The numbers that were texted, oldest first. */
export const textedNumbers = ({ service }: Stage): string[] => service.log.list().map(({ number }) => number);

/** Lets time pass until `count` texts went out; returns their numbers. */
export async function gets(stage: Stage, count: number): Promise<string[]> {
  await passUntil(stage, () => textedNumbers(stage).length >= count);
  return textedNumbers(stage);
}
