import type { RequestListener } from 'node:http';
import type { Clock } from '../../kit/clock.ts';
import { isLocalNumber, maskNumber } from '../../kit/number.ts';
import { type Html, html, sendPage } from '../../kit/pages/layout.ts';
import { abridged } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import {
  type AlertLinks,
  button,
  type PageWords,
  type TextLinkParts,
  textLinkRoute,
} from '../../texts/text-links.ts';
import { isAmong, type Responder, rank } from '../alert.ts';
import type { IncidentStatus } from '../incident-actions.ts';
import { type AlertLink, type IncidentLinks, PAGE_ACTIONS, type Situation } from '../incident-link.ts';
import { MUTE_HOURS } from '../mutes.ts';
import { type ShownAlert, shownOf } from '../policy/channel/alert-summary.ts';
import { nameOf } from '../posts/text-lines.ts';
import { type TimelineShowing, timelineLines } from '../timeline/lines.ts';

/** Limits of the page: further incidents, names in an incident, and numbers are only counted. */
const MAX_INCIDENTS = 10;
const MAX_NAMES = 5;
const MAX_NUMBERS = 10;
const HOOK_NAMES_CHARACTERS = 80;
/** The last lines of timelines. */
const MAX_TIMELINE_LINES = 30;

type PageContext = Pick<Situation, 'reader' | 'names'> & { words: Wording; wall: (at: number) => number };

/** The page behind the link in a text about alerts: their status, and buttons for its reader. */
export function alertRoute(
  parts: {
    alertLinks: Pick<AlertLinks, 'find'>;
    incidentLinks: IncidentLinks;
    clock: Pick<Clock, 'wall'>;
  } & TextLinkParts,
): RequestListener {
  const { alertLinks, incidentLinks, clock, ...rest } = parts;
  return textLinkRoute<AlertLink>({
    ...rest,
    find: alertLinks.find,
    says: ({ alertPage: { nothing, gone, later } }) => ({ title: nothing, gone, later }),
    async press(link, pressed) {
      const hours = MUTE_HOURS.find(count => pressed === muteFor(count));
      if (hours !== undefined) return incidentLinks.press(link, 'mute', hours);
      const action = PAGE_ACTIONS.find(name => name === pressed);
      return action ? incidentLinks.press(link, action) : true;
    },
    async show(link, response, isNoted) {
      const situation = await incidentLinks.look(link);
      if (!situation) return false;
      const { language, company, hooks, reader, names } = situation;
      const context = { words: parts.words.in(language), reader, names, wall: clock.wall };
      const about = abridged(hooks.join(', '), HOOK_NAMES_CHARACTERS);
      sendPage(response, 200, { language, company, about, ...alertPageOf(situation, isNoted, context) });
      return true;
    },
  });
}

const muteFor = (hours: number): string => `mute_${hours}`;

/** @param isNoted true if the reader has pressed a button, which may not be carried out yet */
export function alertPageOf(
  { incidents, can, isFull, texted, names, timelines }: Omit<Situation, 'language' | 'company' | 'hooks'>,
  isNoted: boolean,
  context: PageContext,
): PageWords {
  const { alertPage: words, state, mutes } = context.words;
  const worst = incidents.toSorted(comesBefore);
  const open = incidents.filter(({ endedAt }) => endedAt === null).flatMap(({ alerts }) => alerts);
  const firing = open.filter(({ status }) => status === 'firing').length;
  const more = worst.length - MAX_INCIDENTS;
  const moreNumbers = texted.length - MAX_NUMBERS;
  const numbers = texted
    .slice(0, MAX_NUMBERS)
    .map(text => html`<li>${names.get(text.number) ?? maskNumber(text.number)}: ${state[text.state]}</li>`);
  return {
    title: words.title(firing),
    body: html`${worst.slice(0, MAX_INCIDENTS).map(incident => incidentPart(incident, context))}
${more > 0 && html`<p>${words.moreIncidents(more)}</p>`}
${isNoted && Object.values(can).some(Boolean) && html`<p role="status">${words.noted} <a href="?">${words.lookAgain}</a></p>`}
${can.take && html`${button('take', words.take, 'big')}<p>${words.ask}</p>`}
${can.extend && button('extend', words.extend, 'big')}
${can.give_back && html`<p>${words.mistake}</p>${button('give_back', words.undo, 'second')}`}
${can.mute && (isFull ? html`<p>${mutes.page.full}</p>` : muteButtons(context.words))}
${can.unmute && button('unmute', mutes.page.end, 'second')}
${
  numbers.length > 0 &&
  html`<h2>${words.others}</h2>
<ul>${numbers}
${moreNumbers > 0 && html`<li>${words.moreOthers(moreNumbers)}</li>`}</ul>`
}
${timelines.length > 0 && timelinePart(timelines, context)}`,
  };
}

