import {
  type DiaryBroadcast,
  type Evidence,
  HOLDING,
  isAbout,
  masked,
  mayHaveGone,
  waitsAfter,
  when,
} from '../diary.ts';
import type { SeenRequest } from '../service.ts';

/** Judges how broadcasts ended: each recipient got one text at most, and the reported counts match the service's. */
export function judgeBroadcasts(evidence: Evidence): string[] {
  return evidence.broadcasts.flatMap(broadcast => {
    const faults = faultsOf(broadcast, evidence);
    return faults.length === 0 ? [] : [storyOf(broadcast, faults, evidence)];
  });
}

/** The last state of the broadcast's own post, the one with "n of m sent". */
function lastPost(broadcast: DiaryBroadcast, evidence: Evidence): string {
  const posts = evidence.posts.filter(post => {
    const shown = post.text + JSON.stringify(post.blocks);
    return (
      post.author.kind === 'app' &&
      isAbout(broadcast, post) &&
      / of [\d,]+ (sent|had gone)/.test(shown) &&
      /broadcast/.test(shown)
    );
  });
  // If the post exists twice, only one is updated, and a slow edit may overwrite a later one; the summary stays.
  const summaries = posts.filter(({ text }) => text.includes('is over'));
  const last = (summaries.length > 0 ? summaries : posts)
    .toSorted((one, other) => (one.seen.at(-1)?.at ?? 0) - (other.seen.at(-1)?.at ?? 0))
    .at(-1);
  return last ? `${last.text}\n${JSON.stringify(last.blocks)}` : '';
}

/** The number of its texts that people sent again. */
const sentAgainOf = ({ team, numbers }: DiaryBroadcast, { sentAgain }: Evidence): number =>
  sentAgain.filter(press => press.team === team && numbers.some(number => masked(number) === press.masked))
    .length;

/**
 * The number of its people who were marked "never text" or erased after it was created: their texts are refused without a
 * request, or gone.
 */
const markedLater = ({ team, numbers, doNotText }: DiaryBroadcast, evidence: Evidence): number =>
  [...evidence.doNotText, ...evidence.erased].filter(
    person => person.team === team && numbers.includes(person.number) && !doNotText.includes(person.number),
  ).length;

/** The number of its people who were erased: waiting texts to them are cancelled. */
const erasedAmong = ({ team, numbers }: DiaryBroadcast, { erased }: Evidence): number =>
  erased.filter(person => person.team === team && numbers.includes(person.number)).length;

const number = (words: string, looks: RegExp): number =>
  Number((looks.exec(words)?.[1] ?? '0').replaceAll(',', ''));

function faultsOf(broadcast: DiaryBroadcast, evidence: Evidence): string[] {
  const requests = evidence.requests.filter(({ message }) => message.includes(broadcast.words));
  if (broadcast.startedAt === null) return requests.length > 0 ? ['it never started, and it was texted'] : [];
  const summary = lastPost(broadcast, evidence);
  if (summary === '') return evidence.lostCommits > 0 ? [] : ['it has no post'];
  const [, sent = '0', of = '0'] = /([\d,]+) of ([\d,]+) sent/.exec(summary) ?? [];
  const counts = {
    sent: Number(sent.replaceAll(',', '')),
    of: Number(of.replaceAll(',', '')),
    refused: number(summary, /([\d,]+) refused/),
    uncertain: number(summary, /([\d,]+) uncertain/),
    waiting: number(summary, /([\d,]+) waiting/),
    cancelled: number(summary, /([\d,]+) cancelled/),
  };
  const again = sentAgainOf(broadcast, evidence);
  const accepted = requests.filter(({ came }) => came === 'accepted').length;
  const costs = requests.reduce((sum, request) => sum + Number(request.cost), 0) / 10_000;
  const refused = requests.filter(request => request.refused && !waitsAfter(request)).length;
  const unsure = requests.filter(request => mayHaveGone(request) || request.heardAt === null);
  const unknown = new Set(unsure.map(request => request.number));
  const cost = /cost (?:so far )?([\d.]+)/.exec(summary)?.[1];
  const isOver = /sent (a|a promotional) broadcast|Cancelled by|is over/.test(summary);
  const people = broadcast.numbers.length - broadcast.doNotText.length;
  const sum = counts.sent + counts.refused + counts.uncertain + counts.waiting + counts.cancelled;
  const later = markedLater(broadcast, evidence);
  const interrupted = evidence.deaths.length > 0;
  const wrong: [boolean, string][] = [
    [!isOver, 'it is not over'],
    [isOver && counts.waiting > 0, `${counts.waiting} of its texts are said to wait, and it is over`],
    [
      counts.of > people || counts.of < people - later,
      `its post says ${counts.of} people, and there are ${people}`,
    ],
    [sum !== counts.of, `its numbers come to ${sum} of ${counts.of}`],
    [
      accepted < counts.sent && again === 0,
      `${counts.sent} are said to be sent, and the service has ${accepted}`,
    ],
    [
      accepted > counts.sent + counts.uncertain && again === 0,
      `the service has ${accepted}, and ${counts.sent} are said to be sent and ${counts.uncertain} uncertain`,
    ],
    [
      counts.cancelled > erasedAmong(broadcast, evidence) && !broadcast.isCancelled,
      `${counts.cancelled} are called cancelled, and nobody cancelled it`,
    ],
    [
      /Cancelled by/.test(summary) && !broadcast.isCancelled,
      'it is called cancelled, and nobody cancelled it who may',
    ],
    [counts.uncertain > unknown.size && !interrupted, 'texts are called uncertain of which no request left'],
    [
      cost !== undefined && counts.sent === accepted && Math.abs(Number(cost) - costs) > 0.001 && again === 0,
      `it is said to cost ${cost}, and ${counts.sent} texts cost ${costs.toFixed(2)}`,
    ],
    [
      counts.sent + counts.uncertain + counts.refused === 0 && !broadcast.isCancelled && people > 0,
      'nobody was texted',
    ],
  ];
  wrong.push([
    counts.refused > refused + later + 2,
    `${counts.refused} are called refused, and the service refused ${refused}`,
  ]);
  return [
    ...wrong.filter(([is]) => is).map(([, words]) => words),
    ...pausesOf(broadcast, requests, evidence),
  ];
}

