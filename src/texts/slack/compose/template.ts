import type { KnownBlock } from '@slack/types';
import { context } from '../../../kit/slack/elements.ts';
import type { Extensions, Services, UserRef } from '../../../kit/slack/services.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { type CheckedMessage, isSame, sumOfTexts } from '../../message.ts';
import { countParts } from '../../parts.ts';
import { type ComposeForm, withMessage } from './form.ts';

/** Puts the chosen template's text into the form, if it isn't there yet; removes the text of a template that was deleted. */
export async function withTemplate(
  { extensions }: Pick<Services, 'extensions'>,
  user: UserRef,
  form: ComposeForm,
): Promise<ComposeForm> {
  const { chosen, putIn } = form.template;
  const now = chosen?.id ?? null;
  if (now === putIn) return form;
  const text = now === null ? '' : await extensions.templatePart?.textOf(user, now);
  const message = text ?? form.draft.message;
  return { ...withMessage(form, message), template: { chosen, putIn: now } };
}

/** A rendered message, as a form shows it. */
export type FilledIn = {
  /** The text to measure: the longest; without recipients, a sample with every value. */
  shown: string;
  /** The sum of all texts; null without recipients. */
  parts: number | null;
  checked: CheckedMessage;
};

/** Renders a message for a form; null if it was typed and is the same for everybody. */
export function filledIn(
  { templatePart }: Pick<Partial<Extensions>, 'templatePart'>,
  words: Wording,
  checked: CheckedMessage,
  isTemplate: boolean,
): FilledIn | null {
  const { pieces, texts, signed } = checked;
  // A template writes `{` as `{{`, so its field differs from the text. A sign-off at the end is shown in a line.
  if (isSame(pieces) && !isTemplate && signed !== 'filled in') return null;
  const sum = sumOfTexts(texts.values());
  if (sum) return { shown: sum.longest, parts: sum.parts, checked };
  return { shown: templatePart?.sample(words, pieces) ?? '', parts: null, checked };
}

export function filledInBlocks({ compose }: Wording, { shown, checked }: FilledIn): KnownBlock[] {
  const texts = [...checked.texts.values()];
  if (shown === '' || (texts.length === 0 && checked.problem)) return [];
  const several = texts.filter(text => countParts(text).parts > 1).length;
  return [
    context(texts.length > 1 ? compose.longest(texts.length) : compose.arrives),
    { type: 'section', text: { type: 'plain_text', text: shown, emoji: false } },
    ...(texts.length > 1 && several > 0
      ? [context(compose.severalParts({ people: several, of: texts.length }))]
      : []),
  ];
}
