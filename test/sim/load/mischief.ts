import type { Post } from '../../../src/playground/index.ts';
import { addPost, appAuthor } from '../../../src/playground/world/posts.ts';
import { findChannel, findPerson, findWorkspace } from '../../../src/playground/world/world.ts';
import { type Diary, type DiaryText, newText } from '../diary.ts';
import { keepGroup, namesFor } from '../setup.ts';
import { MEGHNA, MINUTE, PADMA, SECOND, type World } from '../world.ts';

/* Attempts that must have no effect, or an effect only once. */

const ABOUT_A_TEXT = /"(cancel_text|send_again|send_anyway|cancel_texts|send_now|try_again)"/;
/** Numbers in their profiles. */
const SHIRINS = '01612345678';
const NUSRATS = '01812345679';
/** The answer to a question this old sends nothing. */
const OLD_MS = 16 * MINUTE;

/** Presses buttons as another person, in another workspace, twice, or much too late. */
export function pressWrongly(world: World, diary: Diary): void {
  const { slack, dice, clock } = world;
  const looked = new Set<Post>();
  slack.world.changes.on('change', () => {
    for (const post of slack.world.workspaces.get(PADMA.id)?.posts.slice(-20) ?? []) {
      const action = ABOUT_A_TEXT.exec(JSON.stringify(post.blocks))?.[1];
      if (post.author.kind !== 'app' || action === undefined || looked.has(post)) continue;
      looked.add(post);
      const soon = dice.below(8 * SECOND);
      const copy = structuredClone(post.blocks);
      if (post.visibleTo && post.visibleTo !== idOf(world, 'kamal') && dice.percent(50))
        clock.after(soon, () => void pressAs(world, { ...post, visibleTo: idOf(world, 'kamal') }, action));
      if (dice.percent(40)) clock.after(soon, () => void pressElsewhere(world, diary, copy, action));
      if (action === 'send_again' && dice.percent(60))
        clock.after(soon + 30 * SECOND, () => void pressOnce(world, diary, post, copy));
      // Only an admin may release a key.
      if (action === 'try_again' && dice.percent(70))
        clock.after(soon, () => void slack.press(post, action, { user: 'shirin' }).catch(() => null));
      // The text may have gone by then.
      if (action === 'cancel_text' && dice.percent(40))
        clock.after(20 * SECOND + 4 * soon, () => void pressLate(world, diary, { ...post, blocks: copy }));
      if (action === 'send_anyway' && dice.percent(40))
        // The question doesn't age while the machine sleeps.
        clock.after(OLD_MS, () => void (diary.hasSlept || pressAs(world, { ...post, blocks: copy }, action)));
    }
  });
}

const idOf = ({ slack }: World, name: string): string =>
  findPerson(findWorkspace(slack.world, PADMA.id), name).id;

export const textIn = (diary: Diary, post: Post): DiaryText | undefined =>
  diary.texts.find(text => text.team === post.teamId && post.text.includes(`*${text.masked}*`));

async function pressAs({ slack }: World, post: Post, action: string): Promise<void> {
  if (post.visibleTo) await slack.press(post, action, { user: post.visibleTo }).catch(() => null);
}

async function pressLate(world: World, diary: Diary, post: Post): Promise<void> {
  const text = textIn(diary, post);
  if (!text) return;
  text.mayBeCancelled = true;
  await pressAs(world, post, 'cancel_text');
}

/** Presses a button in a forged post of another workspace. */
async function pressElsewhere(
  { slack, clock }: World,
  diary: Diary,
  blocks: Post['blocks'],
  action: string,
): Promise<void> {
  const workspace = findWorkspace(slack.world, MEGHNA.id);
  const post = addPost(slack.world, workspace, {
    channel: findChannel(workspace, 'general'),
    author: appAuthor(slack.world, workspace),
    text: 'made up',
    blocks,
    visibleTo: findPerson(workspace, 'sadia').id,
    via: 'nobody',
    payload: null,
  });
  // An admin may release their own workspace's key by any post.
  if (action === 'try_again') diary.releases.push({ team: MEGHNA.id, at: clock.now() });
  await slack.press(post, action, { user: 'sadia' }).catch(() => null);
}

/** Two people press "Send again" on an uncertain text: it goes once more. */
async function pressOnce(world: World, diary: Diary, post: Post, blocks: Post['blocks']): Promise<void> {
  const text = textIn(diary, post);
  if (text && !diary.sentAgainFrom.has(post)) text.again += 1;
  noteOfSeveral(diary, blocks);
  diary.sentAgainFrom.add(post);
  diary.sentAgain.push({ team: post.teamId, masked: /(\d{3}••••\d{4})\*/.exec(post.text)?.[1] ?? '' });
  const again: Post = { ...post, blocks };
  for (const user of ['kamal', 'nusrat'])
    await world.slack.press(again, 'send_again', { user }).catch(() => null);
}

/** Notes that a post's button sends some texts of one command to several people again. */
export function noteOfSeveral(diary: Diary, blocks: Post['blocks']): void {
  const shown = JSON.stringify(blocks);
  for (const text of diary.several) if (shown.includes(text.masked)) text.again += 1;
}

/** A text to a group waits for its sender's confirmation. */
export async function askSeveral(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock, slack } = world;
  const numbers = [next(), next(), next()];
  await keepGroup(world, PADMA.id, 'crew', namesFor('Crew', numbers));
  const all = numbers.map(number =>
    newText({
      team: PADMA.id,
      user: 'rafiq',
      number,
      message: 'the boat leaves at six',
      typedAgain: true,
      mustNot: 'nobody said yes to the question',
    }),
  );
  const isWanted = dice.percent(60);
  clock.after(20 * SECOND + dice.below(MINUTE), async () => {
    for (const text of all) text.at = clock.now();
    diary.several.push(...all);
    await slack.command({ user: 'rafiq', team: PADMA.id, text: 'crew the boat leaves at six' });
    const question = () =>
      slack
        .posts({ team: PADMA.id, user: 'rafiq' })
        .find(
          post =>
            post.visibleTo &&
            JSON.stringify(post.blocks).includes('"send_anyway"') &&
            /crew/i.test(JSON.stringify([post.text, post.blocks])),
        );
    if (!(await world.until(question, 30 * SECOND)) || !isWanted) return;
    const post = question();
    for (const text of all) text.mustNot = null;
    if (!post) return;
    // They press twice before the button is gone.
    const clicks = [post, structuredClone(post)].map(copy =>
      slack.press(copy, 'send_anyway', { user: 'rafiq' }).catch(() => null),
    );
    const [reply] = await Promise.all(clicks);
    if (reply) await slack.redeliver(reply.request);
  });
}

/** A misspelled name, and two people in a row: no text goes before the sender chooses a recipient. */
export async function askWhom(world: World, diary: Diary, next: () => string): Promise<void> {
  const { dice, clock, slack } = world;
  const number = next();
  await keepGroup(world, PADMA.id, 'riders', { [number]: 'Rider Karim' });
  const message = 'come to the depot';
  const more = { typedAgain: true, mustNot: 'nobody has said whom they mean' };
  for (const to of [number, SHIRINS, NUSRATS])
    diary.several.push(newText({ team: PADMA.id, user: 'rafiq', number: to, message, ...more }));
  for (const text of [`Ridr Karim ${message}`, `@shirin @nusrat ${message}`])
    clock.after(
      20 * SECOND + dice.below(MINUTE),
      () => void slack.command({ user: 'rafiq', team: PADMA.id, text }),
    );
}