const REFUSED_IN_A_ROW = 10;
const REFUSED_OF_A_HUNDRED = 10;
const UNCERTAIN_IN_A_ROW = 5;
/** A decision after a reply applies to requests that leave this much later. */
const DECIDED_MS = 450;

/** Checks that it paused when it had a reason to, and only then, as far as nothing else interfered. */
function pausesOf(broadcast: DiaryBroadcast, requests: readonly SeenRequest[], evidence: Evidence): string[] {
  if (!broadcast.isScripted && (!evidence.isCalm || evidence.wasUnlinked || evidence.wasLimited)) return [];
  if (broadcast.isCancelled || sentAgainOf(broadcast, evidence) > 0) return [];
  const reasons: { at: number; why: string }[] = [];
  const heard = requests.filter(({ heardAt }) => heardAt !== null);
  const later = markedLater(broadcast, evidence);
  /** Times at which texts refused without a request may have completed ten in a row. */
  const perhaps: number[] = [];
  let [recent, spent, from] = ['', 0, 0];
  const resumes = [...broadcast.resumes];
  for (const request of heard.toSorted((a, b) => (a.heardAt ?? 0) - (b.heardAt ?? 0))) {
    const at = request.heardAt ?? 0;
    const resumed = resumes.filter(resume => resume > from && resume <= at).at(-1);
    // Results before a Resume don't count again.
    if (resumed !== undefined) [recent, from] = ['', resumed];
    recent += request.came === 'accepted' ? 's' : request.refused ? 'r' : 'u';
    spent += Number(request.cost) / 10_000;
    if (recent.endsWith('r'.repeat(Math.max(0, REFUSED_IN_A_ROW - later)))) perhaps.push(at);
    const last = recent.slice(-100);
    if (recent.endsWith('r'.repeat(REFUSED_IN_A_ROW)))
      reasons.push({ at, why: `${REFUSED_IN_A_ROW} refusals in a row` });
    else if (recent.endsWith('u'.repeat(UNCERTAIN_IN_A_ROW)))
      reasons.push({ at, why: `${UNCERTAIN_IN_A_ROW} uncertain ones in a row` });
    else if (last.length === 100 && last.replaceAll(/[^r]/g, '').length >= REFUSED_OF_A_HUNDRED)
      reasons.push({ at, why: `a tenth of the last hundred refused` });
    else if (
      !reasons.some(({ why }) => why.includes('limit')) &&
      broadcast.limit !== null &&
      spent > broadcast.limit - 0.001
    )
      reasons.push({ at, why: `its limit of ${broadcast.limit}` });
  }
  const wrong: string[] = [];
  for (const { at, why } of reasons) {
    const until = broadcast.resumes.find(resume => resume > at) ?? Number.POSITIVE_INFINITY;
    const late = requests.find(({ leftAt }) => leftAt > at + DECIDED_MS && leftAt < until);
    if (late && wrong.length === 0)
      wrong.push(`it goes on after ${why}, at ${new Date(late.leftAt).toISOString().slice(11, 23)}`);
  }
  for (const pause of broadcast.pauses) {
    const since = broadcast.resumes.filter(resume => resume < pause).at(-1) ?? 0;
    const isLimited =
      broadcast.limit !== null && reasons.some(({ at, why }) => at < pause && why.includes('limit'));
    const isHeld = evidence.requests.some(
      ({ came, heardAt, apiKey }) =>
        HOLDING.includes(came) &&
        (heardAt ?? pause) < pause &&
        evidence.teamOfKey.get(apiKey) === broadcast.team,
    );
    // Slack may show the pause once more after Resume, before any text has left.
    const isShownAgain = since > 0 && !requests.some(({ leftAt }) => leftAt > since && leftAt < pause);
    const why = [...reasons.map(({ at }) => at), ...perhaps].some(at => at > since && at <= pause);
    if (!isLimited && !isHeld && !isShownAgain && !why)
      wrong.push(`it paused by ${new Date(pause).toISOString().slice(11, 23)}, and nothing was wrong`);
  }
  return wrong;
}

function storyOf(broadcast: DiaryBroadcast, faults: string[], evidence: Evidence): string {
  const requests = evidence.requests.filter(({ message }) => message.includes(broadcast.words));
  const came = Map.groupBy(requests, request => request.came);
  return [
    `broadcast “${broadcast.words}” to ${broadcast.numbers.length}, of whom ${broadcast.doNotText.length} are never texted: ${faults.join('; ')}`,
    `  started ${when(broadcast.startedAt)}, paused ${when(broadcast.pausedAt)}, cancelled ${when(broadcast.cancelledAt)}`,
    `  requests: ${[...came].map(([outcome, all]) => `${all.length} ${outcome}`).join(', ')}`,
    `  its post: ${lastPost(broadcast, evidence).slice(0, 900)}`,
  ].join('\n');
}
