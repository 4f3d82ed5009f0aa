import { type Clock, within } from '../kit/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../kit/day.ts';
import { ERASED_NUMBER, isLocalNumber, type LocalNumber } from '../kit/number.ts';
import type { Language } from '../kit/words/languages.ts';
import type { Intents } from '../texts/store/accept.ts';
import type { History } from '../texts/store/history.ts';
import type { TextLink } from '../texts/store/links.ts';
import type { TextState } from '../texts/text.ts';
import type { KnownNumbers, People } from '../workspace/people.ts';
import type { Languages } from '../workspace/settings.ts';
import { isAmong, type Responder } from './alert.ts';
import { outcomesOf } from './delivery-status.ts';
import type { Hook, Hooks } from './hooks.ts';
import { type IncidentActions, type IncidentStatus, isAcknowledgedBy } from './incident-actions.ts';
import { calledAfter, isForResponders, MAX_MUTED_GROUPS, MUTE_HOURS, type Mutes } from './mutes.ts';
import { alertSourceOf } from './plan-texts.ts';
import { isRoomFor } from './policy/incidents/mutes.ts';
import type { Mute } from './policy/incidents/state.ts';
import { recipientIn } from './timeline/lines.ts';
import { type IncidentTimeline, isTimelineOf } from './timeline/timeline.ts';
import type { Timelines } from './timeline/worker.ts';

/** The page is shown without the workspace's name if Slack takes longer. */
const NAME_TIMEOUT_MS = 500;

/** Only the newest intents are looked up for the list of texted numbers. */
const MAX_INTENTS = 20;

export type AlertLink = TextLink & { intent: string };

/** `extend`: the acknowledgement starts again, for as long as the hook says. */
export const PAGE_ACTIONS = ['take', 'extend', 'give_back', 'unmute'] as const;
type PageAction = (typeof PAGE_ACTIONS)[number] | 'mute';

/** The status of a text's incidents, for the reader of the text. */
export type Situation = {
  language: Language;
  /** The workspace's name; null if it is unknown now. */
  company: string | null;
  /** The names of the incidents' hooks. */
  hooks: readonly string[];
  /** At least one. */
  incidents: IncidentStatus[];
  /** The reader's identities, under any of which they may have acknowledged an incident. */
  reader: readonly Responder[];
  /** Known names of teammates who acknowledged an incident or were texted, by their ids and numbers. */
  names: ReadonlyMap<string, string>;
  /** The actions open to the reader. `mute`: for incidents that they have acknowledged; `unmute`: see `endableBy`. */
  can: Record<PageAction, boolean>;
  /** The workspace has no room for the reader's mute. */
  isFull: boolean;
  /** The other numbers that were texted, each with the state of its latest text. */
  texted: { number: LocalNumber; state: TextState }[];
  /** What happened to the incidents. */
  timelines: IncidentTimeline[];
};

/** Acts on incidents by the link in a text, without Slack. */
export type IncidentLinks = {
  /** Null if the link leads to no incident any more. */
  look(link: AlertLink): Promise<Situation | null>;
  /**
   * Carries out a press, if the action is open to the reader.
   *
   * @param hours how long to mute
   * @returns false if it is stored, but not carried out yet
   */
  press(link: AlertLink, action: PageAction, hours?: (typeof MUTE_HOURS)[number]): Promise<boolean>;
};

