import type { Post } from '../../src/playground/index.ts';
import { alertmanager, type Caller, ON_CALL } from './hooks.ts';
import { passUntil, type Stage } from './stage.ts';

/* Two people on call: what alerts they are texted about, and what everybody reads in the channel. */

export const RAFIQ = 'U0RAFIQ0001';
export const SHIRIN = 'U0SHIRIN001';
/** The numbers in their profiles. */
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

/** A critical alert of a group. */
export const fire = ({ call }: Caller, group = 'db', name = 'DiskFull') =>
  call(alertmanager(group, { [name]: critical }));
export const resolve = ({ call }: Caller, group = 'db', name = 'DiskFull') =>
  call(alertmanager(group, { [name]: resolved }));

/** What the app posted in the hooks' channel, oldest first. */
export const inChannel = ({ slack }: Stage): Post[] =>
  slack.posts({ channel: ON_CALL }).filter(({ author, kind }) => author.kind === 'app' && kind === 'channel');

/** Lets time pass until a post in the channel says this. */
export async function says(stage: Stage, fits: RegExp): Promise<Post> {
  const find = () => inChannel(stage).find(({ text }) => fits.test(text));
  await passUntil(stage, () => find() !== undefined);
  return find() as Post;
}

/** What a person reads in the app's direct messages. */
export const direct = ({ slack }: Stage, user: string): Post[] =>
  slack.posts({ channel: `D${slack.person(user).id.slice(1)}` });

/** Who was texted, oldest first. */
export const texted = ({ service }: Stage): string[] => service.log.list().map(({ number }) => number);

/** Lets time pass until so many texts went out, and returns who got them. */
export async function gets(stage: Stage, count: number): Promise<string[]> {
  await passUntil(stage, () => texted(stage).length >= count);
  return texted(stage);
}
