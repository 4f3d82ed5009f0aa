import { leadingNames } from '../../domain/leading-name.ts';
import type { LocalNumber } from '../../domain/number.ts';
import type { Problem } from '../../domain/problem.ts';
import { judgeReader } from '../../sending/policy.ts';
import type { Services } from '../services.ts';
import type { Who } from '../who.ts';

/** Whom a text is for that begins with a name, and what is to be sent. */
export type CalledByName = { number: LocalNumber; name: string; rest: string } | { problem: Problem };

/**
 * The contact whose name a text begins with: the longest name that anybody has. Names are told to nobody who may not see what the
 * workspace has, as far as that is known without asking Slack.
 *
 * @returns `NUMBER_MISSING` where the workspace keeps no names
 */
export async function addressedByName(services: Services, who: Who, text: string): Promise<CalledByName> {
  const { contactGroups, people, settings } = services;
  const { workspace, userId } = who;
  const [facts, rules] = await Promise.all([people.remembered(workspace, userId), settings.of(workspace)]);
  const mayRead = facts !== null && judgeReader({ kind: 'known', facts }, rules) === null;
  if (facts !== null && !mayRead) return { problem: { kind: 'NUMBER_MISSING' } };

  const names = leadingNames(text);
  for (const { name, rest } of names) {
    const meant = await contactGroups.means(workspace, name);
    if (meant.kind === 'shared') return { problem: { kind: 'NAME_SHARED', label: name } };
    if (meant.kind !== 'numbers') continue;
    const [number] = meant.numbers;
    if (meant.isGroup || !number) return { problem: { kind: 'GROUPS_NOT_TEXTED', label: name } };
    return { number, name, rest };
  }
  const near = await contactGroups.nearest(workspace, text);
  if (near === 'no names') return { problem: { kind: 'NUMBER_MISSING' } };
  const label = names.at(-1)?.name ?? '';
  return { problem: { kind: 'NAME_UNKNOWN', label, nearest: mayRead ? near : null } };
}
