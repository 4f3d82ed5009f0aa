import type { Intent } from '../domain/intent.ts';
import type { LocalNumber } from '../domain/number.ts';
import type { FindEach } from '../sending/recipients.ts';
import type { SettingsOf } from '../workspaces/settings.ts';
import type { Hook, Hooks } from './hooks.ts';
import { recipientsOf } from './rights.ts';

/** Numbers that alerts go to although they are marked as never to be texted. */
export type Spared = {
  /** Those that a hook itself names, as a number or as a contact, if an admin allows it. */
  ofHook(
    workspace: string,
    hook: Pick<Hook, 'recipients'> & Partial<Pick<Hook, 'rules' | 'escalation'>>,
  ): Promise<ReadonlySet<LocalNumber>>;
  /** The same of the hook whose alerts an intent tells of; none of any other intent. */
  ofIntent(intent: Intent): Promise<ReadonlySet<LocalNumber>>;
};

/** Anybody who is only in a group that a hook names is left out as everywhere. */
export function createSpared(parts: {
  settings: SettingsOf;
  hooks: Pick<Hooks, 'remembered'>;
  findEach: FindEach;
}): Spared {
  const { settings, hooks, findEach } = parts;

  const ofHook: Spared['ofHook'] = async (workspace, hook) => {
    if (!(await settings.of(workspace)).alertsDespiteNever) return new Set();
    const named = recipientsOf(hook).filter(({ kind }) => kind === 'number' || kind === 'contact');
    return new Set((await findEach(workspace, named)).flatMap(({ numbers }) => numbers));
  };

  return {
    ofHook,
    async ofIntent({ source, workspace, identity }) {
      if (source !== 'hook') return new Set();
      const [id] = identity.split(' ');
      const hook = (await hooks.remembered(workspace)).find(one => one.id === id);
      return hook ? ofHook(workspace, hook) : new Set();
    },
  };
}
