import type { Post } from '../../../src/playground/index.ts';
import type { HistoryEntry } from '../../../src/texts/store/model.ts';
import { type DiaryText, type Evidence, mayHaveGone, waitsAfter, when } from '../diary.ts';
import type { SeenRequest } from '../service.ts';
import { PADMA } from './watch.ts';

const RESULTS: [kind: string, looks: RegExp][] = [
  ['waiting', /^:hourglass_flowing_sand:/],
  ['sent', / texted \*/],
  ['again', /has sent it again/],
  ['uncertain', /may or may not have been sent/],
  ['refused', /^:no_entry:|othing was sent/],
  ['cancelled', /^Cancelled\./],
];

/** The result that a post states for a text; null for none. */
const kindOf = ({ text }: Pick<Post, 'text'>): string | null =>
  RESULTS.find(([, looks]) => looks.test(text))?.[0] ?? null;

/** Everything known about one text. */
type Account = {
  text: DiaryText;
  requests: SeenRequest[];
  stored: HistoryEntry[];
  results: string[];
  posts: Post[];
};

const seenAt = ({ seen }: Post): number => seen.at(-1)?.at ?? 0;

function accountOf(text: DiaryText, { requests, stored, posts }: Evidence): Account {
  const postsAbout = posts
    .filter(post => post.teamId === text.team && post.text.includes(text.masked))
    .toSorted((one, other) => seenAt(one) - seenAt(other));
  const results = postsAbout.map(kindOf).filter(kind => kind !== null && kind !== 'waiting');
  return {
    text,
    requests: requests.filter(request => request.message === text.message && request.number === text.number),
    stored: stored.filter(entry => entry.message === text.message && entry.number === text.number),
    results: results as string[],
    posts: postsAbout,
  };
}

/** An answer that the app got is on disk within this time. */
const WRITTEN_MS = 8000;
const HOLDING = /INVALID_API_KEY|ACCOUNT_SUSPENDED|INSUFFICIENT_CREDITS/;
const ENDS = ['sent', 'refused', 'uncertain', 'cancelled'];

