import { onPress } from '../../kit/slack/buttons.ts';
import { actions, section } from '../../kit/slack/elements.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { StoredPress } from '../../kit/slack/press-queue.ts';
import type { Services } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { sameResponder } from '../alert.ts';
import { outcomesOf } from '../delivery-status.ts';
import type { IncidentStatus } from '../incident-actions.ts';
import { responder as named, userOf } from '../posts/text-lines.ts';
import { ACTION, aboutSchema, giveBackButton, responder } from './notices.ts';

/** What somebody who pressed is told about incidents as they stand now. */
type ActAnswer = (
  words: Wording,
  incidents: readonly IncidentStatus[],
  press: StoredPress,
) => Promise<Message> | Message;

/** "Acknowledge". */
export function takeAlerts(services: Services): SlackListener {
  return onAct(
    services,
    { action: ACTION.takeAlerts, act: 'acknowledge' },
    async (words, incidents, press) => {
      const { told } = words.responding;
      const open = incidents.filter(({ endedAt }) => endedAt === null);
      const mine = open.filter(incident => isBy(incident, press));
      const [theirs] = open.flatMap(({ acknowledged }) => acknowledged ?? []);
      if (open.length === 0) return { text: told.over };
      if (mine.length > 0) return yours(services, words, mine, press);
      if (!theirs) return { text: told.soon };
      const who = userOf(await services.teammates.numbers(press.workspace));
      return { text: told.theirs({ who: named(theirs.by, who), at: services.clock.wall(theirs.at) }) };
    },
  );
}

/** "Give it back". */
export function giveBackAlerts(services: Services): SlackListener {
  return onAct(services, { action: ACTION.giveBackAlerts, act: 'give_back' }, (words, incidents, press) => {
    const { told } = words.responding;
    const open = incidents.filter(({ endedAt }) => endedAt === null);
    if (open.length === 0) return { text: told.over };
    return { text: open.some(incident => isBy(incident, press)) ? told.soon : told.givenBack };
  });
}

/** "Resolve here", after Slack's confirmation dialog. */
export function resolveAlerts(services: Services): SlackListener {
  return onAct(services, { action: ACTION.resolveAlerts, act: 'resolve' }, (words, incidents, { userId }) => {
    const { told } = words.responding;
    if (incidents.some(({ endedAt }) => endedAt === null)) return { text: told.soon };
    const isMine = ({ resolvedBy }: IncidentStatus): boolean =>
      resolvedBy !== null && sameResponder(resolvedBy, { kind: 'person', userId });
    return { text: incidents.some(isMine) ? told.resolved : told.over };
  });
}

/** A button that does something about the incidents of a post, for whoever may respond to them. */
function onAct(
  services: Services,
  { action, act }: { action: string; act: 'acknowledge' | 'give_back' | 'resolve' },
  answer: ActAnswer,
): SlackListener {
  return onPress(services, action, {
    read: value => parseStoredJson(aboutSchema, value),
    permission: responder,
    requiresLiveFacts: false,
    async handle({ responding, words }, press, { hook, ...which }) {
      const { workspace, userId, idempotencyKey, at } = press;
      const by = { kind: 'person', userId } as const;
      const carriedOut = await responding.note(
        workspace,
        { action: act, hook, which, by, at },
        idempotencyKey,
      );
      const said = await answer(await words.of(workspace, userId), await carriedOut(), press);
      // What only this person sees is replaced.
      return { kind: act === 'give_back' ? 'replaced' : 'message', message: said };
    },
  });
}

const isBy = ({ acknowledged }: IncidentStatus, { userId }: StoredPress): boolean =>
  acknowledged !== null && sameResponder(acknowledged.by, { kind: 'person', userId });

/** They have it: what became of the texts, and a way back. */
async function yours(
  { history }: Services,
  words: Wording,
  mine: readonly IncidentStatus[],
  { workspace, value }: StoredPress,
): Promise<Message> {
  const { told } = words.responding;
  const intents = [...new Set(mine.flatMap(incident => incident.intents))].slice(-MAX_INTENTS);
  const outcomes = await outcomesOf(history, workspace, intents);
  const states = outcomes.flatMap(({ texts }) => texts).map(({ state }) => state);
  const waited = outcomes.filter(({ texts, problem }) => texts.length === 0 && problem).length;
  const text = told.yours({
    cancelled: waited + states.filter(state => state === 'cancelled').length,
    sending: states.filter(state => state === 'sending').length,
  });
  const said = `${text} ${told.mistake}`;
  const button = giveBackButton(words, parseStoredJson(aboutSchema, value));
  return { text: said, blocks: [section(said), actions(button)] };
}

/** Of a storm: each is looked up, to say what became of it. */
const MAX_INTENTS = 200;
