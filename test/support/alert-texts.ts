import { NOBODY } from '../../src/alerts/deciding/crowds.ts';
import { type Followed, NOBODY_WAITS } from '../../src/alerts/deciding/state.ts';
import { textOf } from '../../src/alerts/deciding/text.ts';
import type { HookPayload } from '../../src/alerts/payloads/payload.ts';
import { phrase } from '../../src/alerts/phrase.ts';
import type { Language } from '../../src/domain/intent.ts';
import { wordingIn } from '../../src/wording/index.ts';

/** The text that a call makes, if everybody is texted about everything in it. */
export function textAbout({ alerts, group, single, test }: HookPayload, language: Language = 'en'): string {
  const firing = alerts.filter(({ status }) => status === 'firing').length;
  const waiting = alerts.map((alert, id) => {
    const followed: Followed = {
      ...{ ...alert, id, hook: 'hook', group, single, test, asked: NOBODY, askedAt: 0, told: NOBODY },
      ...{ seenAt: 0, toldAt: null, waits: NOBODY_WAITS },
    };
    const occasion = alert.status === 'firing' ? ('firing' as const) : ('resolved' as const);
    return { alert: followed, group, occasion, crowd: NOBODY, quiet: null, incident: null };
  });
  const { statement } = textOf(waiting, { fires: () => firing, follows: false });
  const hook = { name: 'Hook', templates: { firing: null, resolved: null } };
  return phrase(statement, hook, wordingIn(language));
}
