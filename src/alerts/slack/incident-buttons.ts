import { onPress } from '../../kit/slack/buttons.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { StoredPress } from '../../kit/slack/press-queue.ts';
import type { Services } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { type Responder, sameResponder } from '../alert.ts';
import { outcomesOf } from '../delivery-status.ts';
import { type IncidentStatus, isAcknowledgedBy } from '../incident-actions.ts';
import { responder as named, userOf } from '../posts/text-lines.ts';
import { ACTION, aboutSchema, responder } from './notices.ts';

/** What somebody who pressed is told about incidents as they stand now. `as`: as whom they may have acknowledged them. */
type ActAnswer = (
  words: Wording,
  incidents: readonly IncidentStatus[],
  press: StoredPress,
  as: readonly Responder[],
) => Promise<Message> | Message;

/** "Acknowledge". */
export function takeAlerts(services: Services): SlackListener {
  return onAct(
    services,
    { action: ACTION.takeAlerts, act: 'acknowledge' },
    async (words, incidents, press, as) => {
      const { told } = words.responding;
      const open = incidents.filter(({ endedAt }) => endedAt === null);
      const mine = open.filter(incident => isAcknowledgedBy(incident, as));
      const [theirs] = open.flatMap(({ acknowledged }) => acknowledged ?? []);
      if (open.length === 0) return { text: told.over };
      if (mine.length > 0) return yours(services, words, mine, press);
      return theirs ? othersHaveIt(services, words, open, press) : { text: told.soon };
    },
  );
}

/** "Keep it longer". */
export function extendAlerts(services: Services): SlackListener {
  return onAct(
    services,
    { action: ACTION.extendAlerts, act: 'extend' },
    async (words, incidents, press, as) => {
      const { told } = words.responding;
      const open = incidents.filter(({ endedAt }) => endedAt === null);
      const [first, ...others] = open.filter(incident => isAcknowledgedBy(incident, as));
      if (open.length === 0) return { text: told.over };
      if (!first) return othersHaveIt(services, words, open, press);
      const ends = [first, ...others].flatMap(({ acknowledged }) => acknowledged?.until ?? []);
      return { text: told.longer(ends.length > 0 ? services.clock.wall(Math.min(...ends)) : null) };
    },
  );
}

/** "Give it back". */
export function giveBackAlerts(services: Services): SlackListener {
  return onAct(
    services,
    { action: ACTION.giveBackAlerts, act: 'give_back' },
    (words, incidents, press, as) => {
      const { told } = words.responding;
      const open = incidents.filter(({ endedAt }) => endedAt === null);
      if (open.length === 0) return { text: told.over };
      if (open.some(incident => isAcknowledgedBy(incident, as))) return { text: told.soon };
      if (open.some(({ acknowledged }) => acknowledged === null)) return { text: told.givenBack };
      return othersHaveIt(services, words, open, press);
    },
  );
}

/** Somebody else has it, or nobody does. */
async function othersHaveIt(
  { teammates, clock }: Services,
  { responding: { told } }: Wording,
  open: readonly IncidentStatus[],
  { workspace }: StoredPress,
): Promise<Message> {
  const [theirs] = open.flatMap(({ acknowledged }) => acknowledged ?? []);
  if (!theirs) return { text: told.nobodys };
  const who = userOf(await teammates.numbers(workspace));
  return { text: told.theirs({ who: named(theirs.by, who), at: clock.wall(theirs.at) }) };
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
  { action, act }: { action: string; act: 'acknowledge' | 'extend' | 'give_back' | 'resolve' },
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
      // Whoever resolves acts as nobody else.
      const as = act === 'resolve' ? [] : await responding.identities(workspace, by);
      const message = await answer(await words.of(workspace, userId), await carriedOut(), press, as);
      return { kind: 'message', message };
    },
  });
}

/** They have it: what became of the texts, and that there is a way back. */
async function yours(
  { history }: Services,
  words: Wording,
  mine: readonly IncidentStatus[],
  { workspace }: StoredPress,
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
  return { text: `${text} ${told.mistake}` };
}

/** Of a storm: each is looked up, to say what became of it. */
const MAX_INTENTS = 200;
