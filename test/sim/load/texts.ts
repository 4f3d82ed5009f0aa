import type { Post } from '../../../src/playground/index.ts';
import type { Reply } from '../../../src/playground/wire/connection.ts';
import { findPerson, findWorkspace } from '../../../src/playground/world/world.ts';
import { type Diary, type DiaryText, type FirstAnswer, mayHaveGone, newText } from '../diary.ts';
import { MEGHNA, MINUTE, PADMA, SECOND, type World } from '../world.ts';
import { noteOfSeveral, textIn } from './mischief.ts';

/* Senders: commands, repeated commands, duplicate deliveries, and buttons. */

/** The app asks about a repeated text within this time. */
const SAME_TEXT_MS = 2 * MINUTE;
const TYPISTS = {
  [PADMA.id]: ['rafiq', 'shirin', 'kamal', 'nusrat'],
  [MEGHNA.id]: ['rafiq', 'sadia'],
} as Record<string, string[]>;

export type Typing = { count: number; withinMs: number };

/** Numbers that no other part of the story uses, and whose masked forms differ. */
export function numbersFrom(prefix: string, first = 0): () => string {
  let next = first;
  return () => `${prefix}1234${String(next++).padStart(4, '0')}`;
}

function answerIn(reply: Reply): FirstAnswer {
  if (reply.problem === 'operation_timeout' || reply.status === 0) return 'none';
  if (reply.status === 401) return 'refused';
  if (reply.status !== 200) return `odd: HTTP ${reply.status}`;
  if (reply.body === '') return 'taken';
  if (/nothing was sent/i.test(reply.body)) return 'nothing';
  return /couldn’t confirm/i.test(reply.body) ? 'unsure' : `odd: ${reply.body}`;
}

export function typeTexts(world: World, diary: Diary, typing: Typing, next: () => string): void {
  const { clock, dice } = world;
  for (let nth = 0; nth < typing.count; nth++) {
    const team = dice.percent(75) ? PADMA.id : MEGHNA.id;
    const number = next();
    const message = nth % 3 === 0 ? `parcel ${nth} is on {its} way` : `parcel ${nth} is on its way`;
    const mustGo = 'nothing is wrong with it';
    const text = newText({ team, user: dice.one(TYPISTS[team] ?? []), number, message, mustGo });
    clock.after(dice.below(typing.withinMs), () => void type(world, diary, text));
  }
}

/** Types a text once; sometimes its request is delivered twice, or a sender types the same again. */
async function type(world: World, diary: Diary, text: DiaryText): Promise<void> {
  const { dice, slack, clock } = world;
  text.at = clock.now();
  diary.texts.push(text);
  const where = { user: text.user, team: text.team };
  const reply = await slack.command({ ...where, text: `${text.number} ${text.message}` });
  text.answers.push(answerIn(reply));
  const redeliver = async (): Promise<void> => {
    text.answers.push(answerIn(await slack.redeliver(reply.request)));
  };
  if (dice.percent(20))
    clock.after(dice.below(dice.one([100, 3 * SECOND, 4 * MINUTE])), () => void redeliver());
  if (dice.percent(22))
    clock.after(
      5 * SECOND + dice.below(dice.one([MINUTE, 3 * MINUTE])),
      () => void typeAgain(world, diary, text),
    );
}

/** Types a text whose expected outcome is known. */
export async function typeOne(
  { slack, clock }: World,
  diary: Diary,
  text: Pick<DiaryText, 'team' | 'user' | 'number' | 'message'> & Partial<DiaryText>,
): Promise<void> {
  const expected = newText({ ...text, at: clock.now() });
  diary.texts.push(expected);
  const { user, team, number, message } = expected;
  expected.answers.push(answerIn(await slack.command({ user, team, text: `${number} ${message}` })));
}

/** A sender types the same again: the app asks first if the text may have gone out just before. */
async function typeAgain(world: World, diary: Diary, text: DiaryText): Promise<void> {
  const { slack, service, dice, clock } = world;
  const wentOut = service.requests.filter(
    request => request.message === text.message && request.number === text.number && mayHaveGone(request),
  );
  // A process that starts with a clock set an hour ahead assumes that an hour has passed.
  const isAskedAbout =
    !diary.wasSet && wentOut.length > 0 && clock.now() - text.at < SAME_TEXT_MS - 3 * SECOND;
  if (!isAskedAbout) expectResend(text);
  text.typedAgain = true;
  const user = dice.one(TYPISTS[text.team] ?? []);
  await slack.command({ user, team: text.team, text: `${text.number} ${text.message}` });
}

