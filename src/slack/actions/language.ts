import { LANGUAGES } from '../../domain/intent.ts';
import { ACTION } from '../ids.ts';
import { onPress } from '../kit/press.ts';
import type { Surface } from '../kit/surface.ts';
import { anybody } from '../rights.ts';
import type { Services } from '../services.ts';

/** A person's own language, chosen in the Home tab; any other choice means the workspace's. */
export function chooseLanguageButton(services: Services): Surface {
  return onPress(services, ACTION.chooseLanguage, {
    read: value => LANGUAGES.find(one => one === value) ?? null,
    may: anybody,
    async carryOut({ languages }, { workspace, userId }, language) {
      await languages.choose(workspace, userId, language);
      return { kind: 'quiet' };
    },
  });
}
