import type { Clock } from '../../kit/clock.ts';
import { asWritten, harmless, linkTo } from '../../kit/slack-text.ts';
import { type Wording, wordLeftOut } from '../../kit/words/wording.ts';
import type { IntentOutcome } from '../../texts/store/model.ts';
import { fromKey, placed, type Severity } from '../alert.ts';
import {
  addTallies,
  type Named,
  type NameTally,
  NO_ALERTS,
  type ShownAlert,
  type Standing,
  totalOf,
} from '../policy/channel/alert-summary.ts';
import { COUNTS } from '../policy/channel/channel-update.ts';
import type { ResponderActions } from '../policy/channel/post-status.ts';
import type { AlertMessage } from './feed.ts';
import {
  type Holds,
  leftOutOf,
  linesOfTexts,
  type NumberName,
  nameOf,
  responder,
  whoWasTexted,
} from './text-lines.ts';

const MAX_NAME = 120;
const MAX_WORDS = 400;
/** How many names are listed in one line. */
const MAX_NAMES = 8;
const MAX_IDS = 5;
/** How many mutes that ended together have a line each. */
const MAX_MUTES = 5;
/** How many lines say what became of texts, and how many who gets none. All alerts are behind a button. */
const MAX_LINES = 3;
/** How many names of whoever is next are listed. */
export const MAX_NEXT = 3;

/** Which severity needs somebody, or that nobody has to do anything about it. */
const SIGN: Readonly<Record<Severity | Exclude<Standing, 'open'>, string>> = {
  critical: ':red_circle:',
  error: ':large_orange_circle:',
  warning: ':large_yellow_circle:',
  info: ':large_blue_circle:',
  none: ':white_circle:',
  acknowledged: ':raising_hand:',
  muted: ':mute:',
  lapsed: ':white_circle:',
};

type LinesContext = {
  message: AlertMessage;
  hook: { name: string };
  /** Of its texts. */
  outcomes: readonly IntentOutcome[];
  words: Wording;
  clock: Pick<Clock, 'wall'>;
  holds: Holds;
  who: NumberName;
  /** Whoever the next step texts. */
  next: readonly string[];
};

/** Some lines of a post; `acknowledge`: the incident that a button below them is for. */
export type PostSection = { lines: string[]; acknowledge: number | null };

/** A message in lines of Slack's mrkdwn: what fires, who has it, who was texted, what was held back and why. */
export function sectionsOf(about: LinesContext): PostSection[] {
  const { message, hook, words } = about;
  const { resolved, lapsed, tried, status } = message;
  const counts = {
    firing: totalOf(firingIn(message)),
    resolved: totalOf(resolved),
    earlier: totalOf(lapsed),
    tests: totalOf(tried),
  };
  // What ended mutes covered says by itself whose it is.
  const isOnlyMutes =
    message.mutesEnded.length > 0 &&
    [...Object.values(counts), ...COUNTS.map(count => message[count])].every(count => count === 0);
  const headline = isOnlyMutes
    ? []
    : [words.alerts.post.headline({ hook: harmless(hook.name, 60), ...counts })];
  const sharing = status?.sharing ?? [];
  const rest = [
    ...overLines(message, words),
    ...statusLines(about),
    ...linesOfTexts(about.outcomes, about, MAX_LINES),
    ...pendingLine(about),
    ...heldLines(about),
    ...undeliverableLines(about),
    ...countLines(about),
  ];
  if (sharing.length === 0)
    return [{ lines: [...headline, ...worstLines(about), ...rest], acknowledge: null }];
  return [
    { lines: headline, acknowledge: null },
    ...sharing.map(one => ({
      lines: sharedLines(one, about),
      acknowledge: one.acknowledged ? null : one.id,
    })),
    { lines: rest, acknowledge: null },
  ];
}

/** What a phone shows first: what is down, and what is wrong with it. Null: nothing is. */
export function notificationOf({ status }: AlertMessage, words: Wording): string | null {
  const worst = status?.worst[0] ?? status?.sharing[0]?.worst;
  if (!worst) return null;
  const { name, places, summary } = worst;
  const [place = '', ...others] = places;
  const called = asWritten(name || words.alerts.beyond, MAX_NAME);
  const where =
    place === '' || others.length > 0
      ? called
      : words.alerts.placed({ name: called, place: asWritten(place, MAX_NAME) });
  const more = totalOf(status?.firing ?? NO_ALERTS) - 1;
  const named = more > 0 ? `${where} ${words.alerts.more({ alerts: more, still: 0 })}` : where;
  return summary === '' ? named : `${named}: ${asWritten(summary, MAX_WORDS)}`;
}

/** What fires, the worst first and with what is wrong. */
function worstLines({ message: { status }, words, clock }: LinesContext): string[] {
  return (status?.worst ?? []).flatMap(one => [alertLine(one, words), ...explained(one, words, clock)]);
}

