import {
  type DiaryText,
  type Evidence,
  HOLDING,
  type Incident,
  masked,
  mayHaveGone,
  waitsAfter,
  when,
} from '../diary.ts';
import type { SeenRequest } from '../service.ts';
import { saysOver } from './incidents.ts';

const SECOND = 1000;
/** A request under an earlier claim leaves within this time. */
export const UNDER_WAY_MS = 5000;

/** A text claimed before a refusal was heard leaves within this time, if the service is well. */
const CONNECT_MS = 500;
/** A press may take effect this much later, because Slack must first say who pressed. */
const PRESSED_MS = 30_000;
/** Another process takes over a dead one's work within this time. */
const TAKEN_OVER_MS = 35_000;
/** The service may take this long to answer. */
const ANSWER_MS = 20_000;
/** A person's text expires after this time. */
const PEOPLE_MS = 15 * 60_000 + UNDER_WAY_MS;
/** As promised, that time stands still while the machine sleeps, for this long at most. */
const ASLEEP_MS = 90_000;
/** An alert's text expires after this time. */
const ALERT_MS = 30 * 60_000 + UNDER_WAY_MS;
/** After this many unanswered requests, the app tries one text at a time. */
const UNANSWERED = 3;
/** Connecting takes less than this if nothing is in trouble. */
const CONNECTED_MS = 100;
/** The pause that the service asks for with `RATE_LIMITED`. */
const RETRY_MS = 30_000;

/** The workspace with a daily limit per person. */
export const PADMA = 'T0PADMA0001';

const dayOf = (at: number): number => Math.floor((at + 6 * 3_600_000) / 86_400_000);

/** The faults of a request that leaves the app at this moment, in words; usually none. */
export function faultsOf(request: SeenRequest, evidence: Evidence): string[] {
  const { teamOfKey, doNotText, unlinked } = evidence;
  const { number, message, leftAt, apiKey } = request;
  const team = teamOfKey.get(apiKey);
  const marked = doNotText.find(mark => mark.team === team && mark.number === number);
  const text = [...evidence.texts, ...evidence.several].find(
    candidate => candidate.message === message && candidate.number === number,
  );
  const expired =
    text && text.again === 0 && !text.typedAgain && !evidence.wasSet
      ? text.at + (isUrgent(text, evidence) ? ALERT_MS : PEOPLE_MS) + (evidence.hasSlept ? ASLEEP_MS : 0)
      : null;
  const wrong: (string | null)[] = [
    team === undefined ? 'it goes out with a key that nobody linked' : null,
    marked && leftAt > marked.at + UNDER_WAY_MS
      ? `it goes to ${number}, which was marked “never text” at ${when(marked.at)}`
      : null,
    expired && leftAt > expired ? `it was good until ${when(expired)}` : null,
    isAskedFor(request, evidence) ? null : 'nobody asked for that',
    beyondDailyLimit(request, evidence),
    heldByRefusal(request, evidence, team),
    tooSoon(request, evidence),
    besideTrial(request, evidence),
    tooFastAfterLimit(request, evidence),
    besideUnanswered(request, evidence),
    beyondStepLimit(request, evidence),
    text && text.team !== team
      ? `it was asked for in ${text.team} and goes out with the key of ${team}`
      : null,
    unlinked && team === unlinked.team && leftAt > unlinked.at + UNDER_WAY_MS
      ? `its key was unlinked at ${when(unlinked.at)}`
      : null,
    text?.mustNot ? `it must not be sent: ${text.mustNot}` : null,
    text?.cancelledAt && leftAt > text.cancelledAt
      ? `it was called cancelled at ${when(text.cancelledAt)}`
      : null,
    text?.uncertainAt && text.again === 0 && !text.typedAgain && leftAt > text.uncertainAt
      ? `people were told at ${when(text.uncertainAt)} that it may have gone`
      : null,
    ...(text ? [sentBefore(request, evidence, 1 + text.again)] : []),
    ...faultsOfIncidents(request, evidence),
    ...faultsOfBroadcasts(request, evidence, team),
  ];
  return wrong
    .filter(words => words !== null)
    .map(words => `${when(leftAt)} “${message}” to ${number}: ${words}`);
}

/** True for a text of a workflow that is marked urgent, so it doesn't wait for people's texts. */
const isUrgent = (text: DiaryText, { steps }: Evidence): boolean =>
  steps.some(step => step.text === text && step.run.inputs.urgent === 'true');

