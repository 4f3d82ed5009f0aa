import { HOUR, MINUTE, type Stage } from './stage.ts';

/* Warnings, as people see them. */

const TITLES = ['Look at this', 'এগুলো একটু দেখুন'];

type Block = { type: string; text?: { text: string }; accessory?: { action_id?: string; value?: string } };

/** The blocks below "Look at this" on a person's Home tab, which is opened anew; none without such a heading. */
async function blocksAtHome({ slack }: Stage, user: string): Promise<Block[]> {
  const before = slack.home(user)?.hash;
  await slack.openApp(user);
  await slack.waitFor(() => slack.home(user)?.hash !== before, `another Home tab of ${user}`);
  const blocks = (slack.home(user)?.content.blocks ?? []) as unknown as Block[];
  const start = blocks.findIndex(({ type, text }) => type === 'header' && TITLES.includes(text?.text ?? ''));
  if (start < 0) return [];
  const end = blocks.findIndex(({ type }, index) => index > start && type === 'header');
  return blocks.slice(start + 1, end);
}

/** The warnings that a person's Home tab shows, as text, first those that matter most. Opens the tab. */
export const warningsAtHome = async (stage: Stage, user: string): Promise<string[]> =>
  (await blocksAtHome(stage, user)).map(({ text }) => text?.text ?? '');

/** The buttons beside the warnings on Home: their action and value. Opens the tab. */
export const mendersAtHome = async (stage: Stage, user: string): Promise<string[]> =>
  (await blocksAtHome(stage, user)).flatMap(({ accessory }) =>
    accessory ? `${accessory.action_id} ${accessory.value ?? ''}`.trim() : [],
  );

/** The warnings that a person got as direct messages, oldest first: all lines of each message but its first. */
export const warningsTold = ({ slack }: Stage, user: string): string[][] => {
  const place = `D${slack.person(user).id.slice(1)}`;
  return slack.posts().flatMap(({ channel, text }) => {
    if (channel !== place || !text.startsWith(':mag:')) return [];
    const [, ...lines] = text.split('\n');
    return [lines.map(line => line.replace(/^• /, ''))];
  });
};

/** Lets the app look for warnings once more: it does so every ten minutes. */
export const lookAgain = (stage: Stage): Promise<void> => stage.pass(10 * MINUTE + 1000);

/** Lets days pass; the app looks for warnings in the middle of each quarter of a day. */
export async function passDays(stage: Stage, days: number): Promise<void> {
  for (let quarter = 0; quarter < days * 4; quarter++) {
    await stage.sleep(6 * HOUR);
    await stage.pass(1000);
  }
}