/** The faults in how one text ended, in words; usually none. */
function faultsOf({ text, requests, stored, results, posts }: Account, evidence: Evidence): string[] {
  const { answers, again } = text;
  const [isAcked, first] = [answers.includes('taken'), answers[0]];
  const accepted = requests.filter(({ came }) => came === 'accepted');
  const count = (state: string): number => stored.filter(entry => entry.state === state).length;
  const last = stored.toSorted((one, other) => (one.id < other.id ? -1 : 1)).at(-1);
  const maySay =
    again > 0 || text.typedAgain || stored.length > 1
      ? [...stored.map(({ state }) => state), 'again', 'refused']
      : [last?.state];
  const logged = new Set(accepted.map(({ logId }) => String(logId)));
  // Some refusals name no number.
  const isToldSo = evidence.posts.some(
    post =>
      (post.visibleTo !== undefined || post.channel.startsWith('D')) &&
      seenAt(post) >= text.at &&
      /othing was sent|was not sent/.test(post.text),
  );
  const isErased = evidence.lostCommits > 0;
  const isMarked = evidence.doNotText.some(
    ({ team, number }) => team === text.team && number === text.number,
  );
  const wrong: [boolean, string][] = [
    [
      text.mustGo !== null &&
        (isAcked || (text.isWritten && answers.includes('unsure'))) &&
        !text.mayBeCancelled &&
        !isMarked &&
        !(evidence.wasLimited && text.team === PADMA) &&
        (evidence.isCalm || (evidence.wellFrom !== null && text.at > evidence.wellFrom)) &&
        accepted.length === 0,
      `it was ${isAcked ? 'taken' : 'written down'} and never went, and ${text.mustGo}`,
    ],
    [stored.length > 1 + again, `it became ${stored.length} texts`],
    [
      isAcked && stored.length === 0 && results.length === 0 && !isToldSo && !isErased,
      'it was acked and is lost',
    ],
    [stored.length > 0 && results.length === 0, 'Slack has no result of it'],
    [stored.some(({ state }) => !ENDS.includes(state)), `it is still ${stored.map(({ state }) => state)}`],
    [
      stored.length === 0 && requests.length > 0 && !isErased,
      'it was never written down, and it was requested',
    ],
    [
      first === 'nothing' && answers.length === 1 && stored.length > 0,
      'somebody was told that nothing was sent, and it was taken',
    ],
    [
      count('cancelled') > 0 && !text.mayBeCancelled,
      'it was cancelled, and whoever asked for it never pressed Cancel',
    ],
    [
      count('cancelled') > 0 && stored.length === 1 && requests.some(mayHaveGone),
      'it is called cancelled, and a request had left',
    ],
    [answers.some(answer => answer.startsWith('odd')), `it was answered: ${answers}`],
    [
      last !== undefined && !maySay.includes(results.at(-1) as never),
      `its last post says ${results.at(-1)}, and it is ${last?.state}`,
    ],
    [
      stored.some(({ state, logId }) => state === 'sent' && !logged.has(String(logId))),
      'it is called sent, and the service has no such text',
    ],
    [accepted.length > count('sent') + count('uncertain') && !isErased, 'it was sent and is not called so'],
    [
      stored.some(
        ({ state, problem }) =>
          state === 'refused' && problem?.kind === 'SERVICE_REFUSED' && HOLDING.test(JSON.stringify(problem)),
      ) &&
        requests.some(({ came }) => HOLDING.test(came)) &&
        // A text isn't sent again once people were told that it may have gone, or would have been told without the answer.
        text.uncertainAt === null &&
        !evidence.hasSlept &&
        !evidence.wasUnlinked,
      'its key was refused, and it was refused with it instead of waiting',
    ],
    [
      count('uncertain') > requests.filter(({ isClear }) => !isClear).length &&
        evidence.deaths.length === 0 &&
        !evidence.hasSlept &&
        !isErased,
      'it is called uncertain, and the service said in time what became of it',
    ],
    [
      last?.state === 'uncertain' &&
        stored.length === 1 &&
        requests.length > 0 &&
        requests.every(request => request.isClear && isKnown(request, evidence)) &&
        // A process may have claimed the waiting text again and died before a request left.
        !evidence.deaths.some(death =>
          requests.every(request => waitsAfter(request) && death > (request.heardAt ?? 0)),
        ) &&
        !isErased,
      'it is called uncertain, and the app heard what became of it',
    ],
    [
      last?.state === 'uncertain' &&
        results.at(-1) === 'uncertain' &&
        !posts.some(post => kindOf(post) === 'uncertain' && post.visibleTo === undefined),
      'it is called uncertain in no post that lasts',
    ],
    [
      count('uncertain') >
        requests.filter(request => mayHaveGone(request) || request.heardAt === null).length &&
        evidence.deaths.length === 0 &&
        !isErased,
      'it is called uncertain and no request had left',
    ],
    [
      stored.some(
        entry =>
          entry.state === 'sent' &&
          entry.cost !== null &&
          !accepted.some(({ cost }) => creditsOf(cost) === Number(entry.cost)),
      ),
      'its cost is another',
    ],
  ];
  return wrong.filter(([is]) => is).map(([, words]) => words);
}

/** True if the app got the answer and lived on to store it. */
const isKnown = ({ heardAt }: SeenRequest, { deaths }: Evidence): boolean =>
  heardAt !== null && !deaths.some(at => at >= heardAt && at < heardAt + WRITTEN_MS);

const creditsOf = (cost: bigint): number => Number(cost) / 10_000;

/** Judges how texts ended; returns the circumstances of those that ended wrongly. */
export function judgeTexts(evidence: Evidence): string[] {
  return evidence.texts.flatMap(text => {
    const account = accountOf(text, evidence);
    const faults = faultsOf(account, evidence);
    return faults.length === 0 ? [] : [storyOf(account, faults)];
  });
}

function storyOf({ text, requests, stored, posts }: Account, faults: string[]): string {
  return [
    `“${text.message}” to ${text.number} in ${text.team}: ${faults.join('; ')}`,
    `  asked for at ${when(text.at)} by ${text.user}, and ${text.again} times more; answers: ${text.answers.join(', ')}`,
    ...stored.map(
      entry =>
        `  text ${entry.id}: ${entry.state}, log ${entry.logId}, ${JSON.stringify(entry.problem)} ${entry.uncertain ?? ''}`,
    ),
    ...requests.map(
      request =>
        `  request at ${when(request.leftAt)}: ${request.came}${request.logId === null ? '' : `, log ${request.logId}`}`,
    ),
    ...posts.map(
      post => `  post at ${when(seenAt(post))} (${post.seen.map(({ via }) => via)}): ${post.text}`,
    ),
  ].join('\n');
}
