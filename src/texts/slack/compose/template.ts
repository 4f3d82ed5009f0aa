import type { KnownBlock } from '@slack/types';
import { context } from '../../../kit/slack/elements.ts';
import type { Extensions, Services, UserRef } from '../../../kit/slack/services.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { type CheckedMessage, isSame, sumOfTexts } from '../../message.ts';
import { countParts } from '../../parts.ts';
import { type ComposeForm, withMessage } from './form.ts';

/**
 * The form with the text of the template that was chosen last, if it doesn't have it yet; or without the text of one
 * that was removed.
 */
export async function withTemplate(
  { extensions }: Pick<Services, 'extensions'>,
  who: UserRef,
  form: ComposeForm,
): Promise<ComposeForm> {
  const { chosen, putIn } = form.template;
  const now = chosen?.id ?? null;
  if (now === putIn) return form;
  const text = now === null ? '' : await extensions.templatePart?.textOf(who, now);
  const message = text ?? form.draft.message;
  return { ...withMessage(form, message), template: { chosen, putIn: now } };
}

/** What is filled in for each recipient, in a form: null if everybody reads what stands in its field. */
export type FilledIn = {
  /** What is measured: the longest text; what somebody would read whom we know everything about, while nobody is known. */
  shown: string;
  /** Of all texts together; null while nobody is known. */
  parts: number | null;
  checked: CheckedMessage;
};

/** What a message that was checked comes to, where it differs from one person to the next. */
export function filledIn(
  { templatePart }: Pick<Partial<Extensions>, 'templatePart'>,
  words: Wording,
  checked: CheckedMessage,
  isTemplate: boolean,
): FilledIn | null {
  const { pieces, texts } = checked;
  // A template's braces say `{` by `{{`.
  if (isSame(pieces) && !isTemplate) return null;
  const sum = sumOfTexts(texts.values());
  if (sum) return { shown: sum.longest, parts: sum.parts, checked };
  return { shown: templatePart?.sample(words, pieces) ?? '', parts: null, checked };
}

/** How a message will arrive. Nothing if nobody gets it. */
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
