import type { View } from '../../src/playground/index.ts';
import type { Stage } from './stage.ts';

/** Shown while the app handles a press, in English and Bangla. */
const UNDER_WAY = /One moment|একটু অপেক্ষা/;

export const contentOf = (view: View): string => JSON.stringify(view.content);

export const isUnderWay = (view: View): boolean => UNDER_WAY.test(contentOf(view));

/** Does something that opens a modal; resolves with the modal once it shows more than "One moment…". */
export async function opened(
  { slack }: Pick<Stage, 'slack'>,
  user: string,
  open: () => Promise<unknown>,
  fits: (view: View) => boolean = () => true,
): Promise<View> {
  const before = slack.openViews(user);
  await open();
  return slack.waitForView(user, view => !before.includes(view) && !isUnderWay(view) && fits(view));
}

/** Submits a form; resolves with the errors under its fields and the content that it ends with. */
export async function submitForm(
  { slack }: Pick<Stage, 'slack'>,
  form: View,
  values: Record<string, unknown>,
) {
  const { errors, reply } = await slack.submit(form, values);
  await slack.waitFor(() => !isUnderWay(form), 'the outcome of the form');
  return { errors, reply, says: contentOf(form) };
}
