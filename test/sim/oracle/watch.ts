import { type Evidence, type Incident, masked, mayHaveGone, waitsAfter } from '../diary.ts';
import type { SeenRequest } from '../service.ts';
import { saysOver } from './incidents.ts';

/** A claim that was made before begins its request within this time. */
const UNDER_WAY_MS = 5000;

const when = (at: number): string => new Date(at).toISOString().slice(11, 23);

/** What is wrong with a request that leaves the app at this moment, in words; usually nothing. */
export function faultsOf(request: SeenRequest, evidence: Evidence): string[] {
  const { teamOfKey, never, unlinked } = evidence;
  const { number, message, leftAt, apiKey } = request;
  const team = teamOfKey.get(apiKey);
  const marked = never.find(one => one.team === team && one.number === number);
  const asked = evidence.texts.find(one => one.message === message && one.number === number);
  const wrong: (string | null)[] = [
    team === undefined ? 'it goes out with a key that nobody linked' : null,
    marked && leftAt > marked.at + UNDER_WAY_MS
      ? `it goes to ${number}, which was marked “never text” at ${when(marked.at)}`
      : null,
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
    ...(asked ? [twice(request, evidence, 1 + asked.again)] : []),
    ...ofIncidents(request, evidence),
    ...ofBroadcasts(request, evidence, team),
  ];
  return wrong
    .filter(words => words !== null)
    .map(words => `${when(leftAt)} “${message}” to ${number}: ${words}`);
}

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

function ofIncidents(
  { leftAt, number, message }: SeenRequest,
  { incidents, sentAgain }: Evidence,
): (string | null)[] {
  const its = incidents.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(message));
  const isSentAgain = sentAgain.some(one => one.masked === masked(number));
  // A text that also tells of something else still goes, as does that it is over.
  const isLate = ({ takenAt, givenBackAt, isOfStorm, name }: Incident): boolean =>
    takenAt !== null &&
    givenBackAt === null &&
    !isOfStorm &&
    !saysOver(message, name) &&
    leftAt > takenAt + UNDER_WAY_MS;
  return [
    ...its.map(({ name, hook }) =>
      hook.steps.flat().includes(number) ? null : `“${name}” is for ${hook.steps.flat()}`,
    ),
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
      one.cancelledAt !== null && leftAt > one.cancelledAt + UNDER_WAY_MS
        ? `its broadcast was called cancelled at ${when(one.cancelledAt)}`
        : null,
      one.pausedAt !== null && leftAt > one.pausedAt + UNDER_WAY_MS
        ? `its broadcast was called paused at ${when(one.pausedAt)}`
        : null,
      twice(
        request,
        evidence,
        1 + evidence.sentAgain.filter(press => press.team === team && press.masked === masked(number)).length,
      ),
    ]);
}