/** The percentage of posts whose button people press, by button. */
const HABITS: Record<string, number> = {
  cancel_text: 30,
  send_now: 40,
  send_again: 50,
  send_anyway: 50,
  dont_send: 20,
  try_again: 60,
};

/** Presses buttons of new posts as people would, sometimes twice. */
export function pressButtons(world: World, diary: Diary): void {
  const { slack, dice, clock } = world;
  const looked = new Map<Post, object | undefined>();
  slack.world.changes.on('change', () => {
    for (const { posts } of slack.world.workspaces.values()) {
      for (const post of posts.slice(-30)) {
        const last = post.seen.at(-1);
        if (post.author.kind !== 'app' || looked.get(post) === last) continue;
        looked.set(post, last);
        noteCancelled(diary, post, clock.now());
        noteUncertain(diary, post, clock.now());
        const blocks = JSON.stringify(post.blocks);
        for (const [action, often] of Object.entries(HABITS)) {
          if (!blocks.includes(`"${action}"`) || !dice.percent(often)) continue;
          clock.after(dice.below(20 * SECOND), () => void press(world, diary, post, action));
        }
      }
    }
  });
}

async function press(world: World, diary: Diary, post: Post, action: string): Promise<void> {
  const { slack, dice } = world;
  if (!JSON.stringify(post.blocks).includes(`"${action}"`)) return;
  const text = textIn(diary, post);
  const user =
    post.visibleTo ?? (action === 'try_again' ? adminOf(post.teamId) : dice.one(TYPISTS[post.teamId] ?? []));
  if (text && action === 'cancel_text') text.mayBeCancelled = true;
  if (text && /^send_(again|anyway|now)$/.test(action) && !diary.sentAgainFrom.has(post)) expectResend(text);
  // A refusal that came before a text existed names no number.
  if (!text && action === 'send_now')
    for (const own of diary.texts.filter(candidate => isTheirs(world, candidate, post))) expectResend(own);
  diary.sentAgainFrom.add(post);
  const number = /(\d{3}••••\d{4})\*/.exec(post.text)?.[1];
  if (/^send_(again|now)$/.test(action)) noteOfSeveral(diary, post.blocks);
  if (action === 'send_again' && number) diary.sentAgain.push({ team: post.teamId, masked: number });
  if (action === 'send_anyway' && !text) for (const text of diary.several) text.mustNot = null;
  if (action === 'try_again') diary.releases.push({ team: post.teamId, at: world.clock.now() });
  const reply = await slack.press(post, action, { user });
  if (dice.percent(action === 'send_anyway' ? 70 : 15)) await slack.redeliver(reply.request);
}

/** True if the reader of a private post sent this text and it hasn't gone yet. */
const isTheirs = (
  { slack, service }: World,
  { team, user, number, message }: DiaryText,
  post: Post,
): boolean =>
  team === post.teamId &&
  findPerson(findWorkspace(slack.world, team), user).id === post.visibleTo &&
  !service.requests.some(request => request.number === number && request.message === message);

/** From now on it may go out once more, whatever posts said before. */
function expectResend(text: DiaryText): void {
  text.again += 1;
  text.cancelledAt = text.uncertainAt = null;
}

/** The latest post of a workspace with this button and these words. */
export const postWith = ({ slack }: World, team: string, button: string, words = ''): Post | undefined =>
  slack.world.workspaces.get(team)?.posts.findLast(({ text, blocks }) => {
    const shown = JSON.stringify([text, blocks]);
    return shown.includes(`"${button}"`) && shown.includes(words);
  });

export const adminOf = (team: string): string => (team === PADMA.id ? 'nusrat' : 'sadia');

function noteUncertain(diary: Diary, post: Post, at: number): void {
  if (!/may or may not have been sent/.test(post.text)) return;
  const text = textIn(diary, post);
  if (text && text.again === 0) text.uncertainAt ??= at;
}

function noteCancelled(diary: Diary, post: Post, at: number): void {
  if (!post.text.startsWith('Cancelled.')) return;
  const text = textIn(diary, post);
  if (text && text.again === 0) text.cancelledAt ??= at;
}