/** One of several incidents: its worst alert, and who has it. */
function sharedLines(
  { worst, more, acknowledged }: NonNullable<AlertMessage['status']>['sharing'][number],
  { words, clock, who }: LinesContext,
): string[] {
  const { post } = words.alerts;
  const line = alertLine(worst, words);
  return [
    more > 0 ? post.andMore({ named: line, more }) : line,
    ...explained(worst, words, clock),
    ...(acknowledged
      ? [post.acknowledged({ who: actionsIn([acknowledged], words, clock, who), open: 0 })]
      : []),
  ];
}

/** What stands in no line of its own, and what is over. */
function overLines({ status, resolved, lapsed, tried }: AlertMessage, words: Wording): string[] {
  const { post } = words.alerts;
  const earlier = lapsed.names.slice(0, MAX_NAMES);
  const others = addTallies(status?.others ?? NO_ALERTS, { ...lapsed, names: lapsed.names.slice(MAX_NAMES) });
  return [
    ...earlier.map(one => alertLine({ ...one, places: [], standing: 'lapsed' }, words)),
    ...(totalOf(others) > 0 ? [post.others(countedNames(others, words))] : []),
    ...(totalOf(resolved) > 0 ? [post.resolved(countedNames(resolved, words))] : []),
    ...(totalOf(tried) > 0 ? [post.tried(countedNames(tried, words))] : []),
  ];
}

type CalledAlert = Pick<ShownAlert, 'name' | 'places' | 'alerts'>;

/** How severe it is, what it is called, and where it is if it is alone. */
export const alertLine = (
  one: CalledAlert & Pick<ShownAlert, 'severity' | 'standing'>,
  words: Wording,
): string =>
  `${SIGN[one.standing === 'open' ? one.severity : one.standing]} ${words.alerts.severity[one.severity]} ${calledIn(one, words)}`;

export const calledIn = (one: CalledAlert, words: Wording): string =>
  times({ name: nameIn(one, words), alerts: one.alerts }, words);

const nameIn = ({ name, alerts, places }: CalledAlert, words: Wording): string =>
  (alerts === 1 ? placed({ name, place: places[0] ?? '' }) : name) || words.alerts.beyond;

/** Where several are, what is wrong, and where the sender's links lead: a line each. */
export function explained(
  { alerts, places, summary, description, links, calledAt }: ShownAlert,
  { alerts: { post, link }, heartbeats }: Wording,
  { wall }: Pick<Clock, 'wall'>,
): string[] {
  const named = asWritten(places.join(' · '), MAX_WORDS);
  return [
    ...(alerts > 1 && places.length > 0
      ? [alerts > places.length ? post.andMore({ named, more: alerts - places.length }) : named]
      : []),
    ...(calledAt === undefined ? [] : [heartbeats.silent(wall(calledAt))]),
    ...[summary, description].filter(Boolean).map(said => asWritten(said, MAX_WORDS)),
    ...(links.length > 0 ? [links.map(({ what, url }) => linkTo(url, link[what])).join(' · ')] : []),
  ];
}

/** Who does something about it, and what comes next if nobody does. */
function statusLines({ message, outcomes, words, clock, who: named, next }: LinesContext): string[] {
  const { post } = words.alerts;
  const { status } = message;
  if (!status) return [];
  const { acknowledged, resolvedHere, open, unacknowledged, step, unanswered, unreached, blocked } = status;
  const who = (actions: typeof acknowledged): string =>
    actionsIn(open > 0 ? actions : actions.map(one => ({ ...one, until: null })), words, clock, named);
  const said = [
    // Of several, each says so itself.
    acknowledged.length > 0 &&
      status.sharing.length === 0 &&
      post.acknowledged({ who: who(acknowledged), open: open > 0 ? unacknowledged : 0 }),
    resolvedHere.length > 0 && post.resolvedHere(who(resolvedHere)),
  ].filter(part => part !== false);
  const { lost } = message;
  const { muted, mutedUntil, mutedBy, overdue, blockedBy } = status;
  return [
    ...(said.length > 0 ? [said.join(' ')] : []),
    // Once nobody answered, or all is muted, there is nothing to wait for.
    ...(overdue && unanswered === 0 && muted < totalOf(status.firing)
      ? [post.overdue({ who: responder(overdue.by, named), since: clock.wall(overdue.since) })]
      : []),
    ...(lost && open > 0 ? [post.acknowledgerLost(responder(lost, named))] : []),
    ...(mutedBy && mutedUntil !== null
      ? [
          post.mutedUntil({
            alerts: muted,
            who: responder(mutedBy, named),
            until: clock.wall(mutedUntil),
          }),
        ]
      : []),
    ...(blockedBy && blocked > 0 ? [post.blocked(post.blockedBecause[blockedBy])] : []),
    ...nextLine(),
  ];

  function nextLine(): string[] {
    if (unreached > 0 && unanswered === 0) return [post.nobodyReached];
    if (unanswered > 0) return [post.unanswered(whoWasTexted(message, outcomes, words, named))];
    // While no text can go, no step's time passes.
    if (open === 0 || blocked > 0 || !step || step.dueAt === null) return [];
    const at = clock.wall(step.dueAt);
    if (step.turn === step.of) return [post.nobodyNext(at)];
    const some = next.slice(0, MAX_NEXT);
    return some.length > 0
      ? [post.next({ who: some.join(', '), more: step.next.length - some.length, at })]
      : [];
  }
}