/** What happened, the latest last. It opens without a script, and without another request. */
function timelinePart(timelines: Situation['timelines'], { words, names }: PageContext): Html {
  const { timeline } = words;
  const number = (text: string): string => names.get(text) ?? (isLocalNumber(text) ? maskNumber(text) : '•');
  const user = (userId: string): string => names.get(userId) ?? words.alertPage.somebody;
  const showing: TimelineShowing = {
    number,
    responder: by => (by.kind === 'person' ? user(by.userId) : number(by.number)),
    recipient(recipient) {
      if (recipient.kind === 'number') return number(recipient.number);
      return recipient.kind === 'teammate' ? user(recipient.userId) : nameOf(recipient);
    },
    time: timeline.timeOnPage,
    text: text => text,
  };
  const lines = timelines.flatMap(incident => timelineLines(incident, words, showing));
  const shown = lines.slice(-MAX_TIMELINE_LINES);
  return html`<details><summary>${timeline.title}</summary>
${lines.length > shown.length && html`<p>${timeline.dropped(lines.length - shown.length)}</p>`}
<ul>${shown.map(line => html`<li>${line}</li>`)}</ul></details>`;
}

const muteButtons = ({ mutes: { page } }: Wording): Html => html`<h2>${page.title}</h2>
<p>${page.ask}</p>
<form method="post">${MUTE_HOURS.map(
  hours => html`<button class="second" name="what" value="${muteFor(hours)}">${page.hours(hours)}</button>`,
)}</form>`;

function incidentPart(incident: IncidentStatus, context: PageContext): Html {
  const { words, wall } = context;
  const { endedAt, alerts, mute } = incident;
  const current = endedAt === null ? alerts.filter(({ status }) => status === 'firing') : alerts;
  // All get the same standing, so that alerts with one name share a line. The page says who acknowledged the incident.
  const shown = shownOf(
    current.map(alert => ({ ...alert, standing: 'open' as const })),
    MAX_NAMES,
  );
  const more = current.length - shown.reduce((sum, { alerts: count }) => sum + count, 0);
  const startedAt = current.reduce((first, alert) => Math.min(first, alert.startedAt), incident.since);
  return html`<ul>${shown.map(alert => html`<li>${alertPart(alert, context)}</li>`)}
${more > 0 && html`<li>${words.alertPage.moreNames(more)}</li>`}</ul>
<p>${words.alertPage.since(wall(startedAt))}<br><b>${statusOf(incident, context)}</b>${mute && endedAt === null && html`<br>${words.mutes.page.until(wall(mute.until))}`}</p>`;
}

/** An alert, or several with the same name: places, what is wrong, and the sender's links. */
function alertPart(
  { name, severity, alerts, places, calledAt, ...facts }: ShownAlert,
  { words, wall }: PageContext,
): Html {
  const { alertPage, alerts: alertWords } = words;
  const where = alerts > 1 && places.length < alerts ? `${places.join(' · ')} …` : places.join(' · ');
  return html`<b>${alertWords.severity[severity]}</b> ${name} ${alerts > 1 && alertPage.times(alerts)}
${places.length > 0 && html`<br>${where}`}
${calledAt !== undefined && html`<br>${alertPage.silent(wall(calledAt))}`}
${[facts.summary, facts.description].filter(Boolean).map(line => html`<br>${line}`)}
${facts.links.length > 0 && html`<br>${facts.links.map(link => html`<a href="${link.url}" rel="noreferrer">${alertWords.link[link.what]}</a> `)}`}`;
}

function statusOf(
  { endedAt, acknowledged, overdue }: IncidentStatus,
  { words, reader, names, wall }: PageContext,
): string {
  const standing = words.alertPage.standing;
  if (endedAt !== null) return standing.over(wall(endedAt));
  const isReader = (by: Responder): boolean => isAmong(reader, by);
  if (!acknowledged)
    return overdue && isReader(overdue.by) ? standing.youHad(wall(overdue.since)) : standing.nobody;
  const at = wall(acknowledged.at);
  const { by, until } = acknowledged;
  if (isReader(by)) return standing.you({ at, until: until === null ? null : wall(until) });
  if (by.kind === 'person') return standing.teammate({ name: names.get(by.userId) ?? null, at });
  const name = names.get(by.number);
  if (name !== undefined) return standing.teammate({ name, at });
  return standing.number({ number: isLocalNumber(by.number) ? maskNumber(by.number) : '', at });
}

/** Sorts open incidents before those that are over, unacknowledged before acknowledged ones, then by severity and age. */
const comesBefore = (one: IncidentStatus, other: IncidentStatus): number =>
  Number(one.endedAt !== null) - Number(other.endedAt !== null) ||
  Number(one.acknowledged !== null) - Number(other.acknowledged !== null) ||
  rank(one.severity) - rank(other.severity) ||
  one.since - other.since;
