import type { Button } from '@slack/types';
import { z } from 'zod';
import { button } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { ACTION } from '../../kit/slack/ids.ts';
import { opensList } from '../../kit/slack/list.ts';
import type { Right } from '../../kit/slack/surface.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { judgeResponder, judgeTexter } from '../rights.ts';

/** Which incidents a button is about: all that one post of a hook shows. */
export const aboutSchema = z.object({ hook: z.string(), post: z.int() });
export type AlertsPost = z.infer<typeof aboutSchema>;

/** What can be done about the incidents of a post. */
export function respondButtons(
  { responding }: Wording,
  { hook, post, canTake }: AlertsPost & { canTake: boolean },
): Button[] {
  const value = JSON.stringify({ hook, post });
  const { button: labels } = responding;
  return [
    ...(canTake
      ? [button({ action: ACTION.takeAlerts, label: labels.acknowledge, value, style: 'primary' as const })]
      : []),
    button({
      action: ACTION.resolveAlerts,
      label: labels.resolve,
      value,
      confirm: responding.confirmResolve,
    }),
    button({ action: openerOf({ id: 'about_alerts' }, 'text'), label: labels.textSomebody, value }),
    button({ action: opensList({ id: 'alerts' }), label: labels.showAll, value }),
  ];
}

/** For whoever took them by mistake. */
export function giveBackButton({ responding }: Wording, { hook, post }: AlertsPost): Button {
  const value = JSON.stringify({ hook, post });
  return button({ action: ACTION.giveBackAlerts, label: responding.button.giveBack, value });
}

/** Whoever may take the incidents of a post, give them back, resolve them, and see all of them. */
export const responder: Right<AlertsPost> = (services, { workspace, userId }, { hook, post }) =>
  judgeResponder(services, { workspace, userId, hook, which: { post } });

/** Whoever may have others texted about them. */
export const texter: Right = judgeTexter;
