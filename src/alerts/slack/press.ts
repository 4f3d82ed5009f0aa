import { actions, section } from '../../kit/slack/elements.ts';
import type { Message } from '../../kit/slack/message.ts';
import { onPress } from '../../kit/slack/press.ts';
import type { StoredPress } from '../../kit/slack/presses.ts';
import type { Services } from '../../kit/slack/services.ts';
import { keptJson } from '../../kit/slack/state.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { type Act, sameResponder } from '../alert.ts';
import { GIVE_BACK_MS } from '../deciding/act.ts';
import { outcomesOf } from '../fates.ts';
import { responder as named, whoOf } from '../posts/text-lines.ts';
import type { StandingIncident } from '../responding.ts';
import { ACTION, aboutSchema, giveBackButton, responder } from './notices.ts';

/** What somebody who pressed is told about incidents as they stand now. */
type ActAnswer = (
  words: Wording,
  incidents: readonly StandingIncident[],
  press: StoredPress,
) => Promise<Message> | Message;

/** "Acknowledge". */
export function takeAlerts(services: Services): Surface {
  return onAct(services, { action: ACTION.takeAlerts, act: 'take' }, async (words, incidents, press) => {
    const { told } = words.responding;
    const open = incidents.filter(({ endedAt }) => endedAt === null);
    const mine = open.filter(incident => isBy(incident, press));
    const [theirs] = open.flatMap(({ taken }) => taken ?? []);
    if (open.length === 0) return { text: told.over };
    if (mine.length > 0) return yours(services, words, mine, press);
    if (!theirs) return { text: told.soon };
    const who = whoOf(await services.teammates.numbers(press.workspace));
    return { text: told.theirs({ who: named(theirs.by, who), at: services.clock.wall(theirs.at) }) };
  });
}

/** "Give it back", for a minute. */
export function giveBackAlerts(services: Services): Surface {
  return onAct(services, { action: ACTION.giveBackAlerts, act: 'give_back' }, (words, incidents, press) => {
    const { told } = words.responding;
    const open = incidents.filter(({ endedAt }) => endedAt === null);
    if (open.length === 0) return { text: told.over };
    return { text: open.some(incident => isBy(incident, press)) ? told.tooLateToGiveBack : told.givenBack };
  });
}

/** "Resolve here", after Slack's confirmation dialog. */
export function resolveAlerts(services: Services): Surface {
  return onAct(services, { action: ACTION.resolveAlerts, act: 'resolve' }, (words, incidents, { userId }) => {
    const { told } = words.responding;
    if (incidents.some(({ endedAt }) => endedAt === null)) return { text: told.soon };
    const isMine = ({ resolvedBy }: StandingIncident): boolean =>
      resolvedBy !== null && sameResponder(resolvedBy, { kind: 'person', userId });
    return { text: incidents.some(isMine) ? told.resolved : told.over };
  });
}

/** A button that does something about the incidents of a post, for whoever may respond to them. */
function onAct(
  services: Services,
  { action, act }: { action: string; act: Exclude<Act['act'], 'text'> },
  answer: ActAnswer,
): Surface {
  return onPress(services, action, {
    read: value => keptJson(aboutSchema, value),
    may: responder,
    requiresLiveFacts: false,
    async carryOut({ responding, words }, press, { hook, ...which }) {
      const { workspace, userId, identity, at } = press;
      const by = { kind: 'person', userId } as const;
      const carriedOut = await responding.note(workspace, { act, hook, which, by, to: [], at }, identity);
      const said = await answer(await words.of(workspace, userId), await carriedOut(), press);
      // What only this person sees is replaced.
      return { kind: act === 'give_back' ? 'replaced' : 'told', message: said };
    },
  });
}

const isBy = ({ taken }: StandingIncident, { userId }: StoredPress): boolean =>
  taken !== null && sameResponder(taken.by, { kind: 'person', userId });

/** They have it: what became of the texts, and a way back. */
async function yours(
  { history, clock }: Services,
  words: Wording,
  mine: readonly StandingIncident[],
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
  const isRecent = mine.some(({ taken }) => taken && clock.now() - taken.at < GIVE_BACK_MS);
  if (!isRecent) return { text };
  const said = `${text} ${told.mistake}`;
  const button = giveBackButton(words, keptJson(aboutSchema, value));
  return { text: said, blocks: [section(said), actions(button)] };
}

/** Of a storm: each is looked up, to say what became of it. */
const MAX_INTENTS = 200;
