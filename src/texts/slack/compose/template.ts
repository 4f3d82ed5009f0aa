import type { KnownBlock } from '@slack/types';
import type { ShowNumber } from '../../../kit/number.ts';
import { context } from '../../../kit/slack/elements.ts';
import type { Services, UserRef } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { parsePlaceholders } from '../../parse/placeholders.ts';
import { countParts } from '../../parts.ts';
import { isKept, type Recipient } from '../../recipient.ts';
import type { Lacking, Rendered } from '../../sending/messages.ts';
import type { FoundNumbers } from '../../sending/send-policy.ts';
import { type ComposeForm, type MessageForm, type TemplatePart, withMessage } from './form.ts';

/** How many people with missing values are named. */
const NAMED = 5;

/** What a form shows about its template. */
export type TemplateFacts = {
  /** The result for its recipients; null while that isn't known. */
  rendered: Rendered | null;
  /** An example for somebody we know everything about. */
  sample: string;
  /** Whether a link in it would lead here. */
  linksWork: boolean;
};

/**
 * The form with the text of the template that was chosen last, if it doesn't have it yet; or without the text of one
 * that was removed.
 */
export async function withTemplate<F extends MessageForm>(
  { extensions }: Services,
  who: UserRef,
  form: F,
): Promise<F> {
  const { chosen, putIn } = form.template;
  const now = chosen?.id ?? null;
  if (now === putIn) return form;
  const text = now === null ? '' : await extensions.templatePart?.textOf(who, now);
  const message = text ?? form.draft.message;
  return { ...withMessage(form, message), template: { chosen, putIn: now } };
}

/** Looks up the result of a form's template; null: it has none. */
export async function templateFacts(
  { render, stopLinks, extensions }: Services,
  words: Wording,
  workspace: string,
  form: ComposeForm,
  found: FoundNumbers | null,
): Promise<TemplateFacts | null> {
  if (form.template.chosen === null) return null;
  const text = form.draft.message.trim();
  const read = parsePlaceholders(text);
  const numbers = found?.numbers ?? [];
  return {
    rendered:
      read.ok && numbers.length > 0
        ? await render(workspace, read.pieces, numbers, 'sample').catch(() => null)
        : null,
    sample: extensions.templatePart?.sample(words, text) ?? '',
    linksWork: stopLinks.isPossible(),
  };
}

/** What we measure for a template: its longest text, and all of them together. */
export function longestOf({ rendered, sample }: TemplateFacts): { text: string; parts: number } {
  const texts = [...(rendered?.texts.values() ?? [])];
  const longest = texts.toSorted((one, other) => unitsOf(other) - unitsOf(one))[0];
  const parts = texts.reduce((sum, text) => sum + countParts(text).parts, 0);
  return longest === undefined ? { text: sample, parts: countParts(sample).parts } : { text: longest, parts };
}

const unitsOf = (text: string): number => {
  const { parts, units } = countParts(text);
  return parts * 10_000 + units;
};

/**
 * Who has no values for a template, as far as our own store says whom it is for: the form stays open then, with what was typed. What
 * Slack has to be asked for is refused later.
 */
export async function lackingIn(
  { render, reach, extensions }: Services,
  workspace: string,
  { draft, template }: ComposeForm,
  to: Recipient,
): Promise<readonly Lacking[]> {
  const read = parsePlaceholders(draft.message.trim());
  const keeper = extensions.providers?.find(({ feature }) => isKept(to) && feature === to.feature);
  const isOurs = to.kind === 'number' || keeper?.isOurs === true;
  if (template.chosen === null || !read.ok || !isOurs) return [];
  const { numbers } = await reach(workspace, [to]);
  return (await render(workspace, read.pieces, numbers, 'sample')).lacking;
}

/** What nobody has filled in, and for whom. */
export function lackingLine({ compose }: Wording, lacking: readonly Lacking[], show: ShowNumber): string {
  return compose.lacking({
    columns: [...new Set(lacking.flatMap(({ missing }) => missing))].map(one => harmless(one, 40)),
    people: lacking.slice(0, NAMED).map(({ name, number }) => (name ? harmless(name, 40) : show(number))),
    more: Math.max(0, lacking.length - NAMED),
  });
}

/** How a template will arrive, and who has missing values. */
export function templateBlocks(
  part: TemplatePart | undefined,
  words: Wording,
  { draft }: ComposeForm,
  facts: TemplateFacts,
  show: ShowNumber,
): KnownBlock[] {
  if (!part || draft.message.trim() === '') return [];
  const wrong = part.wrong(words, draft.message, facts.linksWork);
  if (wrong !== null) return [context(`:warning: ${wrong}`)];
  const texts = [...(facts.rendered?.texts.values() ?? [])];
  const lacking = facts.rendered?.lacking ?? [];
  const several = texts.filter(text => countParts(text).parts > 1).length;
  const shown = texts.length === 0 && lacking.length > 0 ? null : longestOf(facts).text;
  return [
    ...(shown === null
      ? []
      : [
          context(texts.length > 1 ? words.compose.longest(texts.length) : part.sampleTitle(words)),
          {
            type: 'section' as const,
            text: { type: 'plain_text' as const, text: shown || '…', emoji: false },
          },
        ]),
    ...(texts.length > 1 && several > 0
      ? [context(words.compose.severalParts({ people: several, of: texts.length }))]
      : []),
    ...(lacking.length > 0 ? [context(`:warning: ${lackingLine(words, lacking, show)}`)] : []),
  ];
}
