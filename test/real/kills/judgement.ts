import type { Fleet } from './fleet.ts';
import { type Account, kindOf, type Ledger, seenAt } from './ledger.ts';

export const TWICE = 'its text was requested more than once';
export const LOST = 'it was acked and is lost';
const UNKNOWN = 'it was never written down and yet something came of it';
export const CANCELLED = 'it was called cancelled and its text was requested after that';

/**
 * What is wrong with how one `/sms` ended, in words; usually nothing.
 *
 * @param interrupted ids of texts that were claimed when a kill came: for these alone nobody can know whether their
 *   request had left
 */
function faultsOf(account: Account, interrupted: ReadonlySet<string>): string[] {
  const { asked, requests, results, known, texts } = account;
  const { answers } = asked;
  const [text] = texts;
  const accepted = requests.filter(request => request.logId !== null);
  const taken = answers.includes('taken');
  const wrong: [boolean, string][] = [
    [requests.length > 1, TWICE],
    [texts.length > 1, 'it became more than one text'],
    [taken && !known, LOST],
    [known && results.length === 0, 'Slack has no result of it'],
    [known && text === undefined, 'it became no text'],
    [!known && (requests.length > 0 || results.length > 0), UNKNOWN],
    // Later answers are to repeats of the same request, which Slack shows to nobody.
    [answers[0] === 'nothing' && known, 'the person was told that nothing was sent, and it was taken'],
    [answers.some(said => said.startsWith('odd')), `it was answered: ${answers}`],
    [text !== undefined && results.at(-1) !== text.state, `its last post does not say ${text?.state}`],
    [text?.state === 'sent' && accepted.length !== 1, 'it is called sent and the service did not accept it'],
    [
      accepted.length > 0 && !['sent', 'uncertain'].includes(text?.state ?? ''),
      'it was sent and is not called so',
    ],
    [isSentInSpite(account), CANCELLED],
    [isGroundless(account, interrupted), 'it is called uncertain and no request had left'],
  ];
  return wrong.filter(([is]) => is).map(([, words]) => words);
}

function isSentInSpite({ posts, requests }: Account): boolean {
  const cancelled = posts.find(post => kindOf(post) === 'cancelled');
  return cancelled !== undefined && requests.some(({ at }) => at > seenAt(cancelled));
}

/** Uncertain, without a request at the service, although no kill came between its claim and its request. */
function isGroundless({ texts, requests }: Account, interrupted: ReadonlySet<string>): boolean {
  const [text] = texts;
  if (text?.state !== 'uncertain' || requests.length > 0) return false;
  return text.uncertain !== 'interrupted' || !interrupted.has(text.id);
}

/** One that ended wrongly, and what is wrong. */
export type Broken = { account: Account; faults: string[] };

export const brokenIn = ({ accounts }: Ledger, interrupted: ReadonlySet<string>): Broken[] =>
  accounts
    .map(account => ({ account, faults: faultsOf(account, interrupted) }))
    .filter(({ faults }) => faults.length > 0);

/**
 * The stories of those that ended wrongly, a few of them in full.
 */
export function judge(ledger: Ledger, interrupted: ReadonlySet<string>, fleet: Fleet): string[] {
  const broken = brokenIn(ledger, interrupted);
  const stories = broken.map(({ account, faults }, nth) =>
    nth < 5 ? storyOf(account, faults, fleet) : `${account.asked.message}: ${faults.join('; ')}`,
  );
  return [...stories, ...ledger.strays.map(stray => `nobody asked for: ${stray}`)];
}

function storyOf(
  { asked, requests, refusedWith429, posts, known, texts }: Account,
  faults: string[],
  fleet: Fleet,
) {
  return [
    `${asked.message} (${asked.number}, ${asked.team.id}): ${faults.join('; ')}`,
    `  answers: ${asked.answers.join(', ')}; written down: ${known ? 'yes' : 'no'} (${asked.identity})`,
    ...texts.map(text => `  text ${JSON.stringify(text)}`),
    ...requests.map(request => `  request ${JSON.stringify(request)}`),
    `  refused with 429: ${refusedWith429}`,
    ...posts.map(
      post => `  post by ${post.seen.map(sight => sight.via)} at ${post.seen[0]?.at}: ${post.text}`,
    ),
    ...texts.flatMap(text => fleet.linesAbout(text.id)).map(line => `  ${line}`),
  ].join('\n');
}

/** The counts, one line each. */
export function countsOf(ledger: Ledger, redelivered: number): string[] {
  const { accounts, own429s } = ledger;
  const count = (fits: (account: Account) => boolean): number => accounts.filter(fits).length;
  const state = (name: string): number => count(({ texts }) => texts[0]?.state === name);
  const said = (word: string): number => count(({ asked }) => asked.answers[0] === word);
  const acked = count(({ asked }) => asked.answers.includes('taken'));
  const never = ({ asked }: Account): boolean => asked.answers.every(answer => answer === 'none');
  const uncertain = accounts.filter(({ texts }) => texts[0]?.state === 'uncertain');
  const posts = accounts.reduce((sum, { results }) => sum + results.length, 0);
  return [
    `${accounts.length} commands: ${acked} acked, ${said('nothing')} told that nothing was sent, ${said('unsure')} told to look first, ${said('late')} told after three seconds, ${count(never)} never answered (${count(account => never(account) && account.known)} of them taken); ${redelivered} of the same requests delivered again`,
    `${accounts.reduce((sum, { requests }) => sum + requests.length, 0)} requests at the SMS service for ${count(({ requests }) => requests.length > 0)} texts, ${count(({ requests }) => requests.length > 1)} texts requested twice; besides ${accounts.reduce((sum, { refusedWith429 }) => sum + refusedWith429, 0)} refused with 429, ${own429s} of them by the minute's count`,
    `sent ${state('sent')}, refused ${state('refused')}, cancelled ${state('cancelled')}, uncertain ${uncertain.length} (${uncertain.filter(({ requests }) => requests.length > 0).length} where a request had left, ${uncertain.filter(({ requests }) => requests.length === 0).length} killed between claim and request); acked and lost: ${count(({ asked, known }) => asked.answers.includes('taken') && !known)}`,
    `${posts} results at Slack for ${count(({ results }) => results.length > 0)} commands, ${count(({ known, results }) => known && results.length === 0)} without one, ${posts - count(({ results }) => results.length > 0)} repeated or corrected`,
  ];
}