/** True if a sender typed this text, or a broadcast or a hook may text this number. */
const isAskedFor = (
  { number, message }: SeenRequest,
  { texts, several, broadcasts, incidents, heartbeats }: Evidence,
): boolean =>
  [...texts, ...several].some(text => text.number === number && text.message === message) ||
  broadcasts.some(({ numbers }) => numbers.includes(number)) ||
  [...incidents, ...heartbeats].some(
    ({ hook: { steps, later } }) => steps.flat().includes(number) || later?.number === number,
  );

/** Finds a text that went out before, more often than people requested it. */
function sentBefore(request: SeenRequest, { requests }: Evidence, allowed: number): string | null {
  const same = requests.filter(
    earlier =>
      earlier !== request && earlier.number === request.number && earlier.message === request.message,
  );
  const gone = same.filter(mayHaveGone);
  const refused = same.filter(earlier => earlier.refused && !waitsAfter(earlier));
  if (gone.length >= allowed)
    return `it may have gone out already, at ${gone.map(earlier => when(earlier.leftAt))}`;
  if (gone.length + refused.length >= allowed)
    return `it was refused for good, at ${refused.map(earlier => when(earlier.leftAt))}`;
  return null;
}

/** Finds a text beyond its sender's daily limit. */
function beyondDailyLimit(
  { message, number, leftAt }: SeenRequest,
  { texts, requests, broadcasts, maxTexts, wasSet }: Evidence,
): string | null {
  const text = texts.find(candidate => candidate.message === message && candidate.number === number);
  const broadcast = broadcasts.find(({ words, team }) => message.includes(words) && team === PADMA);
  // By a clock that was set, another day's limit applies; a text requested before midnight counts for that day.
  const isOfItsDay = (askedAt: number): boolean => !wasSet && dayOf(askedAt) === dayOf(leftAt);
  if (maxTexts !== null && broadcast && isOfItsDay(broadcast.startedAt ?? 0)) {
    const textedNumbers = new Set(
      requests
        .filter(
          earlier =>
            dayOf(earlier.leftAt) === dayOf(leftAt) &&
            earlier.message.includes(broadcast.words) &&
            mayHaveGone(earlier) &&
            earlier.number !== number,
        )
        .map(earlier => earlier.number),
    );
    if (textedNumbers.size >= maxTexts)
      return `${broadcast.by} may send ${maxTexts} texts a day, and this broadcast has sent ${textedNumbers.size}`;
  }
  if (maxTexts === null || !text || text.again > 0 || text.typedAgain) return null;
  if (!isOfItsDay(text.at)) return null;
  const textsOfPerson = texts.filter(
    ofPerson =>
      ofPerson.team === text.team &&
      ofPerson.user === text.user &&
      ofPerson.again === 0 &&
      !ofPerson.typedAgain &&
      dayOf(ofPerson.at) === dayOf(text.at),
  );
  const sent = textsOfPerson.filter(ofPerson =>
    requests.some(
      request =>
        request.message === ofPerson.message && request.number === ofPerson.number && mayHaveGone(request),
    ),
  );
  return text.team === texts.find(candidate => candidate.user === 'kamal')?.team &&
    sent.length >= maxTexts &&
    !sent.includes(text)
    ? `${text.user} may send ${maxTexts} texts a day, and has sent ${sent.length}`
    : null;
}

/** Finds a text with a key whose refusal the app has heard, and which no admin has released since. */
function heldByRefusal(
  { apiKey, leftAt }: SeenRequest,
  { requests, releases, lostCommits, deaths }: Evidence,
  team: string | undefined,
): string | null {
  if (lostCommits > 0) return null;
  const refused = requests.findLast(
    earlier => earlier.apiKey === apiKey && HOLDING.includes(earlier.came) && earlier.heardAt !== null,
  );
  const at = refused?.heardAt ?? null;
  if (
    at === null ||
    leftAt < at + UNDER_WAY_MS ||
    deaths.some(death => death >= at && death < at + UNDER_WAY_MS)
  )
    return null;
  const isLetGo = releases.some(
    release => release.team === team && release.at >= (refused?.leftAt ?? 0) - PRESSED_MS,
  );
  return isLetGo
    ? null
    : `its key was refused (${refused?.came}) at ${when(at)}, and no admin has let it go since`;
}