/** What people did, and when. */
const actionsIn = (
  actions: readonly ResponderActions[],
  { alerts: { post } }: Wording,
  clock: Pick<Clock, 'wall'>,
  who: NumberName,
): string =>
  actions
    .map(({ by, at, until }) =>
      post.handler({
        who: responder(by, who),
        at: clock.wall(at),
        until: until === null ? null : clock.wall(until),
      }),
    )
    .join(', ');

/** Whom texts are for of which nothing is known yet: the first post mentions them. */
function pendingLine({ message, outcomes, words, who }: LinesContext): string[] {
  const isKnown = outcomes.length >= message.texts.length && outcomes.every(({ settled }) => settled);
  const texted = new Set<string>(outcomes.flatMap(({ texts }) => texts.map(({ number }) => number)));
  const numbers = isKnown ? [] : message.to.filter(number => !texted.has(number));
  const { post } = words.alerts;
  return numbers.length > 0
    ? [post.texted({ numbers: numbers.map(who).join(', '), fate: words.state.queued })]
    : [];
}

/** What is held back now. */
function heldLines({ message: { held }, words, clock }: LinesContext): string[] {
  const { post } = words.alerts;
  if (!held) return [];
  const { alerts, until, why } = held;
  return [post.held({ alerts, until: clock.wall(until), because: post.because[why] })];
}

/** Who gets no text, and why. */
function undeliverableLines({ message, outcomes, words }: LinesContext): string[] {
  const { post } = words.alerts;
  const all = [
    ...message.undeliverable.map(({ recipient, alerts, problem }) => ({
      who: nameOf(fromKey(recipient)),
      alerts,
      because: problem ? wordLeftOut(words, problem) : words.waitingBecause.SLACK_UNAVAILABLE.why,
    })),
    ...leftOutOf(outcomes, words),
  ];
  const shown = all.slice(0, MAX_LINES).map(post.undeliverable);
  const more = all.length - shown.length + message.moreUndeliverable;
  if (more === 0) return shown;
  // On the last line, or a line of its own if it is the only one.
  return [...shown.slice(0, -1), [...shown.slice(-1), post.moreUndeliverable(more)].join(' ')];
}

/** What else is to be said, on one line, and what couldn't be read. */
function countLines({ message, hook, words, clock, who }: LinesContext): string[] {
  const { post } = words.alerts;
  // While they are, a line of its own says so.
  const isMuted = (message.status?.muted ?? 0) > 0;
  const said = COUNTS.flatMap(count =>
    message[count] > 0 && !(count === 'muted' && isMuted) ? post[count](message[count]) : [],
  );
  const ids = message.unreadable.slice(0, MAX_IDS);
  const { unwatched } = message;
  const times = unwatched && { from: clock.wall(unwatched.from), until: clock.wall(unwatched.until) };
  const mutes = message.mutesEnded.slice(-MAX_MUTES).map(({ by, endedBy, covered, firing }) =>
    post.muteEnded({
      hook: harmless(hook.name, 60),
      who: responder(by, who),
      endedBy: endedBy && responder(endedBy, who),
      covered,
      firing,
    }),
  );
  return [
    ...mutes,
    ...(times ? [words.heartbeats.unwatched(times)] : []),
    ...(said.length > 0 ? [said.join(' ')] : []),
    ...(ids.length > 0 ? [post.unreadable(ids)] : []),
  ];
}

const firingIn = ({ status }: AlertMessage): NameTally => status?.firing ?? NO_ALERTS;

/** What fires of a message, on one line. */
export function namesIn(message: AlertMessage, words: Wording): string {
  return countedNames(firingIn(message), words);
}

/** The most frequent first: "HighCPU ×20, DiskFull and 3 more". */
export function countedNames(all: NameTally, words: Wording): string {
  const some = all.names.toSorted((one, other) => other.alerts - one.alerts).slice(0, MAX_NAMES);
  const more = totalOf(all) - totalOf({ names: some, others: 0 });
  const named = some.map(one => times(one, words)).join(', ');
  if (named === '') return `+${more}`;
  return more > 0 ? words.alerts.post.andMore({ named, more }) : named;
}

const times = ({ name, alerts }: Pick<Named, 'name' | 'alerts'>, words: Wording): string =>
  `${asWritten(name || words.alerts.beyond, MAX_NAME)}${alerts > 1 ? ` ×${alerts}` : ''}`;