/** Only for hooks with links: switching links off also disables those in sent texts. */
export function createIncidentLinks(deps: {
  responding: Pick<IncidentActions, 'act' | 'find' | 'identities'>;
  mutes: Pick<Mutes, 'look' | 'begin' | 'end'>;
  timelines: Pick<Timelines, 'of'>;
  intents: Pick<Intents, 'intent'>;
  hooks: Pick<Hooks, 'list'>;
  history: Pick<History, 'outcome'>;
  languages: Pick<Languages, 'of'>;
  people: Pick<People, 'knownName'>;
  teammates: KnownNumbers;
  companyOf: (workspace: string) => Promise<string | null>;
  clock: Clock;
}): IncidentLinks {
  const { responding, mutes, timelines, intents, hooks, history, languages, people, teammates, clock } = deps;

  const linkedHooks = async (workspace: string): Promise<Map<string, Hook>> =>
    new Map((await hooks.list(workspace)).filter(({ link }) => link).map(hook => [hook.id, hook]));

  async function incidentIdsOf(workspace: string, id: string): Promise<number[]> {
    const intent = await intents.intent(workspace, id);
    return (intent && alertSourceOf(intent)?.incidents) ?? [];
  }

  const incidentsOf = async ({ workspace, intent }: AlertLink, linked: ReadonlyMap<string, Hook>) => {
    const incidents = await incidentIdsOf(workspace, intent);
    return (await responding.find(workspace, { incidents, upTo: null })).filter(({ hook }) =>
      linked.has(hook),
    );
  };

  /** The timelines of these incidents. */
  async function timelinesOf(
    workspace: string,
    incidents: readonly IncidentStatus[],
  ): Promise<IncidentTimeline[]> {
    const ofHooks = new Set(incidents.map(({ hook }) => hook));
    const all = await Promise.all([...ofHooks].map(hook => timelines.of(workspace, hook)));
    return all.flat().filter(timeline => incidents.some(incident => isTimelineOf(timeline, incident)));
  }

  function actionsOf(
    incidents: readonly IncidentStatus[],
    linked: ReadonlyMap<string, Hook>,
    reader: readonly Responder[],
  ): Situation['can'] {
    const open = incidents.filter(({ endedAt }) => endedAt === null);
    const theirs = open.filter(incident => isAcknowledgedBy(incident, reader));
    // Extending must add at least a minute.
    const isShort = ({ hook, acknowledged }: IncidentStatus): boolean => {
      const minutes = linked.get(hook)?.acknowledgedMinutes ?? Infinity;
      const until = acknowledged?.until ?? Infinity;
      return until < clock.now() + (minutes - 1) * MINUTE_MS;
    };
    return {
      take: open.some(({ acknowledged }) => acknowledged === null),
      extend: theirs.some(isShort),
      give_back: theirs.length > 0,
      mute: theirs.some(({ mute }) => mute === null),
      unmute: endableBy(open, reader).length > 0,
    };
  }

  async function muteOwn(
    link: AlertLink,
    incidents: readonly IncidentStatus[],
    reader: readonly Responder[],
    hours: number,
  ): Promise<boolean> {
    const { workspace } = link;
    const by = responderOf(link);
    const until = clock.now() + hours * HOUR_MS;
    const begun = muteable(incidents, reader).map(({ muted, ...mute }) =>
      mutes.begin(
        workspace,
        { ...mute, by, until },
        // The last change tells a new mute from a repeated press, because alerts that fire after a mute have a new change number.
        JSON.stringify([by, ...muted.map(incident => [incident.id, incident.lastChange])]),
      ),
    );
    return (await Promise.all(begun)).every(result => result !== 'soon');
  }

  async function namesOf(
    workspace: string,
    incidents: readonly IncidentStatus[],
    texted: Situation['texted'],
    timelines: readonly IncidentTimeline[],
  ) {
    const entries = timelines.flatMap(timeline => timeline.entries);
    const users = await teammates.numbers(workspace);
    const keys = new Set([
      ...incidents.flatMap(({ acknowledged }) => (acknowledged ? keyOf(acknowledged.by) : [])),
      ...texted.map(({ number }) => number),
      ...entries.flatMap(({ by, to = [] }) => [...(by ? [keyOf(by)] : []), ...to.flatMap(namedBy)]),
    ]);
    const names = [...keys].map(
      async key => [key, await people.knownName(workspace, users.get(key) ?? key)] as const,
    );
    return new Map(
      (await Promise.all(names)).flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])),
    );
  }

  async function textedOf(
    { workspace, number, intent }: AlertLink,
    incidents: readonly IncidentStatus[],
  ): Promise<Situation['texted']> {
    const intents = new Set([intent, ...incidents.flatMap(incident => incident.intents).slice(-MAX_INTENTS)]);
    const texts = (await outcomesOf(history, workspace, intents)).flatMap(outcome => outcome.texts);
    const reached = incidents.flatMap(({ numbers }) => numbers).filter(isLocalNumber);
    const latest = new Map<LocalNumber, TextState>([
      ...reached.map(reachedNumber => [reachedNumber, 'sent'] as const),
      ...texts.map(text => [text.number, text.state] as const),
    ]);
    return [...latest].flatMap(([texted, state]) =>
      texted === number || texted === ERASED_NUMBER ? [] : { number: texted, state },
    );
  }

  return {
    async look(link) {
      const linked = await linkedHooks(link.workspace);
      const incidents = await incidentsOf(link, linked);
      const [first] = incidents;
      if (!first) return null;
      const [language, texted, company, reader, happened] = await Promise.all([
        linked.get(first.hook)?.language ?? languages.of(link.workspace, null),
        textedOf(link, incidents),
        within(clock, NAME_TIMEOUT_MS, deps.companyOf(link.workspace), null),
        responding.identities(link.workspace, responderOf(link)),
        timelinesOf(link.workspace, incidents),
      ]);
      const hookNames = new Set(incidents.flatMap(({ hook }) => linked.get(hook)?.name ?? []));
      const can = actionsOf(incidents, linked, reader);
      const [names, { mutes: current }] = await Promise.all([
        namesOf(link.workspace, incidents, texted, happened),
        can.mute ? mutes.look(link.workspace) : { mutes: [] },
      ]);
      const isFull = muteable(incidents, reader).some(mute => !isRoomFor(mute, current));
      const about = { language, company, hooks: [...hookNames], incidents, reader, names };
      return { ...about, can, isFull, texted, timelines: happened };
    },

    async press(link, action, hours = MUTE_HOURS[0]) {
      const by = responderOf(link);
      const { workspace } = link;
      const reader = await responding.identities(workspace, by);
      const linked = await linkedHooks(link.workspace);
      const before = await incidentsOf(link, linked);
      // A repeated press stores nothing.
      if (!actionsOf(before, linked, reader)[action]) return true;
      if (action === 'mute') return muteOwn(link, before, reader, hours);
      if (action === 'unmute') {
        const ids = new Set(endableBy(before, reader).map(({ id }) => id));
        const ended = await Promise.all([...ids].map(id => mutes.end(workspace, id, by)));
        return ended.every(result => result !== 'soon');
      }
      const at = clock.now();
      const after = await Promise.all(
        [...Map.groupBy(before, ({ hook }) => hook)].map(([hook, incidents]) =>
          responding.act(workspace, {
            action: action === 'take' ? 'acknowledge' : action,
            hook,
            which: { incidents: incidents.map(({ id }) => id), upTo: null },
            by,
            at,
          }),
        ),
      );
      return !actionsOf(after.flat(), linked, reader)[action];
    },
  };
}

