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

/** The page doesn't wait longer than this for Slack to say what the workspace is called. */
const NAME_WAIT_MS = 500;

/** How many intents of theirs we look up to say who was texted. */
const MAX_INTENTS = 20;

/** What the link in a text leads to. */
export type AlertLink = TextLink & { intent: string };

/** What the page's buttons do. `extend`: they have it for longer, from now on for as long as the hook says. */
export const PAGE_ACTIONS = ['take', 'extend', 'give_back', 'unmute'] as const;
type PageAction = (typeof PAGE_ACTIONS)[number] | 'mute';

/** How what a text told of stands, for whoever got it. */
export type Situation = {
  language: Language;
  /** What the workspace is called; null: not known now. */
  company: string | null;
  /** The names of the hooks that they are of. */
  hooks: readonly string[];
  /** At least one. */
  incidents: IncidentStatus[];
  /** As whom its reader may have acknowledged them. */
  reader: readonly Responder[];
  /** What teammates who took them or were texted are called, by their ids and by their numbers, as far as we know. */
  names: ReadonlyMap<string, string>;
  /** What they can do about it now. `mute`: what they have acknowledged; `unmute`: what nobody but they, or such a mute, keeps quiet. */
  can: Record<PageAction, boolean>;
  /** There is room for no further mute. */
  isFull: boolean;
  /** Everybody else whom it was texted to, and what became of the latest text to each. */
  others: { number: LocalNumber; state: TextState }[];
};

/** Taking incidents by the link in a text, without Slack. */
export type Answering = {
  /** Null: there is nothing behind the link any more. */
  look(link: AlertLink): Promise<Situation | null>;
  /**
   * Does what its reader pressed, if they can. False: it is written down, but not carried out yet.
   *
   * @param hours for which to mute
   */
  press(link: AlertLink, what: PageAction, hours?: (typeof MUTE_HOURS)[number]): Promise<boolean>;
};

