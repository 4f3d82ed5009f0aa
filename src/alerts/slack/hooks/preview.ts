import type { KnownBlock } from '@slack/types';
import { expectedCost, type PastCost } from '../../../kit/credits.ts';
import { type LocalNumber, type ShowNumber, showingNumbers } from '../../../kit/number.ts';
import { context } from '../../../kit/slack/elements.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import { type Wording, wordLeftOut, wordProblem } from '../../../kit/words/wording.ts';
import { measure } from '../../../texts/draft.ts';
import type { Pieces } from '../../../texts/placeholders.ts';
import type { Recipient } from '../../../texts/recipient.ts';
import { recipientsOf, shownRecipient } from '../../../texts/slack/results.ts';
import type { HookDraft } from '../../hooks.ts';
import { readAlertTemplate } from '../../own-words.ts';
import { previewOf, templatePreviewOf } from '../../phrase.ts';

/** How many people we can't text are named. */
const NAMED = 3;

/** What a hook's texts would say and cost, and whom they would reach, as far as the form is filled in. */
export async function previewBlocks(
  services: Services,
  words: Wording,
  workspace: string,
  { draft, wrong: patterns }: { draft: HookDraft; wrong: readonly string[] },
): Promise<KnownBlock[]> {
  const { history, reach, settings, spared, alertLinks } = services;
  // Leave out what isn't available right now.
  const its = spared.ofHook(workspace, draft);
  const find = (to: readonly Recipient[]) => its.then(named => reach(workspace, to, named)).catch(() => null);
  const [spoken, past, found, { maskNumbers }] = await Promise.all([
    draft.language === null ? services.words.of(workspace, null) : services.words.in(draft.language),
    history.costPerPart(workspace).catch(() => null),
    find(draft.recipients),
    settings.of(workspace).catch(() => ({ maskNumbers: true })),
  ]);
  const said = words.hooks.preview;
  const template = await templateOf(services, words, workspace, draft.template);
  const textFor = (occasion: 'firing' | 'resolved'): string => {
    const { pieces } = template;
    const its = draft.heartbeat || !pieces ? null : { name: draft.name, pieces };
    const isLinked = draft.link && occasion === 'firing' && alertLinks.isPossible();
    const ending = isLinked ? ` ${alertLinks.sample()}` : '';
    return (
      (its && templatePreviewOf(its, occasion, spoken, ending)) ?? previewOf(draft, occasion, spoken, ending)
    );
  };
  const texts = { firing: textFor('firing'), resolved: textFor('resolved') };
  const measured = (message: string) => measure({ message }, past);
  const told = (label: string, message: string): KnownBlock[] => {
    const its = measured(message);
    return [
      context(label),
      { type: 'section', text: { type: 'plain_text', text: message || '…', emoji: false } },
      ...(its ? [context(words.compose.measure(its))] : []),
    ];
  };
  const wrong = [...patterns, ...(template.wrong === null ? [] : [template.wrong])];
  const partsOf = (message: string): number => measured(message)?.parts ?? 0;
  const parts = partsOf(texts.firing);
  const numbers = found?.numbers.length ?? 0;
  const cost = past && numbers > 0 ? expectedCost(past, parts * numbers) : null;
  const show = showingNumbers(maskNumbers);
  const omitted = (found?.omitted ?? []).slice(0, NAMED);
  const plan = await planBlocks(words, draft, {
    numbersOf: async to => (to === draft.recipients ? found : await find(to))?.numbers ?? [],
    show,
    past,
    parts: { firing: parts, resolved: partsOf(texts.resolved) },
  });
  return [
    { type: 'divider' },
    context(said.title),
    ...wrong.map(sentence => context(`:warning: ${sentence}`)),
    ...told(said.firing, texts.firing),
    ...(draft.resolved ? told(said.resolved, texts.resolved) : []),
    ...(found?.tooMany ? [context(`:warning: ${wordProblem(words, found.tooMany)}`)] : []),
    ...(found && !found.tooMany && draft.recipients.length > 0
      ? [context(said.toAll({ numbers, cost }))]
      : []),
    ...omitted.map(({ who, problem }) =>
      context(said.leftOut({ who: shownRecipient(who, show), because: wordLeftOut(words, problem) })),
    ),
    ...plan,
  ];
}

/**
 * What happens if nobody acknowledges an alert, in words, and what it comes to at most; nothing if nobody else is texted.
 *
 * @param numbersOf the numbers that recipients stand for right now, as far as we know
 * @param parts of a text that says it fires, and of one that says it is over
 */
async function planBlocks(
  words: Wording,
  { recipients, escalation, resolved, reminders }: HookDraft,
  about: {
    numbersOf: (to: readonly Recipient[]) => Promise<readonly LocalNumber[]>;
    show: ShowNumber;
    past: PastCost | null;
    parts: { firing: number; resolved: number };
  },
): Promise<KnownBlock[]> {
  if (!escalation) return [];
  const { numbersOf, show, past, parts } = about;
  const { firstMinutes, steps, rounds, mention } = escalation;
  const waits = [firstMinutes, ...steps.map(({ minutes }) => minutes)];
  const named = (to: readonly Recipient[]): string => recipientsOf(words, { to }, show) || '…';
  const plan = words.escalation.plan({
    first: named(recipients),
    steps: steps.map(({ to }, index) => ({ to: named(to), after: waits[index] ?? firstMinutes })),
    rounds,
    last: waits.at(-1) ?? firstMinutes,
    mention,
  });
  const reached = await Promise.all([recipients, ...steps.map(({ to }) => to)].map(numbersOf));
  const firing = reached.flat().length * rounds;
  const over = resolved ? new Set(reached.flat()).size : 0;
  const cost = past && expectedCost(past, firing * parts.firing + over * parts.resolved);
  const atMost = words.escalation.atMost({ texts: firing + over, cost, reminders });
  return [context(plan), ...(firing > 0 ? [context(atMost)] : [])];
}

/** The template that is chosen for a hook, and what is wrong with it there. */
export async function templateOf(
  { templates }: Services,
  words: Wording,
  workspace: string,
  id: string | null,
): Promise<{ pieces: Pieces | null; wrong: string | null }> {
  if (id === null) return { pieces: null, wrong: null };
  const said = words.hooks.wrong;
  const wrong = (sentence: string) => ({ pieces: null, wrong: sentence });
  const template = await templates.shared(workspace, id);
  if (!template) return wrong(said.templateGone);
  const read = readAlertTemplate(template.text);
  if (read.ok) return { pieces: read.pieces, wrong: null };
  if (read.why === 'needs') return wrong(said.templateNeeds(read.columns.map(name => harmless(name, 40))));
  return wrong(read.why === 'stop' ? said.templateStops : said.templateGone);
}