/** Finds a text beside the one that tries a released key, before the service has accepted it. */
function besideTrial(
  { apiKey, leftAt }: SeenRequest,
  { requests, isCalm, wasUnlinked, unrecorded }: Evidence,
): string | null {
  if (!isCalm || wasUnlinked) return null;
  // An outcome that couldn't be recorded at once holds nothing up yet.
  const ofKey = requests.filter(earlier => earlier.apiKey === apiKey && !unrecorded.includes(earlier.number));
  const refused = ofKey.filter(({ came, heardAt }) => HOLDING.includes(came) && heardAt !== null);
  if (refused.length === 0) return null;
  const heardAt = Math.max(...refused.map(earlier => earlier.heardAt ?? 0));
  const soonAfter = ofKey.filter(
    earlier => earlier.leftAt > heardAt && earlier.leftAt <= heardAt + CONNECT_MS,
  );
  // Texts claimed before leave by then, and the text that tries the key may too.
  if (soonAfter.some(earlier => earlier.came === 'accepted' && earlier.heardAt !== null)) return null;
  const [first, ...later] = ofKey.filter(earlier => earlier.leftAt > heardAt + CONNECT_MS);
  const isOpen = first && later.length === 0 && first.heardAt === null && leftAt < first.leftAt + ANSWER_MS;
  return isOpen
    ? `its key was let go, and the text to ${first.number} at ${when(first.leftAt)}, which tries it, has no answer yet`
    : null;
}

/** Finds a text that leaves during the pause that the service asked for. */
function tooSoon(
  { apiKey, leftAt }: SeenRequest,
  { requests, lostCommits, deaths }: Evidence,
): string | null {
  if (lostCommits > 0) return null;
  const refused = requests.findLast(
    earlier =>
      earlier.apiKey === apiKey &&
      earlier.came === 'RATE_LIMITED' &&
      earlier.heardAt !== null &&
      !earlier.isOverfull,
  );
  const at = refused?.heardAt ?? null;
  if (at === null || leftAt < at + UNDER_WAY_MS || leftAt > at + RETRY_MS - 2000) return null;
  // The machine slept: the pause was nearly over by then, and another process had the text.
  if (refused && at > refused.at + ANSWER_MS) return null;
  if (deaths.some(death => death >= at && death < at + UNDER_WAY_MS)) return null;
  return `the service asked at ${when(at)} to be left alone for 30 s`;
}

/** Finds a text less than a second after the last one, once a key has been rate-limited and paused. */
function tooFastAfterLimit({ apiKey, leftAt }: SeenRequest, { requests, wellFrom }: Evidence): string | null {
  const ofKey = requests.filter(earlier => earlier.apiKey === apiKey);
  const refused = ofKey.findLast(earlier => earlier.came === 'RATE_LIMITED' && earlier.heardAt !== null);
  const at = refused?.heardAt ?? null;
  if (wellFrom === null || at === null || at < wellFrom || leftAt < at + RETRY_MS) return null;
  const before = ofKey.findLast(earlier => earlier.leftAt < leftAt);
  return before && before.leftAt > leftAt - SECOND + CONNECTED_MS
    ? `its key asked too often at ${when(at)}, and the last request left at ${when(before.leftAt)}`
    : null;
}

/** Finds a text beside another one after three unanswered requests in a row. */
function besideUnanswered(request: SeenRequest, { requests, wellFrom, isAlone }: Evidence): string | null {
  if (wellFrom === null || !isAlone) return null;
  const { apiKey, leftAt } = request;
  const ofKey = requests
    .filter(earlier => earlier !== request && earlier.apiKey === apiKey && earlier.leftAt > wellFrom)
    .map(earlier => ({ ...earlier, endsAt: earlier.heardAt ?? earlier.leftAt + ANSWER_MS }));
  const ended = ofKey
    .filter(({ endsAt, heardAt }) => endsAt <= leftAt + (heardAt === null ? CONNECTED_MS : 0))
    .toSorted((one, other) => one.endsAt - other.endsAt)
    .slice(-UNANSWERED);
  if (ended.length < UNANSWERED || ended.some(({ heardAt }) => heardAt !== null)) return null;
  const since = ended.at(-1)?.endsAt ?? 0;
  const open = ofKey.find(earlier => earlier.leftAt > since + SECOND && earlier.endsAt > leftAt + SECOND);
  return open
    ? `${UNANSWERED} requests of its key were not answered, and the one to ${open.number} is still under way`
    : null;
}

/** Finds a workflow's text beyond the daily limit. */
function beyondStepLimit({ message, number }: SeenRequest, { steps, requests, maxSteps }: Evidence) {
  const step = steps.find(({ text }) => text.message === message && text.number === number);
  if (!maxSteps || !step || step.text.at < maxSteps.from) return null;
  // A text counts for the day of its request.
  const ofItsDay = steps.map(({ text }) => text).filter(({ at }) => dayOf(at) === dayOf(step.text.at));
  const otherTexts = new Set(ofItsDay.filter(text => text !== step.text));
  const sent = [...otherTexts].filter(text =>
    requests.some(
      earlier => earlier.message === text.message && earlier.number === text.number && mayHaveGone(earlier),
    ),
  );
  return sent.length >= maxSteps.texts
    ? `workflows may send ${maxSteps.texts} texts a day, and have sent ${sent.length}`
    : null;
}

