import { LANGUAGES } from '../../kit/language.ts';
import { ACTION } from '../../kit/slack/ids.ts';
import { onPress } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { anybody } from './rights.ts';

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
