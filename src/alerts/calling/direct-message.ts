import { z } from 'zod';
import type { InboxCommit } from '../../kit/inbox/model.ts';
import { pack } from '../../kit/inbox/reading.ts';
import { context } from '../../kit/slack/elements.ts';
import type { PinnedMessage } from '../../kit/slack/message.ts';
import { asWritten } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { placed, rank } from '../alert.ts';
import type { Hook } from '../hooks.ts';
import { type HookWords, saidIn } from '../plan-texts.ts';
import { type AlertState, type Incident, isAnnounced } from '../policy/incidents/state.ts';
import type { AlertText } from '../policy/incidents/working-state.ts';
import { postOf } from '../slack/notices.ts';
import { isUserId } from './called-person.ts';

/* A message in Slack that calls a person: the words of the text that others get, the channel of its post, and "Acknowledge". */

/** The most incidents with a button of their own. The channel's posts have the others. */
const MAX_BUTTONS = 5;
const MAX_NAME = 120;
const MAX_SAID = 1600;

/** `text`: the id of its text in the alert state; `firing`: incidents that its reader may acknowledge; `more`: how many others. */
export const directMessageSchema = z.object({
  text: z.int(),
  at: z.number(),
  hook: z.string(),
  channel: z.string(),
  sentence: z.string(),
  firing: z.array(z.object({ id: z.int(), hook: z.string(), called: z.string() })),
  more: z.int(),
});
export type DirectMessage = z.infer<typeof directMessageSchema>;

/** The messages of a decision, for the inbox of each person. */
export function messageEvents(
  workspace: string,
  texts: readonly AlertText[],
  hooks: readonly Hook[],
  { state, words, now }: { state: Pick<AlertState, 'incidents'>; words: HookWords | null; now: number },
): InboxCommit['events'] {
  const called = texts.filter(({ to }) => to.some(isUserId));
  if (called.length === 0 || !words) return [];
  const byId = new Map([...state.incidents.values()].map(incident => [incident.id, incident]));
  return called.flatMap(text => {
    const hook = hooks.find(({ id }) => id === text.hook);
    if (!hook) return [];
    const firing = text.firing.flatMap(id => byId.get(id) ?? []);
    const message: DirectMessage = {
      text: text.id,
      at: now,
      hook: hook.id,
      channel: hook.channel,
      sentence: saidIn(text, hook, words),
      firing: firing.slice(0, MAX_BUTTONS).map(incident => ({
        id: incident.id,
        hook: incident.hook,
        called: calledIn(incident),
      })),
      more: Math.max(0, firing.length - MAX_BUTTONS),
    };
    const body = pack(JSON.stringify(message));
    return text.to
      .filter(isUserId)
      .map(userId => ({ address: { kind: 'messages' as const, workspace, name: userId }, body }));
  });
}

/** The name and place of an incident's worst alert. */
function calledIn({ alerts }: Incident): string {
  const [worst] = alerts.filter(isAnnounced).sort((one, other) => rank(one.severity) - rank(other.severity));
  return worst ? placed(worst) : '';
}

/** The message in Slack, in its reader's language. */
export function directMessageOf(words: Wording, message: DirectMessage): PinnedMessage {
  const { text, channel, sentence, firing, more } = message;
  const say = words.alerts.called;
  const isOne = firing.length === 1;
  const about = ({ id, hook }: DirectMessage['firing'][number]) => ({ hook, incidents: [id], upTo: text });
  const [first] = firing;
  const posted = postOf({
    notification: null,
    sections: [
      { lines: [asWritten(sentence, MAX_SAID)], acknowledge: isOne && first ? about(first) : null },
      ...(isOne ? [] : firing).map(incident => ({
        lines: [`*${asWritten(incident.called || words.alerts.beyond, MAX_NAME)}*`],
        acknowledge: about(incident),
      })),
    ],
    words,
    buttons: null,
    under: null,
  });
  const where = firing.length === 0 ? say.over({ channel }) : say.where({ channel, more });
  return { ...posted, blocks: [...(posted.blocks ?? []), context(where)] };
}