/** A mute for each hook, of the groups that the reader has acknowledged. */
function muteable(incidents: readonly IncidentStatus[], reader: readonly Responder[]) {
  const own = incidents.filter(
    incident => incident.endedAt === null && incident.mute === null && isAcknowledgedBy(incident, reader),
  );
  return [...Map.groupBy(own, ({ hook }) => hook)].map(([hook, incidentsOfHook]) => {
    const muted = incidentsOfHook.slice(0, MAX_MUTED_GROUPS);
    const firing = muted.flatMap(({ alerts }) => alerts.filter(({ status }) => status === 'firing'));
    const groups = muted.map(({ group }) => group);
    return { hook, groups, called: calledAfter(firing), labels: [], reason: '', muted };
  });
}

/** Mutes by responders that the reader may end: their own, and those of incidents that they have acknowledged. */
const endableBy = (incidents: readonly IncidentStatus[], reader: readonly Responder[]): Mute[] =>
  incidents.flatMap(incident => {
    const { mute } = incident;
    if (incident.endedAt !== null || !mute) return [];
    const isTheirs = isAmong(reader, mute.by) || isAcknowledgedBy(incident, reader);
    return isForResponders(mute) && isTheirs ? [mute] : [];
  });

/** The number, or the user id, that a recipient of a timeline's entry is named by. */
function namedBy(to: string): string[] {
  if (isLocalNumber(to)) return [to];
  const recipient = recipientIn(to);
  return recipient?.kind === 'teammate' ? [recipient.userId] : [];
}

const keyOf = (by: Responder): string => (by.kind === 'person' ? by.userId : by.number);

const responderOf = ({ number }: AlertLink): Responder => ({ kind: 'number', number });
