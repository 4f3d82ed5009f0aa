import { onPress } from '../../kit/slack/buttons.ts';
import { backToList } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { StoredPress } from '../../kit/slack/press-queue.ts';
import type { Services } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { type Responder, sameResponder } from '../alert.ts';
import { outcomesOf } from '../delivery-status.ts';
import { type IncidentStatus, isAcknowledgedBy } from '../incident-actions.ts';
import { responder as nameOfResponder, userOf } from '../posts/text-lines.ts';
import { incidentList } from './incidents/list.ts';
import { ACTION, aboutSchema, responder } from './notices.ts';

/** The answer to a press. `identities`: the presser's, under any of which they may have acknowledged an incident. */
type ActAnswer = (
  words: Wording,
  incidents: readonly IncidentStatus[],
  press: StoredPress,
  identities: readonly Responder[],
) => Promise<Message> | Message;

/** "Acknowledge". */
export function takeAlerts(services: Services): SlackListener {
  return onAct(
    services,
    { action: ACTION.takeAlerts, act: 'acknowledge' },
    async (words, incidents, press, identities) => {
      const { answers } = words.responding;
      const open = incidents.filter(({ endedAt }) => endedAt === null);
      const mine = open.filter(incident => isAcknowledgedBy(incident, identities));
      const [theirs] = open.flatMap(({ acknowledged }) => acknowledged ?? []);
      if (open.length === 0) return { text: answers.over };
      if (mine.length > 0) return acknowledgedByYou(services, words, mine, press);
      return theirs ? acknowledgedByAnother(services, words, open, press) : { text: answers.soon };
    },
  );
}

/** "Keep it longer". */
export function extendAlerts(services: Services): SlackListener {
  return onAct(
    services,
    { action: ACTION.extendAlerts, act: 'extend' },
    async (words, incidents, press, identities) => {
      const { answers } = words.responding;
      const open = incidents.filter(({ endedAt }) => endedAt === null);
      const mine = open.filter(incident => isAcknowledgedBy(incident, identities));
      if (open.length === 0) return { text: answers.over };
      if (mine.length === 0) return acknowledgedByAnother(services, words, open, press);
      const ends = mine.flatMap(({ acknowledged }) => acknowledged?.until ?? []);
      return { text: answers.longer(ends.length > 0 ? services.clock.wall(Math.min(...ends)) : null) };
    },
  );
}

/** "Give it back". */
export function giveBackAlerts(services: Services): SlackListener {
  return onAct(
    services,
    { action: ACTION.giveBackAlerts, act: 'give_back' },
    (words, incidents, press, identities) => {
      const { answers } = words.responding;
      const open = incidents.filter(({ endedAt }) => endedAt === null);
      if (open.length === 0) return { text: answers.over };
      if (open.some(incident => isAcknowledgedBy(incident, identities))) return { text: answers.soon };
      if (open.some(({ acknowledged }) => acknowledged === null)) return { text: answers.givenBack };
      return acknowledgedByAnother(services, words, open, press);
    },
  );
}

/** Answers that another responder has acknowledged the incidents, or that none has. */
async function acknowledgedByAnother(
  { teammates, clock }: Services,
  { responding: { answers } }: Wording,
  open: readonly IncidentStatus[],
  { workspace }: StoredPress,
): Promise<Message> {
  const [theirs] = open.flatMap(({ acknowledged }) => acknowledged ?? []);
  if (!theirs) return { text: answers.nobodys };
  const nameNumber = userOf(await teammates.numbers(workspace));
  return {
    text: answers.theirs({ name: nameOfResponder(theirs.by, nameNumber), at: clock.wall(theirs.at) }),
  };
}

/** "Resolve here", after Slack's confirmation dialog. */
export function resolveAlerts(services: Services): SlackListener {
  return onAct(services, { action: ACTION.resolveAlerts, act: 'resolve' }, (words, incidents, { userId }) => {
    const { answers } = words.responding;
    if (incidents.some(({ endedAt }) => endedAt === null)) return { text: answers.soon };
    const isMine = ({ resolvedBy }: IncidentStatus): boolean =>
      resolvedBy !== null && sameResponder(resolvedBy, { kind: 'person', userId });
    return { text: incidents.some(isMine) ? answers.resolved : answers.over };
  });
}

/** A button on a post, for responders to its incidents. */
function onAct(
  services: Services,
  { action, act }: { action: string; act: 'acknowledge' | 'extend' | 'give_back' | 'resolve' },
  answer: ActAnswer,
): SlackListener {
  return onPress(services, action, {
    read: value => parseStoredJson(aboutSchema, value),
    permission: responder,
    requiresLiveFacts: false,
    async handle(handlerServices, press, { hook, ...which }) {
      const { responding, words } = handlerServices;
      const { workspace, userId, idempotencyKey, at } = press;
      const by = { kind: 'person', userId } as const;
      const carriedOut = await responding.note(
        workspace,
        { action: act, hook, which, by, at },
        idempotencyKey,
      );
      // Resolving is recorded under the presser's user only.
      const identities = act === 'resolve' ? [] : await responding.identities(workspace, by);
      const incidents = await carriedOut();
      const wording = await words.of(workspace, userId);
      const message = await answer(wording, incidents, press, identities);
      if (press.view?.callback !== incidentList.id) return { kind: 'message', message };
      return {
        kind: 'shown',
        view: await backToList(handlerServices, wording, press, incidentList, message.text),
      };
    },
  });
}

/** Answers the responder who has the incidents: how many texts were cancelled, and how to give the incidents back. */
async function acknowledgedByYou(
  { history }: Services,
  words: Wording,
  mine: readonly IncidentStatus[],
  { workspace }: StoredPress,
): Promise<Message> {
  const { answers } = words.responding;
  const intents = [...new Set(mine.flatMap(incident => incident.intents))].slice(-MAX_INTENTS);
  const outcomes = await outcomesOf(history, workspace, intents);
  const states = outcomes.flatMap(({ texts }) => texts).map(({ state }) => state);
  const unplanned = outcomes.filter(({ texts, problem }) => texts.length === 0 && problem).length;
  const text = answers.yours({
    cancelled: unplanned + states.filter(state => state === 'cancelled').length,
    sending: states.filter(state => state === 'sending').length,
  });
  return { text: `${text} ${answers.mistake}` };
}

/** Only the last intents are counted in a storm, because each takes a look-up. */
const MAX_INTENTS = 200;
