import type { Clock } from '../kit/clock.ts';
import { ERASED_NUMBER, isLocalNumber, type LocalNumber } from '../kit/number.ts';
import type { Language } from '../kit/words/languages.ts';
import type { Intents } from '../texts/store/accept.ts';
import type { History } from '../texts/store/history.ts';
import type { TextLink } from '../texts/store/links.ts';
import type { TextState } from '../texts/text.ts';
import type { KnownNumbers, People } from '../workspace/people.ts';
import type { Languages } from '../workspace/settings.ts';
import { type Responder, sameResponder } from './alert.ts';
import { outcomesOf } from './delivery-status.ts';
import type { Hook, Hooks } from './hooks.ts';
import type { IncidentActions, IncidentStatus } from './incident-actions.ts';
import { alertSourceOf } from './plan-texts.ts';

const MINUTE_MS = 60_000;

/** How many intents of theirs we look up to say who was texted. */
const MAX_INTENTS = 20;

/** What the link in a text leads to. */
export type AlertLink = TextLink & { intent: string };

/** What the page's buttons do. `extend`: they have it for longer, from now on for as long as the hook says. */
export const PAGE_ACTIONS = ['take', 'extend', 'give_back'] as const;
type PageAction = (typeof PAGE_ACTIONS)[number];

/** How what a text told of stands, for whoever got it. */
export type Situation = {
  language: Language;
  /** At least one. */
  incidents: IncidentStatus[];
  /** What teammates who took them or were texted are called, by their ids and by their numbers, as far as we know. */
  names: ReadonlyMap<string, string>;
  /** What they can do about it now. */
  can: Record<PageAction, boolean>;
  /** Everybody else whom it was texted to, and what became of the latest text to each. */
  others: { number: LocalNumber; state: TextState }[];
};

/** Taking incidents by the link in a text, without Slack. */
export type Answering = {
  /** Null: there is nothing behind the link any more. */
  look(link: AlertLink): Promise<Situation | null>;
  /** Does what its reader pressed, if they can. False: it is written down, but not carried out yet. */
  press(link: AlertLink, what: PageAction): Promise<boolean>;
};

/** Only incidents of hooks whose texts have links: if somebody switches them off, those that are on their way are dead. */
export function createAnswering(deps: {
  responding: Pick<IncidentActions, 'act' | 'find'>;
  intents: Pick<Intents, 'intent'>;
  hooks: Pick<Hooks, 'list'>;
  history: Pick<History, 'outcome'>;
  languages: Pick<Languages, 'of'>;
  people: Pick<People, 'knownName'>;
  teammates: KnownNumbers;
  clock: Clock;
}): Answering {
  const { responding, intents, hooks, history, languages, people, teammates, clock } = deps;

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
    reader: Responder,
  ): Situation['can'] {
    const open = incidents.filter(({ endedAt }) => endedAt === null);
    const theirs = open.filter(({ acknowledged }) => acknowledged && sameResponder(acknowledged.by, reader));
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
    };
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
      const [language, others] = await Promise.all([
        known.get(first.hook)?.language ?? languages.of(link.workspace, null),
        textedOf(link, incidents),
      ]);
      const names = await namesOf(link.workspace, incidents, others);
      return { language, incidents, names, can: whatCanBeDone(incidents, known, readerOf(link)), others };
    },

    async press(link, what) {
      const by = readerOf(link);
      const known = await linkedHooks(link.workspace);
      const before = await incidentsOf(link, known);
      // Pressing again and again writes down nothing.
      if (!whatCanBeDone(before, known, by)[what]) return true;
      const at = clock.now();
      const its = [...new Set(before.map(({ hook }) => hook))];
      const after = await Promise.all(
        its.map(hook => {
          const incidents = before.filter(one => one.hook === hook).map(({ id }) => id);
          const action = what === 'take' ? 'acknowledge' : what;
          return responding.act(link.workspace, { action, hook, which: { incidents, upTo: null }, by, at });
        }),
      );
      return !whatCanBeDone(after.flat(), known, by)[what];
    },
  };
}

const keyOf = (by: Responder): string => (by.kind === 'person' ? by.userId : by.number);

const readerOf = ({ number }: AlertLink): Responder => ({ kind: 'number', number });
