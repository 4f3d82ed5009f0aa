import { type AskedBroadcast, type Evidence, mayHaveGone } from '../diary.ts';

/** Credits of one part. */
const PRICE = 0.35;

/** How a broadcast ended: each of its people has one text at most, and its numbers are the service's. */
export function judgeBroadcasts(evidence: Evidence): string[] {
  return evidence.broadcasts.flatMap(one => {
    const faults = faultsOf(one, evidence);
    return faults.length === 0 ? [] : [storyOf(one, faults, evidence)];
  });
}

/** Its own post, which changes as it goes: the one that says last how many of how many were sent. */
function lastPost(one: AskedBroadcast, { posts }: Evidence): string {
  const its = posts.filter(({ author, teamId, text, blocks }) => {
    const shown = text + JSON.stringify(blocks);
    return (
      author.kind === 'app' &&
      teamId === one.team &&
      / of [\d,]+ (sent|had gone)/.test(shown) &&
      /broadcast/.test(shown)
    );
  });
  // Of a post that came twice only one goes on, and a change that took Slack long may come after a later one: its summary stays.
  const summaries = its.filter(({ text }) => text.includes('is over'));
  const last = (summaries.length > 0 ? summaries : its)
    .toSorted((one, other) => (one.seen.at(-1)?.at ?? 0) - (other.seen.at(-1)?.at ?? 0))
    .at(-1);
  return last ? `${last.text}\n${JSON.stringify(last.blocks)}` : '';
}

const number = (words: string, looks: RegExp): number =>
  Number((looks.exec(words)?.[1] ?? '0').replaceAll(',', ''));

function faultsOf(one: AskedBroadcast, evidence: Evidence): string[] {
  const requests = evidence.requests.filter(({ message }) => message.includes(one.words));
  if (one.startedAt === null) return requests.length > 0 ? ['it never started, and it was texted'] : [];
  const said = lastPost(one, evidence);
  if (said === '') return evidence.lostCommits > 0 ? [] : ['it has no post'];
  const [, sent = '0', of = '0'] = /([\d,]+) of ([\d,]+) sent/.exec(said) ?? [];
  const told = {
    sent: Number(sent.replaceAll(',', '')),
    of: Number(of.replaceAll(',', '')),
    refused: number(said, /([\d,]+) refused/),
    uncertain: number(said, /([\d,]+) uncertain/),
    waiting: number(said, /([\d,]+) waiting/),
    cancelled: number(said, /([\d,]+) cancelled/),
  };
  const again = evidence.sentAgain.length;
  const accepted = requests.filter(({ came }) => came === 'accepted').length;
  const reached = new Set(requests.filter(mayHaveGone).map(request => request.number));
  const cost = /cost (?:so far )?([\d.]+)/.exec(said)?.[1];
  const isOver = /sent (a|a promotional) broadcast|Cancelled by|is over/.test(said);
  const people = one.numbers.length - one.never.length;
  const sum = told.sent + told.refused + told.uncertain + told.waiting + told.cancelled;
  const later = evidence.never.filter(
    mark => mark.team === one.team && one.numbers.includes(mark.number) && !one.never.includes(mark.number),
  ).length;
  const interrupted = evidence.deaths.length > 0;
  const wrong: [boolean, string][] = [
    [!isOver, 'it is not over'],
    [isOver && told.waiting > 0, `${told.waiting} of its texts are said to wait, and it is over`],
    [
      told.of > people || told.of < people - later,
      `its post says ${told.of} people, and there are ${people}`,
    ],
    [sum !== told.of, `its numbers come to ${sum} of ${told.of}`],
    [
      accepted < told.sent && again === 0,
      `${told.sent} are said to be sent, and the service has ${accepted}`,
    ],
    [
      accepted > told.sent + told.uncertain && again === 0,
      `the service has ${accepted}, and ${told.sent} are said to be sent and ${told.uncertain} uncertain`,
    ],
    [
      told.cancelled > 0 && !one.isCancelled,
      `${told.cancelled} are called cancelled, and nobody cancelled it`,
    ],
    [
      /Cancelled by/.test(said) && !one.isCancelled,
      'it is called cancelled, and nobody cancelled it who may',
    ],
    [
      told.uncertain > reached.size - 0 && !interrupted,
      'texts are called uncertain of which no request left',
    ],
    [
      cost !== undefined && Math.abs(Number(cost) - told.sent * PRICE) > 0.001 && again === 0,
      `it is said to cost ${cost}, and ${told.sent} texts cost ${(told.sent * PRICE).toFixed(2)}`,
    ],
    [told.sent + told.uncertain + told.refused === 0 && !one.isCancelled && people > 0, 'nobody was texted'],
  ];
  return wrong.filter(([is]) => is).map(([, words]) => words);
}

function storyOf(one: AskedBroadcast, faults: string[], evidence: Evidence): string {
  const when = (at: number | null): string => (at === null ? '-' : new Date(at).toISOString().slice(11, 23));
  const requests = evidence.requests.filter(({ message }) => message.includes(one.words));
  const came = Map.groupBy(requests, request => request.came);
  return [
    `broadcast “${one.words}” to ${one.numbers.length}, of whom ${one.never.length} are never texted: ${faults.join('; ')}`,
    `  started ${when(one.startedAt)}, paused ${when(one.pausedAt)}, cancelled ${when(one.cancelledAt)}`,
    `  requests: ${[...came].map(([what, all]) => `${all.length} ${what}`).join(', ')}`,
    `  its post: ${lastPost(one, evidence).slice(0, 900)}`,
  ].join('\n');
}
