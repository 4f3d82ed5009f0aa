import {
  type AskedText,
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
/** A claim that was made before begins its request within this time. */
export const UNDER_WAY_MS = 5000;

/** What was claimed before a refusal was heard leaves within this time, where the service is well. */
const CONNECT_MS = 500;
/** A press may be carried out so much later: first Slack has to say who pressed. */
const PRESSED_MS = 30_000;
/** What a process left undone is taken up by another within this time. */
const TAKEN_OVER_MS = 35_000;
/** So long the service may take to answer. */
const ANSWER_MS = 20_000;
/** So long a person's text is good for. */
const PEOPLE_MS = 15 * 60_000 + UNDER_WAY_MS;
/** While the machine sleeps, that time stands still, as is promised: so long at most. */
const ASLEEP_MS = 90_000;
/** So long an alert's. */
const ALERT_MS = 30 * 60_000 + UNDER_WAY_MS;
/** After so many that weren't answered. */
const UNANSWERED = 3;
/** A connection is made in less, if nothing is in trouble. */
const CONNECTED_MS = 100;
/** The service's word after which requests of a key wait. */
const RETRY_MS = 30_000;

/** The workspace in which people have a limit. */
export const PADMA = 'T0PADMA0001';

/** The day in Bangladesh. */
const dayOf = (at: number): number => Math.floor((at + 6 * 3_600_000) / 86_400_000);

/** What is wrong with a request that leaves the app at this moment, in words; usually nothing. */
export function faultsOf(request: SeenRequest, evidence: Evidence): string[] {
  const { teamOfKey, doNotText, unlinked } = evidence;
  const { number, message, leftAt, apiKey } = request;
  const team = teamOfKey.get(apiKey);
  const marked = doNotText.find(one => one.team === team && one.number === number);
  const asked = [...evidence.texts, ...evidence.several].find(
    one => one.message === message && one.number === number,
  );
  const expired =
    asked && asked.again === 0 && !asked.typedAgain && !evidence.wasSet
      ? asked.at + (isUrgent(asked, evidence) ? ALERT_MS : PEOPLE_MS) + (evidence.hasSlept ? ASLEEP_MS : 0)
      : null;
  const wrong: (string | null)[] = [
    team === undefined ? 'it goes out with a key that nobody linked' : null,
    marked && leftAt > marked.at + UNDER_WAY_MS
      ? `it goes to ${number}, which was marked “never text” at ${when(marked.at)}`
      : null,
    expired && leftAt > expired ? `it was good until ${when(expired)}` : null,
    isAskedFor(request, evidence) ? null : 'nobody asked for that',
    tooMany(request, evidence),
    heldUp(request, evidence, team),
    tooSoon(request, evidence),
    beside(request, evidence),
    hurried(request, evidence),
    bunched(request, evidence),
    manySteps(request, evidence),
    asked && asked.team !== team
      ? `it was asked for in ${asked.team} and goes out with the key of ${team}`
      : null,
    unlinked && team === unlinked.team && leftAt > unlinked.at + UNDER_WAY_MS
      ? `its key was unlinked at ${when(unlinked.at)}`
      : null,
    asked?.mustNot ? `it must not be sent: ${asked.mustNot}` : null,
    asked?.cancelledAt && leftAt > asked.cancelledAt
      ? `it was called cancelled at ${when(asked.cancelledAt)}`
      : null,
    asked?.uncertainAt && asked.again === 0 && !asked.typedAgain && leftAt > asked.uncertainAt
      ? `people were told at ${when(asked.uncertainAt)} that it may have gone`
      : null,
    ...(asked ? [twice(request, evidence, 1 + asked.again)] : []),
    ...ofIncidents(request, evidence),
    ...ofBroadcasts(request, evidence, team),
  ];
  return wrong
    .filter(words => words !== null)
    .map(words => `${when(leftAt)} “${message}” to ${number}: ${words}`);
}

/** A workflow says that it doesn't wait for people's texts. */
const isUrgent = (asked: AskedText, { steps }: Evidence): boolean =>
  steps.some(one => one.asked === asked && one.run.inputs.urgent === 'true');

/** Whether it is what somebody typed, or for somebody whom a broadcast or a hook texts. */
const isAskedFor = (
  { number, message }: SeenRequest,
  { texts, several, broadcasts, incidents, heartbeats }: Evidence,
): boolean =>
  [...texts, ...several].some(one => one.number === number && one.message === message) ||
  broadcasts.some(({ numbers }) => numbers.includes(number)) ||
  [...incidents, ...heartbeats].some(
    ({ hook: { steps, later } }) => steps.flat().includes(number) || later?.number === number,
  );

/** Whether the same went out before, more often than people asked for. */
function twice(request: SeenRequest, { requests }: Evidence, allowed: number): string | null {
  const same = requests.filter(
    one => one !== request && one.number === request.number && one.message === request.message,
  );
  const gone = same.filter(mayHaveGone);
  const refused = same.filter(one => one.refused && !waitsAfter(one));
  if (gone.length >= allowed) return `it may have gone out already, at ${gone.map(one => when(one.leftAt))}`;
  if (gone.length + refused.length >= allowed)
    return `it was refused for good, at ${refused.map(one => when(one.leftAt))}`;
  return null;
}

/** More texts of one person than the workspace lets anybody send on a day. */
function tooMany(
  { message, number, leftAt }: SeenRequest,
  { texts, requests, broadcasts, most, wasSet }: Evidence,
): string | null {
  const asked = texts.find(one => one.message === message && one.number === number);
  const broadcast = broadcasts.find(({ words, team }) => message.includes(words) && team === PADMA);
  // By a clock that was set, another day's limit holds; and what was asked for before midnight is of that day.
  const isOfItsDay = (askedAt: number): boolean => !wasSet && dayOf(askedAt) === dayOf(leftAt);
  if (most !== null && broadcast && isOfItsDay(broadcast.startedAt ?? 0)) {
    const its = new Set(
      requests
        .filter(
          one =>
            dayOf(one.leftAt) === dayOf(leftAt) &&
            one.message.includes(broadcast.words) &&
            mayHaveGone(one) &&
            one.number !== number,
        )
        .map(one => one.number),
    );
    if (its.size >= most)
      return `${broadcast.by} may send ${most} texts a day, and this broadcast has sent ${its.size}`;
  }
  if (most === null || !asked || asked.again > 0 || asked.typedAgain) return null;
  if (!isOfItsDay(asked.at)) return null;
  const its = texts.filter(
    one =>
      one.team === asked.team &&
      one.user === asked.user &&
      one.again === 0 &&
      !one.typedAgain &&
      dayOf(one.at) === dayOf(asked.at),
  );
  const sent = its.filter(one =>
    requests.some(
      request => request.message === one.message && request.number === one.number && mayHaveGone(request),
    ),
  );
  return asked.team === texts.find(one => one.user === 'kamal')?.team &&
    sent.length >= most &&
    !sent.includes(asked)
    ? `${asked.user} may send ${most} texts a day, and has sent ${sent.length}`
    : null;
}

/** The key was refused, the app heard so, and no admin has done anything since. */
function heldUp(
  { apiKey, leftAt }: SeenRequest,
  { requests, letGo, lostCommits, deaths }: Evidence,
  team: string | undefined,
): string | null {
  if (lostCommits > 0) return null;
  const refused = requests.findLast(
    one => one.apiKey === apiKey && HOLDING.includes(one.came) && one.heardAt !== null,
  );
  const at = refused?.heardAt ?? null;
  if (
    at === null ||
    leftAt < at + UNDER_WAY_MS ||
    deaths.some(death => death >= at && death < at + UNDER_WAY_MS)
  )
    return null;
  const isLetGo = letGo.some(one => one.team === team && one.at >= (refused?.leftAt ?? 0) - PRESSED_MS);
  return isLetGo
    ? null
    : `its key was refused (${refused?.came}) at ${when(at)}, and no admin has let it go since`;
}

/** A key that was refused and let go is tried by one text at a time, until the service has accepted it. */
function beside(
  { apiKey, leftAt }: SeenRequest,
  { requests, isCalm, wasUnlinked, unrecorded }: Evidence,
): string | null {
  if (!isCalm || wasUnlinked) return null;
  // What couldn't be recorded at once holds nothing up yet.
  const its = requests.filter(one => one.apiKey === apiKey && !unrecorded.includes(one.number));
  const refused = its.filter(({ came, heardAt }) => HOLDING.includes(came) && heardAt !== null);
  if (refused.length === 0) return null;
  const heardAt = Math.max(...refused.map(one => one.heardAt ?? 0));
  const soonAfter = its.filter(one => one.leftAt > heardAt && one.leftAt <= heardAt + CONNECT_MS);
  // What was claimed before leaves by then, and the text that tries it may, too.
  if (soonAfter.some(one => one.came === 'accepted' && one.heardAt !== null)) return null;
  const [first, ...others] = its.filter(one => one.leftAt > heardAt + CONNECT_MS);
  const isOpen = first && others.length === 0 && first.heardAt === null && leftAt < first.leftAt + ANSWER_MS;
  return isOpen
    ? `its key was let go, and the text to ${first.number} at ${when(first.leftAt)}, which tries it, has no answer yet`
    : null;
}

/** The service said 429, and when to come back. */
function tooSoon(
  { apiKey, leftAt }: SeenRequest,
  { requests, lostCommits, deaths }: Evidence,
): string | null {
  if (lostCommits > 0) return null;
  const refused = requests.findLast(
    one => one.apiKey === apiKey && one.came === 'RATE_LIMITED' && one.heardAt !== null && !one.isOverfull,
  );
  const at = refused?.heardAt ?? null;
  if (at === null || leftAt < at + UNDER_WAY_MS || leftAt > at + RETRY_MS - 2000) return null;
  // Its machine slept: by then the time was nearly over, and the text another's.
  if (refused && at > refused.at + ANSWER_MS) return null;
  if (deaths.some(death => death >= at && death < at + UNDER_WAY_MS)) return null;
  return `the service asked at ${when(at)} to be left alone for 30 s`;
}

/** After a 429, and after the time for which it asked to be left alone, a key goes once a second. */
function hurried({ apiKey, leftAt }: SeenRequest, { requests, wellFrom }: Evidence): string | null {
  const its = requests.filter(one => one.apiKey === apiKey);
  const refused = its.findLast(one => one.came === 'RATE_LIMITED' && one.heardAt !== null);
  const at = refused?.heardAt ?? null;
  if (wellFrom === null || at === null || at < wellFrom || leftAt < at + RETRY_MS) return null;
  const before = its.findLast(one => one.leftAt < leftAt);
  return before && before.leftAt > leftAt - SECOND + CONNECTED_MS
    ? `its key asked too often at ${when(at)}, and the last request left at ${when(before.leftAt)}`
    : null;
}

/** Once three requests of a key in a row were not answered, it is asked by one text at a time. */
function bunched(request: SeenRequest, { requests, wellFrom, isAlone }: Evidence): string | null {
  if (wellFrom === null || !isAlone) return null;
  const { apiKey, leftAt } = request;
  const its = requests
    .filter(one => one !== request && one.apiKey === apiKey && one.leftAt > wellFrom)
    .map(one => ({ ...one, endsAt: one.heardAt ?? one.leftAt + ANSWER_MS }));
  const ended = its
    .filter(({ endsAt, heardAt }) => endsAt <= leftAt + (heardAt === null ? CONNECTED_MS : 0))
    .toSorted((one, other) => one.endsAt - other.endsAt)
    .slice(-UNANSWERED);
  if (ended.length < UNANSWERED || ended.some(({ heardAt }) => heardAt !== null)) return null;
  const since = ended.at(-1)?.endsAt ?? 0;
  const open = its.find(one => one.leftAt > since + SECOND && one.endsAt > leftAt + SECOND);
  return open
    ? `${UNANSWERED} requests of its key were not answered, and the one to ${open.number} is still under way`
    : null;
}

/** More texts of workflows than a day has room for. */
function manySteps({ message, number }: SeenRequest, { steps, requests, mostSteps }: Evidence) {
  const its = steps.find(({ asked }) => asked.message === message && asked.number === number);
  if (!mostSteps || !its || its.asked.at < mostSteps.from) return null;
  // A text is of the day on which it was asked for.
  const ofItsDay = steps.map(({ asked }) => asked).filter(({ at }) => dayOf(at) === dayOf(its.asked.at));
  const others = new Set(ofItsDay.filter(asked => asked !== its.asked));
  const sent = [...others].filter(asked =>
    requests.some(one => one.message === asked.message && one.number === asked.number && mayHaveGone(one)),
  );
  return sent.length >= mostSteps.texts
    ? `workflows may send ${mostSteps.texts} texts a day, and have sent ${sent.length}`
    : null;
}

function ofIncidents(
  { leftAt, number, message }: SeenRequest,
  { incidents, sentAgain, isCalm, wasSet, said, deaths, requests }: Evidence,
): (string | null)[] {
  const its = incidents.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(message));
  const isSentAgain = sentAgain.some(one => one.masked === masked(number));
  // A text that also tells of something else still goes, as does that it is over.
  const isLate = ({ takenAt, givenBackAt, isOfStorm, name, hook }: Incident): boolean =>
    takenAt !== null &&
    givenBackAt === null &&
    !isOfStorm &&
    !saysOver(message, name) &&
    leftAt > takenAt + UNDER_WAY_MS &&
    // A process that died while it judged who pressed leaves that to the next one.
    !deaths.some(death => death > takenAt - SECOND && death < leftAt && leftAt < death + TAKEN_OVER_MS) &&
    // Whoever pressed was told that it waits until Slack says who they are: it isn't theirs yet.
    !said.some(
      ({ at, team, body }) => team === hook.team && at > takenAt - SECOND && /I can’t reach Slack/.test(body),
    );
  // Whoever has it and can't be texted gives way to the step's others.
  const gaveWay = (to: readonly string[], name: string, other: string, steps: Incident['hook']['steps']) =>
    steps.flat().includes(other) &&
    requests.some(
      one =>
        to.includes(one.number) && one.leftAt < leftAt && one.message.includes(name) && !mayHaveGone(one),
    );
  const isGone = ({ overAt, isOfStorm, name }: Incident): boolean =>
    overAt !== null && !isOfStorm && !saysOver(message, name) && leftAt > overAt + UNDER_WAY_MS;
  return [
    ...its.map(({ name, hook, to, notBefore, mustNot }) => {
      // By a clock that was set, quiet hours may have been over before.
      if (mustNot && (notBefore === null || !wasSet)) return `“${name}” must not be texted: ${mustNot}`;
      if (notBefore !== null && !wasSet && leftAt < notBefore)
        return `“${name}” waits until ${when(notBefore)}: quiet hours`;
      if (to)
        return to.includes(number) || saysOver(message, name) || gaveWay(to, name, number, hook.steps)
          ? null
          : `somebody has “${name}”, and only ${to} may hear of it`;
      // By a clock that was set, a rota's next turn may have begun before.
      const isLaterOnCall = hook.later?.number === number && (wasSet || leftAt >= hook.later.at);
      return hook.steps.flat().includes(number) || isLaterOnCall
        ? null
        : `“${name}” is for ${hook.steps.flat()}`;
    }),
    its.length > 0 && its.every(isGone) && !isSentAgain && isCalm
      ? `“${its[0]?.name}” was over at ${when(its[0]?.overAt ?? 0)}`
      : null,
    its.length > 0 && its.every(isLate) && !isSentAgain
      ? `“${its[0]?.name}” was acknowledged at ${when(its[0]?.takenAt ?? 0)}`
      : null,
  ];
}

function ofBroadcasts(request: SeenRequest, evidence: Evidence, team: string | undefined): (string | null)[] {
  const { leftAt, number, message } = request;
  return evidence.broadcasts
    .filter(({ words }) => message.includes(words))
    .flatMap(one => [
      one.team === team ? null : `it is a broadcast of ${one.team}`,
      one.numbers.includes(number) ? null : 'nobody asked for that number',
      one.mustNot && `it must not be sent: ${one.mustNot}`,
      one.cancelledAt !== null && leftAt > one.cancelledAt + UNDER_WAY_MS
        ? `its broadcast was called cancelled at ${when(one.cancelledAt)}`
        : null,
      one.pausedAt !== null &&
      leftAt > one.pausedAt + UNDER_WAY_MS &&
      // It may be shown paused once more after somebody pressed Resume, and before that is carried out.
      !one.resumes.some(at => at > leftAt - PRESSED_MS)
        ? `its broadcast was called paused at ${when(one.pausedAt)}`
        : null,
      twice(
        request,
        evidence,
        1 + evidence.sentAgain.filter(press => press.team === team && press.masked === masked(number)).length,
      ),
    ]);
}
