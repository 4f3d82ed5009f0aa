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
import { type AlertLink, type Answering, PAGE_ACTIONS, type Situation } from '../incident-link.ts';
import { MUTE_HOURS } from '../mutes.ts';
import { type ShownAlert, shownOf } from '../policy/channel/alert-summary.ts';

/** How many incidents, names of each, and numbers are shown; the rest are counted. */
const MAX_INCIDENTS = 10;
const MAX_NAMES = 5;
const MAX_OTHERS = 10;
/** Characters of the hooks' names above it. */
const MAX_HOOKS = 80;

/** What the page's words need beside the situation. */
type Around = Pick<Situation, 'reader' | 'names'> & { words: Wording; wall: (at: number) => number };

/** The page behind the link in a text about alerts: how they stand, and a button by which its reader takes them. */
export function alertRoute(
  parts: {
    alertLinks: Pick<AlertLinks, 'find'>;
    answering: Answering;
    clock: Pick<Clock, 'wall'>;
  } & TextLinkParts,
): RequestListener {
  const { alertLinks, answering, clock, ...rest } = parts;
  return textLinkRoute<AlertLink>({
    ...rest,
    find: alertLinks.find,
    says: ({ alertPage: { nothing, gone, later } }) => ({ title: nothing, gone, later }),
    async press(link, pressed) {
      const hours = MUTE_HOURS.find(count => pressed === muteFor(count));
      if (hours !== undefined) return answering.press(link, 'mute', hours);
      const what = PAGE_ACTIONS.find(one => one === pressed);
      return what ? answering.press(link, what) : true;
    },
    async show(link, response, isNoted) {
      const situation = await answering.look(link);
      if (!situation) return false;
      const { language, company, hooks, reader, names } = situation;
      const around = { words: parts.words.in(language), reader, names, wall: clock.wall };
      const about = abridged(hooks.join(', '), MAX_HOOKS);
      sendPage(response, 200, { language, company, about, ...alertPageOf(situation, isNoted, around) });
      return true;
    },
  });
}

/** What the button says to us that mutes for so long. */
const muteFor = (hours: number): string => `mute_${hours}`;

/** The page's words. @param isNoted whether its reader has pressed something that may not be done yet */
export function alertPageOf(
  { incidents, can, isFull, others, names }: Omit<Situation, 'language' | 'company' | 'hooks'>,
  isNoted: boolean,
  around: Around,
): PageWords {
  const { alertPage: words, state } = around.words;
  const worst = incidents.toSorted(comesBefore);
  const open = incidents.filter(({ endedAt }) => endedAt === null).flatMap(({ alerts }) => alerts);
  const firing = open.filter(({ status }) => status === 'firing').length;
  const more = worst.length - MAX_INCIDENTS;
  const moreOthers = others.length - MAX_OTHERS;
  const shown = others
    .slice(0, MAX_OTHERS)
    .map(
      other => html`<li>${names.get(other.number) ?? maskNumber(other.number)}: ${state[other.state]}</li>`,
    );
  return {
    title: words.title(firing),
    body: html`${worst.slice(0, MAX_INCIDENTS).map(incident => incidentPart(incident, around))}
${more > 0 && html`<p>${words.moreIncidents(more)}</p>`}
${isNoted && Object.values(can).some(Boolean) && html`<p role="status">${words.noted} <a href="?">${words.lookAgain}</a></p>`}
${can.take && html`${button('take', words.take, 'big')}<p>${words.ask}</p>`}
${can.extend && button('extend', words.extend, 'big')}
${can.give_back && html`<p>${words.mistake}</p>${button('give_back', words.undo, 'second')}`}
${can.mute && (isFull ? html`<p>${around.words.mutes.page.full}</p>` : muteButtons(around.words))}
${can.unmute && button('unmute', around.words.mutes.page.end, 'second')}
${
  shown.length > 0 &&
  html`<h2>${words.others}</h2>
<ul>${shown}
${moreOthers > 0 && html`<li>${words.moreOthers(moreOthers)}</li>`}</ul>`
}`,
  };
}

/** One press mutes; it needs no script. */
const muteButtons = ({ mutes: { page } }: Wording): Html => html`<h2>${page.title}</h2>
<p>${page.ask}</p>
<form method="post">${MUTE_HOURS.map(
  hours => html`<button class="second" name="what" value="${muteFor(hours)}">${page.hours(hours)}</button>`,
)}</form>`;

function incidentPart(incident: IncidentStatus, around: Around): Html {
  const { words, wall } = around;
  const { endedAt, alerts, mute } = incident;
  const its = endedAt === null ? alerts.filter(({ status }) => status === 'firing') : alerts;
  // Alerts of one name are one line, whoever is on them: that is said of the incident.
  const shown = shownOf(
    its.map(alert => ({ ...alert, standing: 'open' as const })),
    MAX_NAMES,
  );
  const more = its.length - shown.reduce((sum, one) => sum + one.alerts, 0);
  const startedAt = its.reduce((first, one) => Math.min(first, one.startedAt), incident.since);
  return html`<ul>${shown.map(one => html`<li>${alertPart(one, around)}</li>`)}
${more > 0 && html`<li>${words.alertPage.moreNames(more)}</li>`}</ul>
<p>${words.alertPage.since(wall(startedAt))}<br><b>${standing(incident, around)}</b>${mute && endedAt === null && html`<br>${words.mutes.page.until(wall(mute.until))}`}</p>`;
}

/** An alert, or several of the same name: where, what is wrong, and where the sender's links lead. */
function alertPart(
  { name, severity, alerts, places, calledAt, ...about }: ShownAlert,
  { words, wall }: Around,
): Html {
  const { alertPage, alerts: said } = words;
  const where = alerts > 1 && places.length < alerts ? `${places.join(' · ')} …` : places.join(' · ');
  return html`<b>${said.severity[severity]}</b> ${name} ${alerts > 1 && alertPage.times(alerts)}
${places.length > 0 && html`<br>${where}`}
${calledAt !== undefined && html`<br>${alertPage.silent(wall(calledAt))}`}
${[about.summary, about.description].filter(Boolean).map(line => html`<br>${line}`)}
${about.links.length > 0 && html`<br>${about.links.map(({ what, url }) => html`<a href="${url}" rel="noreferrer">${said.link[what]}</a> `)}`}`;
}

/** Who does something about an incident, or that it is over. */
function standing(
  { endedAt, acknowledged, overdue }: IncidentStatus,
  { words, reader, names, wall }: Around,
): string {
  const says = words.alertPage.standing;
  if (endedAt !== null) return says.over(wall(endedAt));
  const isReader = (by: Responder): boolean => isAmong(reader, by);
  if (!acknowledged) return overdue && isReader(overdue.by) ? says.youHad(wall(overdue.since)) : says.nobody;
  const at = wall(acknowledged.at);
  const { by, until } = acknowledged;
  if (isReader(by)) return says.you({ at, until: until === null ? null : wall(until) });
  if (by.kind === 'person') return says.teammate({ name: names.get(by.userId) ?? null, at });
  const name = names.get(by.number);
  if (name !== undefined) return says.teammate({ name, at });
  return says.number({ number: isLocalNumber(by.number) ? maskNumber(by.number) : '', at });
}

/** What is still to be done first, then the most severe. */
const comesBefore = (one: IncidentStatus, other: IncidentStatus): number =>
  Number(one.endedAt !== null) - Number(other.endedAt !== null) ||
  Number(one.acknowledged !== null) - Number(other.acknowledged !== null) ||
  rank(one.severity) - rank(other.severity) ||
  one.since - other.since;
