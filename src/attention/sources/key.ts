import { button } from '../../kit/slack/elements.ts';
import { isSought, type WarningSource } from '../../kit/slack/warnings.ts';
import { ACTION } from '../../texts/slack/ids.ts';
import type { History } from '../../texts/store/history.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';

declare module '../../kit/slack/warnings.ts' {
  interface WarningKinds {
    key: true;
  }
}

const SUBJECT = 'key';

/** A key that the service refused, so that texts wait. Those whom it concerns get a message when it happens, from the texts' reports. */
export function keyWarnings(deps: {
  keys: Pick<LinkedKeys, 'linked'>;
  history: Pick<History, 'waiting'>;
}): WarningSource {
  const { keys, history } = deps;
  return {
    kind: 'key',
    isUrgent: true,
    async find(workspace, among) {
      const key = isSought(among, SUBJECT) ? await keys.linked(workspace) : null;
      if (!key) return [];
      const { held, texts } = await history.waiting(workspace, key.fingerprint);
      if (held === null) return [];
      return [
        {
          subject: SUBJECT,
          people: [],
          leaders: 'admins',
          isToldElsewhere: true,
          say: ({ commands, waitingBecause, button: labels }) => ({
            text: commands.held(waitingBecause[held], texts),
            button: button({ action: ACTION.tryAgain, label: labels.tryAgain }),
          }),
        },
      ];
    },
  };
}
