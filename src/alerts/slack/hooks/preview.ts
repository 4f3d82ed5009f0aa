import type { KnownBlock } from '@slack/types';
import { expectedCost } from '../../../kit/credits.ts';
import { type LocalNumber, showingNumbers } from '../../../kit/number.ts';
import { context } from '../../../kit/slack/elements.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import { type Wording, wordLeftOut, wordProblem } from '../../../kit/words/wording.ts';
import { measure } from '../../../texts/draft.ts';
import type { Pieces } from '../../../texts/parse/placeholders.ts';
import { countParts } from '../../../texts/parts.ts';
import type { Recipient } from '../../../texts/recipient.ts';
import { recipientsOf, shownRecipient } from '../../../texts/slack/receipt-messages.ts';
import { readByAnybody } from '../../alert-text.ts';
import { readAlertTemplate } from '../../hook-words.ts';
import type { HookDraft } from '../../hooks.ts';
import { sampleOf } from '../../statement.ts';

/** How many people we can't text are named. */
const NAMED = 3;

/** What previews of texts need to know; what isn't available right now is left out. */
export async function previewFacts({ history, settings }: Services, workspace: string) {
  const [past, { maskNumbers }] = await Promise.all([
    history.costPerPart(workspace).catch(() => null),
    settings.of(workspace).catch(() => ({ maskNumbers: true })),
  ]);
  return { past, show: showingNumbers(maskNumbers) };
}
type PreviewFacts = Awaited<ReturnType<typeof previewFacts>>;

/** What a text says, and how many parts it has. */
export function textBlocks(
  words: Wording,
  label: string,
  message: string,
  { past }: PreviewFacts,
): { blocks: KnownBlock[]; parts: number } {
  const its = measure({ message }, past);
  return {
    blocks: [
      context(label),
      { type: 'section', text: { type: 'plain_text', text: message || '…', emoji: false } },
      ...(its ? [context(words.compose.measure(its))] : []),
    ],
    parts: its?.parts ?? 0,
  };
}

/** How many people a text of so many parts reaches, for about what, and who can't be texted. */
export function reachBlocks(
  words: Wording,
  found: Awaited<ReturnType<Services['reach']>> | null,
  parts: number,
  { past, show }: PreviewFacts,
): KnownBlock[] {
  if (!found) return [];
  const said = words.hooks.preview;
  const numbers = found.numbers.length;
  const cost = past && numbers > 0 ? expectedCost(past, parts * numbers) : null;
  return [
    found.tooMany
      ? context(`:warning: ${wordProblem(words, found.tooMany)}`)
      : context(said.toAll({ numbers, cost })),
    ...found.omitted
      .slice(0, NAMED)
      .map(({ who, problem }) =>
        context(
          words.compose.leftOut({ recipient: shownRecipient(who, show), because: wordLeftOut(words, problem) }),
        ),
      ),
  ];
}

/** What a hook's texts would say and cost, and whom they would reach, as far as the form is filled in. */
export async function previewBlocks(
  services: Services,
  words: Wording,
  workspace: string,
  { draft, wrong: patterns }: { draft: HookDraft; wrong: readonly string[] },
): Promise<KnownBlock[]> {
  const { reach, exempt, alertLinks } = services;
  const its = exempt.ofHook(workspace, draft).catch(() => null);
  const find = async (to: readonly Recipient[]) => {
    const named = await its;
    return named && to.length > 0 ? reach(workspace, to, named).catch(() => null) : null;
  };
  const [spoken, facts, found, template] = await Promise.all([
    draft.language === null ? services.words.of(workspace, null) : services.words.in(draft.language),
    previewFacts(services, workspace),
    find(draft.recipients),
    templateOf(services, words, workspace, draft.template),
  ]);
  const said = words.hooks.preview;
  const { sample } = spoken.hooks.preview;
  const isOurs = draft.templates.firing === null && template.pieces === null;
  const told = (occasion: 'firing' | 'resolved') => {
    const isLinked = draft.link && occasion === 'firing' && alertLinks.isPossible();
    const ending = isLinked ? ` ${alertLinks.sample()}` : '';
    const hook = { ...draft, pieces: template.pieces };
    const message = readByAnybody(sampleOf(sample, occasion, draft.heartbeat), hook, spoken, ending);
    return textBlocks(words, said[occasion], message, facts);
  };
  const [firing, resolved] = [told('firing'), told('resolved')];
  const plan = await planBlocks(words, draft, {
    numbersOf: async to => (to === draft.recipients ? found : await find(to))?.numbers ?? [],
    ...facts,
    parts: { firing: firing.parts, resolved: resolved.parts },
  });
  return [
    { type: 'divider' },
    context(said.title),
    ...[...patterns, template.wrong ?? []].flat().map(sentence => context(`:warning: ${sentence}`)),
    ...firing.blocks,
    ...(draft.resolved ? resolved.blocks : []),
    ...(isOurs && countParts(sample.summary).encoding === 'UCS-2' ? [context(said.ifPlain)] : []),
    ...reachBlocks(words, found, firing.parts, facts),
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
  about: PreviewFacts & {
    numbersOf: (to: readonly Recipient[]) => Promise<readonly LocalNumber[]>;
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
