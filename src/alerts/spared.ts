import type { NeverText } from '../contacts/never-text.ts';
import type { Whom } from '../contacts/whom.ts';
import type { LocalNumber } from '../kit/number.ts';
import type { Intent } from '../texts/intent.ts';
import type { NameMeans } from '../texts/people.ts';
import type { Recipient } from '../texts/recipient.ts';
import { type FindEach, NOBODY_SPARED, type SparedNumbers } from '../texts/sending/recipients.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { Hook, Hooks } from './hooks.ts';
import { recipientsOf } from './rights.ts';

/** Numbers that alerts go to although they are marked as never to be texted. */
export type Spared = {
  /** Those of everybody whom a hook texts, however it names them, if an admin allows it. */
  ofHook(workspace: string, hook: Parameters<typeof recipientsOf>[0]): Promise<SparedNumbers>;
  /** The same of the hook whose alerts an intent tells of; none of any other intent, or if nobody whom it texts is marked. */
  ofIntent(intent: Intent): Promise<SparedNumbers>;
};

/** Whom only a person had texted, or the sender of an alert, is left out as everywhere. */
export function createSpared(parts: {
  settings: SettingsOf;
  hooks: Pick<Hooks, 'remembered'>;
  never: Pick<NeverText, 'of'>;
  whom: Pick<Whom, 'means' | 'chosen'>;
  findEach: FindEach;
}): Spared {
  const { settings, hooks, never, whom, findEach } = parts;

  /** Of a rota everybody: by the time that a text goes, somebody else may be on call. */
  async function membersOf(workspace: string, who: Recipient): Promise<Recipient[]> {
    let meant: NameMeans | null = null;
    if (who.kind === 'named') meant = await whom.means(workspace, who.name);
    if (who.kind === 'rota') meant = await whom.chosen(workspace, who);
    return meant?.kind === 'duty' ? [...meant.duty.people] : [who];
  }

  async function ofHook(workspace: string, hook: Pick<Hook, 'recipients'>): Promise<SparedNumbers> {
    if (!(await settings.of(workspace)).alertsDespiteNever) return NOBODY_SPARED;
    const all = await Promise.all(recipientsOf(hook).map(who => membersOf(workspace, who)));
    const found = await findEach(workspace, all.flat());
    const again = found.flatMap(one => one.again ?? []);
    return {
      numbers: new Set(found.flatMap(({ numbers }) => numbers)),
      again: again.length > 0 ? Math.min(...again) : null,
    };
  }

  return {
    ofHook,
    async ofIntent({ source, workspace, identity, to }) {
      if (source !== 'hook') return NOBODY_SPARED;
      const numbers = to.flatMap((who): LocalNumber[] => (who.kind === 'number' ? [who.number] : []));
      if ((await never.of(workspace, numbers)).size === 0) return NOBODY_SPARED;
      const [id] = identity.split(' ');
      const hook = (await hooks.remembered(workspace)).find(one => one.id === id);
      return hook ? ofHook(workspace, hook) : NOBODY_SPARED;
    },
  };
}
