import type { Clock } from '../../kit/clock.ts';
import { abridged, asWritten, harmless, linkTo } from '../../kit/slack-text.ts';
import { type Wording, wordLeftOut } from '../../kit/words/wording.ts';
import type { IntentOutcome } from '../../texts/store/model.ts';
import { fromKey, placed, type Severity } from '../alert.ts';
import {
  addTallies,
  MAX_NAME as MAX_TALLIED,
  type Named,
  type NameTally,
  NO_ALERTS,
  type ShownAlert,
  totalOf,
} from '../policy/channel/alert-summary.ts';
import { COUNTS } from '../policy/channel/channel-update.ts';
import { type AlertMessage, isOpen } from './feed.ts';
import {
  type Holds,
  leftOutOf,
  linesOfTexts,
  masked,
  type NumberName,
  nameOf,
  responder,
  whoWasTexted,
} from './text-lines.ts';

/** Nobody reads a longer post while something burns; all alerts are behind a button. */
export const MAX_LINES = 12;
const MAX_NAME = 120;
const MAX_WORDS = 400;
/** How many names are listed in one line. */
const MAX_NAMES = 8;
const MAX_IDS = 5;

/** How many lines some parts of a post may have: the first of these with which the post is short enough. */
const LIMITS = [
  { worst: 5, explained: 3, texts: 3, unreached: 3 },
  { worst: 5, explained: 2, texts: 3, unreached: 3 },
  { worst: 5, explained: 1, texts: 3, unreached: 2 },
  { worst: 5, explained: 0, texts: 3, unreached: 3 },
  { worst: 3, explained: 1, texts: 2, unreached: 1 },
  { worst: 5, explained: 0, texts: 2, unreached: 1 },
  { worst: 3, explained: 0, texts: 2, unreached: 1 },
  { worst: 1, explained: 0, texts: 1, unreached: 1 },
] as const;
type LineLimits = (typeof LIMITS)[number];

type LinesContext = {
  message: AlertMessage;
  hook: { name: string };
  /** Of its texts. */
  outcomes: readonly IntentOutcome[];
  words: Wording;
  clock: Pick<Clock, 'wall'>;
  holds: Holds;
  who: NumberName;
};

/** A message as at most twelve lines of Slack's mrkdwn: what fires, who has it, who was texted, what was held back and why. */
export function linesOf(
  message: AlertMessage,
  hook: { name: string },
  outcomes: readonly (IntentOutcome | null)[],
  words: Wording,
  clock: Pick<Clock, 'wall'>,
  holds: Holds = new Map(),
  who: NumberName = masked,
): string[] {
  const known = outcomes.filter(one => one !== null);
  const about: LinesContext = { message, hook, outcomes: known, words, clock, holds, who };
  const fitting = LIMITS.map(limits => linesWithin(about, limits)).find(lines => lines.length <= MAX_LINES);
  return fitting ?? linesWithin(about, LIMITS[7]).slice(0, MAX_LINES);
}

function linesWithin(about: LinesContext, limits: LineLimits): string[] {
  return [
    ...alertLines(about, limits),
    ...statusLines(about),
    ...linesOfTexts(about.outcomes, about, limits.texts),
    ...pendingLine(about),
    ...heldLines(about),
    ...undeliverableLines(about, limits),
    ...countLines(about),
  ];
}

/** What fires, the worst first and with what is wrong, and what is over. */
function alertLines({ message, hook, words, clock }: LinesContext, limits: LineLimits): string[] {
  const { post } = words.alerts;
  const { resolved, lapsed, tried } = message;
  const firing = firingIn(message);
  const worst = message.status?.worst.slice(0, limits.worst) ?? [];
  const earlier = lapsed.names.slice(0, limits.worst - worst.length);
  const lines = [...worst.map(one => ({ ...one, name: nameIn(one, words) })), ...earlier];
  const others = othersThan(lines, addTallies(firing, lapsed));
  return [
    post.headline({
      hook: harmless(hook.name, 60),
      firing: totalOf(firing),
      resolved: totalOf(resolved),
      earlier: totalOf(lapsed),
      tests: totalOf(tried),
    }),
    ...worst.flatMap((one, index) => [
      alertLine(one, words),
      ...(index < limits.explained ? explained(one, words, clock) : []),
    ]),
    ...earlier.map(one => alertLine({ ...one, places: [] }, words)),
    ...(totalOf(others) > 0 ? [post.others(counted(byFrequency(others.names), totalOf(others), words))] : []),
    ...(totalOf(resolved) > 0
      ? [post.resolved(counted(byFrequency(resolved.names), totalOf(resolved), words))]
      : []),
    ...(totalOf(tried) > 0 ? [post.tried(countedNames(tried, words))] : []),
  ];
}

type CalledAlert = Pick<ShownAlert, 'name' | 'places' | 'alerts'>;

/** How severe it is, what it is called, and where it is if it is alone. */
export const alertLine = (one: CalledAlert & { severity: Severity }, words: Wording): string =>
  `:rotating_light: ${words.alerts.severity[one.severity]} ${calledIn(one, words)}`;

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

