import type { Evidence } from '../diary.ts';
import type { SeenRequest } from '../service.ts';

const HOLDING = ['INVALID_API_KEY', 'ACCOUNT_SUSPENDED', 'INSUFFICIENT_CREDITS'];
const ENDS = ['sent', 'refused', 'uncertain', 'cancelled'];

/** The text of forged posts. */
const MADE_UP = 'made up';

/** The most requests of one key that may be open at once. */
const MAX_OPEN = 20;

/** If more alerts wait than a minute has room for, the whole minute must be used. */
function judgeCrowds({ crowds, requests, isCalm }: Evidence): string[] {
  if (!isCalm) return [];
  return crowds.flatMap(({ key, at }) => {
    const until = at + 25_000;
    const used = requests.filter(
      ({ apiKey, leftAt }) => apiKey === key && leftAt > until - 62_000 && leftAt <= until,
    );
    return used.length < 60 ? [`only ${used.length} requests went in a minute, and more alerts waited`] : [];
  });
}

/** Checks that the service's log and the app's history have the same texts and the same costs. */
export function judgeMoney(evidence: Evidence): string[] {
  const { requests, stored, erased, teamOfKey, lostCommits, overfullProbes, maxOpen, isCalm } = evidence;
  const wrong = judgeCrowds(evidence);
  if (overfullProbes > 0)
    wrong.push(`a key was asked about ${overfullProbes} times when its minute was full`);
  if (isCalm && maxOpen > MAX_OPEN) wrong.push(`${maxOpen} requests of one key were open at once`);
  for (const { teamId, blocks, seen, text } of evidence.posts) {
    if (!JSON.stringify(blocks).includes('"try_again"')) continue;
    const isRefused = requests.some(
      ({ apiKey, came, at }) =>
        teamOfKey.get(apiKey) === teamId && HOLDING.includes(came) && at <= (seen.at(-1)?.at ?? 0),
    );
    // A forged post has the same button.
    if (!isRefused && text !== MADE_UP)
      wrong.push(`the key of ${teamId} is said to be on hold, and the service never refused it`);
  }
  const overfull = requests.filter(({ isOverfull }) => isOverfull);
  if (overfull.length > 0)
    wrong.push(
      `${overfull.length} requests beyond the minute of their key, the first at ${new Date(overfull[0]?.at ?? 0).toISOString()}`,
    );
  for (const text of stored) {
    if (!ENDS.includes(text.state)) wrong.push(`“${text.message}” to ${text.number} is still ${text.state}`);
  }
  const sent = new Map(
    stored.filter(({ state }) => state === 'sent').map(text => [String(text.logId), text]),
  );
  const uncertain = stored.filter(({ state }) => state === 'uncertain');
  // Only the cost remains of texts to erased people.
  const isErased = ({ number, message, leftAt }: SeenRequest): boolean =>
    erased.some(
      person =>
        person.number === number &&
        (message.includes(person.words) || (person.at !== null && leftAt <= person.at)),
    );
  for (const charged of requests.filter(request => request.came === 'accepted' && !isErased(request))) {
    const text = sent.get(String(charged.logId));
    const isKnown = text
      ? text.number === charged.number
      : uncertain.some(({ number, message }) => number === charged.number && message === charged.message);
    if (!isKnown && lostCommits === 0)
      wrong.push(
        `log ${charged.logId}, “${charged.message}” to ${charged.number} (${teamOfKey.get(charged.apiKey)}) was charged, and is called sent or uncertain nowhere`,
      );
    if (text && text.cost !== null && Number(text.cost) !== Number(charged.cost) / 10_000)
      wrong.push(`log ${charged.logId} cost ${Number(charged.cost) / 10_000}, and the app says ${text.cost}`);
  }
  return wrong.slice(0, 5);
}
