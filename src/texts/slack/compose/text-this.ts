import type { z } from 'zod';
import { SHORTCUT } from '../../../kit/slack/ids.ts';
import type { messageActionSchema } from '../../../kit/slack/payloads/interactions.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Surface } from '../../../kit/slack/surface.ts';
import { onShortcut } from '../../../kit/slack/view.ts';
import type { Draft } from '../../draft.ts';
import { messageText } from '../../message-text.ts';
import { onlyNumber } from '../../only-number.ts';
import { withNames } from '../names.ts';
import type { ReplyPlace } from '../reply-place.ts';
import { sender } from '../rights.ts';
import { openComposeForm } from './submitted.ts';
import { beginning } from './view.ts';

/**
 * "Text this…" on a message: the form with its text, answered in its thread; uses the shortcut's own address, so that
 * it works even if the app isn't in the channel.
 */
export function textThisShortcut(services: Services): Surface {
  return onShortcut(
    services,
    { callback: SHORTCUT.textThis, kind: 'message_action' },
    {
      may: sender,
      begins(opener, chosen) {
        const message = beginning(messageText(chosen.message));
        const number = onlyNumber(message);
        const draft: Draft = { to: number && { kind: 'number', number }, message };
        return openComposeForm(services, opener.client, opener, {
          place: placeOf(chosen),
          draft,
          finish: typed => withNames(opener.client, typed),
        });
      },
    },
  );
}

function placeOf({ team, channel, message, response_url }: z.infer<typeof messageActionSchema>): ReplyPlace {
  const { ts, thread_ts: threadTs = ts } = message;
  const link = team?.domain && linkTo(team.domain, channel.id, ts, threadTs);
  return { responseUrl: response_url, channel: channel.id, threadTs, threadLink: link || null };
}

/** The link that shows a message in Slack; for a message in a thread, with its thread. */
function linkTo(domain: string, channel: string, ts: string, threadTs: string): string {
  const link = `https://${domain}.slack.com/archives/${channel}/p${ts.replace('.', '')}`;
  return threadTs === ts ? link : `${link}?thread_ts=${threadTs}&cid=${channel}`;
}