/** Alerts that none of these lines shows. */
function othersThan(lines: readonly Named[], all: NameTally): NameTally {
  const keyOf = ({ severity, name }: Named): string => `${severity} ${abridged(name, MAX_TALLIED)}`;
  const shown = new Set(lines.map(keyOf));
  const names = all.names.filter(one => !shown.has(keyOf(one)));
  const left = totalOf(all) - totalOf({ names: lines, others: 0 });
  return { names, others: Math.max(0, left - totalOf({ names, others: 0 })) };
}

/** NumberName does something about it, and what comes next if nobody does. */
function statusLines({ message, outcomes, words, clock, who: named }: LinesContext): string[] {
  const { post } = words.alerts;
  const { status } = message;
  if (!status) return [];
  const { acknowledged, resolvedHere, open, unacknowledged, step, unanswered, unreached } = status;
  const who = (actions: typeof acknowledged): string =>
    actions
      .map(({ by, at, until }) =>
        post.handler({
          who: responder(by, named),
          at: clock.wall(at),
          until: open === 0 || until === null ? null : clock.wall(until),
        }),
      )
      .join(', ');
  const said = [
    acknowledged.length > 0 &&
      post.acknowledged({ who: who(acknowledged), open: open > 0 ? unacknowledged : 0 }),
    resolvedHere.length > 0 && post.resolvedHere(who(resolvedHere)),
  ].filter(part => part !== false);
  const { lost, blocked } = message;
  const { muted, mutedUntil } = status;
  return [
    ...(said.length > 0 ? [said.join(' ')] : []),
    ...(lost && open > 0 ? [post.acknowledgerLost(responder(lost, named))] : []),
    ...(muted > 0
      ? [post.mutedUntil({ alerts: muted, until: mutedUntil === null ? null : clock.wall(mutedUntil) })]
      : []),
    ...(blocked && status.blocked > 0 ? [post.blocked(post.blockedBecause[blocked.why])] : []),
    ...nextLine(),
  ];

  function nextLine(): string[] {
    if (unreached > 0 && unanswered === 0) return [post.nobodyReached];
    if (unanswered > 0) return [post.unanswered(whoWasTexted(message, outcomes, words, named))];
    if (!isOpen(message) || !step || step.dueAt === null) return [];
    const at = clock.wall(step.dueAt);
    return [step.turn < step.of ? post.next({ turn: step.turn + 1, of: step.of, at }) : post.nobodyNext(at)];
  }
}

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

/** NumberName gets no text, and why. */
function undeliverableLines(
  { message, outcomes, words }: LinesContext,
  { unreached: limit }: LineLimits,
): string[] {
  const { post } = words.alerts;
  const all = [
    ...message.undeliverable.map(({ recipient, alerts, problem }) => ({
      who: nameOf(fromKey(recipient)),
      alerts,
      because: problem ? wordLeftOut(words, problem) : words.waitingBecause.SLACK_UNAVAILABLE.why,
    })),
    ...leftOutOf(outcomes, words),
  ];
  const shown = all.slice(0, limit).map(post.undeliverable);
  const more = all.length - shown.length + message.moreUndeliverable;
  if (more === 0) return shown;
  // On the last line, or a line of its own if it is the only one.
  return [...shown.slice(0, -1), [...shown.slice(-1), post.moreUndeliverable(more)].join(' ')];
}

/** What else is to be said, on one line, and what couldn't be read. */
function countLines({ message, words, clock, who }: LinesContext): string[] {
  const { post } = words.alerts;
  const said = COUNTS.flatMap(count => (message[count] > 0 ? post[count](message[count]) : []));
  const ids = message.unreadable.slice(0, MAX_IDS);
  const { unwatched } = message;
  const times = unwatched && { from: clock.wall(unwatched.from), until: clock.wall(unwatched.until) };
  const mutes = message.mutesEnded.map(({ by, covered, firing }) =>
    post.muteEnded({ who: responder(by, who), covered, firing }),
  );
  return [
    ...mutes.slice(-1),
    ...(times ? [words.heartbeats.unwatched(times)] : []),
    ...(said.length > 0 ? [said.join(' ')] : []),
    ...(ids.length > 0 ? [post.unreadable(ids)] : []),
  ];
}

const byFrequency = (names: readonly Named[]): Named[] =>
  [...names].sort((one, other) => other.alerts - one.alerts);

/** "HighCPU ×20, DiskFull and 3 more". */
function counted(names: readonly Named[], total: number, words: Wording): string {
  const some = names.slice(0, MAX_NAMES);
  const more = total - totalOf({ names: some, others: 0 });
  const named = some.map(one => times(one, words)).join(', ');
  if (named === '') return `+${more}`;
  return more > 0 ? words.alerts.post.andMore({ named, more }) : named;
}

const firingIn = ({ status }: AlertMessage): NameTally => status?.firing ?? NO_ALERTS;

/** What fires of a message, on one line. */
export function namesIn(message: AlertMessage, words: Wording): string {
  return countedNames(firingIn(message), words);
}

export const countedNames = (all: NameTally, words: Wording): string =>
  counted(byFrequency(all.names), totalOf(all), words);

const times = ({ name, alerts }: Pick<Named, 'name' | 'alerts'>, words: Wording): string =>
  `${asWritten(name || words.alerts.beyond, MAX_NAME)}${alerts > 1 ? ` ×${alerts}` : ''}`;
