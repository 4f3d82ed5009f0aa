import type { Intent } from '../domain/intent.ts';
import type { LocalNumber } from '../domain/number.ts';
import type { FindEach } from '../sending/recipients.ts';
import type { SettingsOf } from '../workspaces/settings.ts';
import type { Hooks } from './hooks.ts';

/**
 * The numbers that an alert goes to although they are marked as never to be texted: those that its hook itself names, as
 * a number or as a contact, if an admin allows it. Whoever is only in a group that it names is left out like everywhere.
 */
export function createSpared(parts: {
  settings: SettingsOf;
  hooks: Pick<Hooks, 'remembered'>;
  findEach: FindEach;
}): (intent: Intent) => Promise<ReadonlySet<LocalNumber>> {
  const { settings, hooks, findEach } = parts;
  return async ({ source, workspace, identity }) => {
    if (source !== 'hook' || !(await settings.of(workspace)).alertsDespiteNever) return new Set();
    const [id] = identity.split(' ');
    const hook = (await hooks.remembered(workspace)).find(one => one.id === id);
    const all = hook ? [...hook.recipients, ...hook.rules.flatMap(({ to }) => to ?? [])] : [];
    const named = all.filter(({ kind }) => kind === 'number' || kind === 'contact');
    return new Set((await findEach(workspace, named)).flatMap(({ numbers }) => numbers));
  };
}