function faultsOfIncidents(
  { leftAt, number, message }: SeenRequest,
  { incidents, sentAgain, isCalm, wasSet, slackCalls, deaths, requests }: Evidence,
): (string | null)[] {
  const named = incidents.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(message));
  const isSentAgain = sentAgain.some(press => press.masked === masked(number));
  // A text that covers another alert too may still go, and so may "resolved".
  const isLate = ({ takenAt, givenBackAt, isOfStorm, name, hook }: Incident): boolean =>
    takenAt !== null &&
    givenBackAt === null &&
    !isOfStorm &&
    !saysOver(message, name) &&
    leftAt > takenAt + UNDER_WAY_MS &&
    // If a process died while checking who pressed, another one takes over.
    !deaths.some(death => death > takenAt - SECOND && death < leftAt && leftAt < death + TAKEN_OVER_MS) &&
    // The app told the person that the press waits for Slack, so it isn't acknowledged yet.
    !slackCalls.some(
      ({ at, team, body }) => team === hook.team && at > takenAt - SECOND && /I can’t reach Slack/.test(body),
    );
  // If the person who has the alert can't be texted, the step's other recipients are.
  const gaveWay = (to: readonly string[], name: string, reader: string, steps: Incident['hook']['steps']) =>
    steps.flat().includes(reader) &&
    requests.some(
      earlier =>
        to.includes(earlier.number) &&
        earlier.leftAt < leftAt &&
        earlier.message.includes(name) &&
        !mayHaveGone(earlier),
    );
  const isGone = ({ overAt, isOfStorm, name }: Incident): boolean =>
    overAt !== null && !isOfStorm && !saysOver(message, name) && leftAt > overAt + UNDER_WAY_MS;
  return [
    ...named.map(({ name, hook, to, notBefore, mustNot }) => {
      // By a clock that was set, quiet hours may have ended earlier.
      if (mustNot && (notBefore === null || !wasSet)) return `“${name}” must not be texted: ${mustNot}`;
      if (notBefore !== null && !wasSet && leftAt < notBefore)
        return `“${name}” waits until ${when(notBefore)}: quiet hours`;
      if (to)
        return to.includes(number) || saysOver(message, name) || gaveWay(to, name, number, hook.steps)
          ? null
          : `somebody has “${name}”, and only ${to} may hear of it`;
      // By a clock that was set, a rota's next turn may have begun earlier.
      const isLaterOnCall = hook.later?.number === number && (wasSet || leftAt >= hook.later.at);
      return hook.steps.flat().includes(number) || isLaterOnCall
        ? null
        : `“${name}” is for ${hook.steps.flat()}`;
    }),
    named.length > 0 && named.every(isGone) && !isSentAgain && isCalm
      ? `“${named[0]?.name}” was over at ${when(named[0]?.overAt ?? 0)}`
      : null,
    named.length > 0 && named.every(isLate) && !isSentAgain
      ? `“${named[0]?.name}” was acknowledged at ${when(named[0]?.takenAt ?? 0)}`
      : null,
  ];
}

function faultsOfBroadcasts(
  request: SeenRequest,
  evidence: Evidence,
  team: string | undefined,
): (string | null)[] {
  const { leftAt, number, message } = request;
  return evidence.broadcasts
    .filter(({ words }) => message.includes(words))
    .flatMap(broadcast => [
      broadcast.team === team ? null : `it is a broadcast of ${broadcast.team}`,
      broadcast.numbers.includes(number) ? null : 'nobody asked for that number',
      broadcast.mustNot && `it must not be sent: ${broadcast.mustNot}`,
      broadcast.cancelledAt !== null && leftAt > broadcast.cancelledAt + UNDER_WAY_MS
        ? `its broadcast was called cancelled at ${when(broadcast.cancelledAt)}`
        : null,
      broadcast.pausedAt !== null &&
      leftAt > broadcast.pausedAt + UNDER_WAY_MS &&
      // A pause may show once more after Resume was pressed and before it takes effect.
      !broadcast.resumes.some(at => at > leftAt - PRESSED_MS)
        ? `its broadcast was called paused at ${when(broadcast.pausedAt)}`
        : null,
      sentBefore(
        request,
        evidence,
        1 + evidence.sentAgain.filter(press => press.team === team && press.masked === masked(number)).length,
      ),
    ]);
}