/** Only incidents of hooks whose texts have links: if somebody switches them off, those that are on their way are dead. */
export function createAnswering(deps: {
  responding: Pick<IncidentActions, 'act' | 'find' | 'identities'>;
  mutes: Pick<Mutes, 'look' | 'begin' | 'end'>;
  intents: Pick<Intents, 'intent'>;
  hooks: Pick<Hooks, 'list'>;
  history: Pick<History, 'outcome'>;
  languages: Pick<Languages, 'of'>;
  people: Pick<People, 'knownName'>;
  teammates: KnownNumbers;
  companyOf: (workspace: string) => Promise<string | null>;
  clock: Clock;
}): Answering {
  const { responding, mutes, intents, hooks, history, languages, people, teammates, clock } = deps;

  const linkedHooks = async (workspace: string): Promise<Map<string, Hook>> =>
    new Map((await hooks.list(workspace)).filter(({ link }) => link).map(hook => [hook.id, hook]));

  async function toldBy(workspace: string, id: string): Promise<number[]> {
    const intent = await intents.intent(workspace, id);
    return (intent && alertSourceOf(intent)?.incidents) ?? [];
  }

  const incidentsOf = async ({ workspace, intent }: AlertLink, known: ReadonlyMap<string, Hook>) =>
    (await responding.find(workspace, { incidents: await toldBy(workspace, intent), upTo: null })).filter(
      ({ hook }) => known.has(hook),
    );

  function whatCanBeDone(
    incidents: readonly IncidentStatus[],
    known: ReadonlyMap<string, Hook>,
    reader: readonly Responder[],
  ): Situation['can'] {
    const open = incidents.filter(({ endedAt }) => endedAt === null);
    const theirs = open.filter(incident => isAcknowledgedBy(incident, reader));
    // A press that wouldn't add a minute isn't offered.
    const isShort = ({ hook, acknowledged }: IncidentStatus): boolean => {
      const minutes = known.get(hook)?.acknowledgedMinutes ?? Infinity;
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

  /** Mutes what its reader has acknowledged of each hook. */
  async function muteOwn(
    link: AlertLink,
    incidents: readonly IncidentStatus[],
    reader: readonly Responder[],
    hours: number,
  ): Promise<boolean> {
    const { workspace } = link;
    const by = responderOf(link);
    const until = clock.now() + hours * HOUR_MS;
    const done = ownToMute(incidents, reader).map(({ its, ...what }) =>
      mutes.begin(
        workspace,
        { ...what, by, until },
        // What fires again once a mute has ended has other changes: the same press is a new mute then.
        JSON.stringify([by, ...its.map(one => [one.id, one.lastChange])]),
      ),
    );
    return (await Promise.all(done)).every(one => one !== 'soon');
  }

  async function namesOf(
    workspace: string,
    incidents: readonly IncidentStatus[],
    others: Situation['others'],
  ) {
    const users = await teammates.numbers(workspace);
    const keys = new Set([
      ...incidents.flatMap(({ acknowledged }) => (acknowledged ? keyOf(acknowledged.by) : [])),
      ...others.map(({ number }) => number),
    ]);
    const named = [...keys].map(
      async key => [key, await people.knownName(workspace, users.get(key) ?? key)] as const,
    );
    return new Map(
      (await Promise.all(named)).flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])),
    );
  }

  async function textedOf(
    { workspace, number, intent }: AlertLink,
    incidents: readonly IncidentStatus[],
  ): Promise<Situation['others']> {
    const intents = new Set([intent, ...incidents.flatMap(one => one.intents).slice(-MAX_INTENTS)]);
    const texts = (await outcomesOf(history, workspace, intents)).flatMap(outcome => outcome.texts);
    const reached = incidents.flatMap(({ numbers }) => numbers).filter(isLocalNumber);
    const latest = new Map<LocalNumber, TextState>([
      ...reached.map(other => [other, 'sent'] as const),
      ...texts.map(text => [text.number, text.state] as const),
    ]);
    return [...latest].flatMap(([other, state]) =>
      other === number || other === ERASED_NUMBER ? [] : { number: other, state },
    );
  }

  return {
    async look(link) {
      const known = await linkedHooks(link.workspace);
      const incidents = await incidentsOf(link, known);
      const [first] = incidents;
      if (!first) return null;
      const [language, others, company, reader] = await Promise.all([
        known.get(first.hook)?.language ?? languages.of(link.workspace, null),
        textedOf(link, incidents),
        within(clock, NAME_WAIT_MS, deps.companyOf(link.workspace), null),
        responding.identities(link.workspace, responderOf(link)),
      ]);
      const named = new Set(incidents.flatMap(({ hook }) => known.get(hook)?.name ?? []));
      const can = whatCanBeDone(incidents, known, reader);
      const [names, { mutes: muted }] = await Promise.all([
        namesOf(link.workspace, incidents, others),
        can.mute ? mutes.look(link.workspace) : { mutes: [] },
      ]);
      const isFull = ownToMute(incidents, reader).some(what => !isRoomFor(what, muted));
      return { language, company, hooks: [...named], incidents, reader, names, can, isFull, others };
    },

    async press(link, what, hours = MUTE_HOURS[0]) {
      const by = responderOf(link);
      const { workspace } = link;
      const reader = await responding.identities(workspace, by);
      const known = await linkedHooks(link.workspace);
      const before = await incidentsOf(link, known);
      // Pressing again and again writes down nothing.
      if (!whatCanBeDone(before, known, reader)[what]) return true;
      if (what === 'mute') return muteOwn(link, before, reader, hours);
      if (what === 'unmute') {
        const ids = new Set(endableBy(before, reader).map(({ id }) => id));
        const ended = await Promise.all([...ids].map(id => mutes.end(workspace, id, by)));
        return ended.every(one => one !== 'soon');
      }
      const at = clock.now();
      const its = [...new Set(before.map(({ hook }) => hook))];
      const after = await Promise.all(
        its.map(hook => {
          const incidents = before.filter(one => one.hook === hook).map(({ id }) => id);
          const action = what === 'take' ? 'acknowledge' : what;
          return responding.act(workspace, { action, hook, which: { incidents, upTo: null }, by, at });
        }),
      );
      return !whatCanBeDone(after.flat(), known, reader)[what];
    },
  };
}

/** What a press mutes: of each hook the groups that its reader has acknowledged. */
function ownToMute(incidents: readonly IncidentStatus[], reader: readonly Responder[]) {
  const own = incidents.filter(
    one => one.endedAt === null && one.mute === null && isAcknowledgedBy(one, reader),
  );
  return [...Map.groupBy(own, ({ hook }) => hook)].map(([hook, all]) => {
    const its = all.slice(0, MAX_MUTED_GROUPS);
    const firing = its.flatMap(({ alerts }) => alerts.filter(({ status }) => status === 'firing'));
    const groups = its.map(({ group }) => group);
    return { hook, groups, called: calledAfter(firing), labels: [], reason: '', its };
  });
}

/** Mutes that a reader may end: of those made for what somebody has acknowledged, their own, and what they could mute as well. */
const endableBy = (incidents: readonly IncidentStatus[], reader: readonly Responder[]): Mute[] =>
  incidents.flatMap(incident => {
    const { mute } = incident;
    if (incident.endedAt !== null || !mute) return [];
    const isTheirs = isAmong(reader, mute.by) || isAcknowledgedBy(incident, reader);
    return isForResponders(mute) && isTheirs ? [mute] : [];
  });

const keyOf = (by: Responder): string => (by.kind === 'person' ? by.userId : by.number);

const responderOf = ({ number }: AlertLink): Responder => ({ kind: 'number', number });
