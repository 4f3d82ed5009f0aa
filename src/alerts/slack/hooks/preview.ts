import type { KnownBlock } from '@slack/types';
import { planLine } from '../../../escalations/slack/plan.ts';
import type { Steps } from '../../../escalations/slack/step-fields.ts';
import { expectedCost } from '../../../kit/credits.ts';
import type { LocalNumber } from '../../../kit/number.ts';
import { context } from '../../../kit/slack/elements.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import { type Wording, wordLeftOut, wordProblem } from '../../../kit/words/wording.ts';
import { measure } from '../../../texts/draft.ts';
import type { Pieces } from '../../../texts/parse/placeholders.ts';
import { countParts } from '../../../texts/parts.ts';
import type { Recipient } from '../../../texts/recipient.ts';
import { shownRecipient } from '../../../texts/slack/receipt-messages.ts';
import { showingNumbers } from '../../../workspace/masking.ts';
import { readByAnybody } from '../../alert-text.ts';
import { byId, type CallList, type Routed, withPolicies } from '../../call-lists.ts';
import { readAlertTemplate } from '../../hook-words.ts';
import type { HookDraft } from '../../hooks.ts';
import { rotasInSteps, withSeconds } from '../../second-steps.ts';
import { sampleOf } from '../../statement.ts';
import { routeBlocks } from './routes.ts';

/** Further recipients who can't be texted aren't named. */
const MAX_NAMED = 3;

/** Loads the last price of a part (null if it isn't available now), and how numbers are shown. */
export async function previewFacts({ history, settings }: Services, workspace: string) {
  const [lastPrice, rules] = await Promise.all([
    history.costPerPart(workspace).catch(() => null),
    settings.of(workspace).catch(() => ({ maskNumbers: true })),
  ]);
  return { lastPrice, show: showingNumbers(rules) };
}
type PreviewFacts = Awaited<ReturnType<typeof previewFacts>>;

export function textBlocks(
  words: Wording,
  label: string,
  message: string,
  { lastPrice }: PreviewFacts,
): { blocks: KnownBlock[]; parts: number } {
  const measurement = measure({ message }, lastPrice);
  return {
    blocks: [
      context(label),
      { type: 'section', text: { type: 'plain_text', text: message || '…', emoji: false } },
      ...(measurement ? [context(words.compose.measure(measurement))] : []),
    ],
    parts: measurement?.parts ?? 0,
  };
}

/** The number of people that a text reaches, its cost, and recipients who can't be texted. @param reach null if it is unknown */
export function reachBlocks(
  words: Wording,
  reach: Awaited<ReturnType<Services['reach']>> | null,
  parts: number,
  { lastPrice, show }: PreviewFacts,
): KnownBlock[] {
  if (!reach) return [];
  const numbers = reach.numbers.length;
  const cost = lastPrice && numbers > 0 ? expectedCost(lastPrice, parts * numbers) : null;
  return [
    reach.tooMany
      ? context(`:warning: ${wordProblem(words, reach.tooMany)}`)
      : context(words.hooks.preview.toAll({ numbers, cost })),
    ...reach.omitted.slice(0, MAX_NAMED).map(({ recipient, problem }) =>
      context(
        words.compose.leftOut({
          recipient: shownRecipient(recipient, show),
          because: wordLeftOut(words, problem),
        }),
      ),
    ),
  ];
}

/** A hook's texts, their cost and their recipients, as far as the form is filled in. */
export async function previewBlocks(
  services: Services,
  words: Wording,
  workspace: string,
  {
    draft: input,
    hookId,
    textErrors,
  }: { draft: HookDraft; hookId: string | null; textErrors: readonly string[] },
): Promise<KnownBlock[]> {
  const { reach, exempt, alertLinks, onCallRotas, policies } = services;
  const named = withPolicies(input, byId(await policies.list(workspace)));
  const rotas = await rotasInSteps(onCallRotas, workspace, [named]);
  const routed = new Map([...named.routed].map(([id, list]) => [id, withSeconds(list, rotas)]));
  const draft = { ...withSeconds(named, rotas), routed };
  const exemptions = exempt.ofHook(workspace, draft).catch(() => null);
  const reachOf = async (to: readonly Recipient[]) => {
    const exemptNumbers = await exemptions;
    return exemptNumbers && to.length > 0 ? reach(workspace, to, exemptNumbers).catch(() => null) : null;
  };
  const [textWords, facts, firstReach, template] = await Promise.all([
    draft.language === null ? services.words.of(workspace, null) : services.words.in(draft.language),
    previewFacts(services, workspace),
    reachOf(draft.recipients),
    templateOf(services, words, workspace, draft.template),
  ]);
  const { preview } = words.hooks;
  const { sample } = textWords.hooks.preview;
  const isStandard = draft.templates.firing === null && template.pieces === null;
  const textOf = (occasion: 'firing' | 'resolved') => {
    const isLinked = draft.link && occasion === 'firing' && alertLinks.isPossible();
    const ending = isLinked ? ` ${alertLinks.sample()}` : '';
    const hook = { ...draft, pieces: template.pieces };
    const message = readByAnybody(sampleOf(sample, occasion, draft.heartbeat), hook, textWords, ending);
    return textBlocks(words, preview[occasion], message, facts);
  };
  const [firing, resolved] = [textOf('firing'), textOf('resolved')];
  const plan = await planBlocks(words, draft, {
    numbersOf: async to => (to === draft.recipients ? firstReach : await reachOf(to))?.numbers ?? [],
    ...facts,
    parts: { firing: firing.parts, resolved: resolved.parts },
  });
  return [
    { type: 'divider' },
    context(preview.title),
    ...[...textErrors, template.error ?? []].flat().map(sentence => context(`:warning: ${sentence}`)),
    ...firing.blocks,
    ...(draft.resolved ? resolved.blocks : []),
    ...(isStandard && countParts(sample.summary).encoding === 'UCS-2' ? [context(preview.ifPlain)] : []),
    ...reachBlocks(words, firstReach, firing.parts, facts),
    ...plan,
    ...(await routeBlocks(services, words, workspace, { draft, hookId, show: facts.show })),
  ];
}

/**
 * The steps for an unacknowledged alert, and its highest cost; no blocks without an escalation.
 *
 * @param preview.numbersOf the known numbers of recipients
 * @param preview.parts the numbers of parts of the two texts
 */
async function planBlocks(
  words: Wording,
  hook: HookDraft & Routed,
  preview: PreviewFacts & {
    numbersOf: (to: readonly Recipient[]) => Promise<readonly LocalNumber[]>;
    parts: { firing: number; resolved: number };
  },
): Promise<KnownBlock[]> {
  const { resolved, reminders, escalation, routed } = hook;
  if (!escalation && routed.size === 0) return [];
  const { numbersOf, show, lastPrice, parts } = preview;
  const plan = escalation && context(planLine(words, stepsIn(hook), show));
  const all = await Promise.all(
    [hook, ...routed.values()].map(async list => {
      const { steps, rounds } = stepsIn(list);
      return { rounds, reached: await Promise.all(steps.map(({ to }) => numbersOf(to))) };
    }),
  );
  // The list that comes to most texts.
  const sizeOf = ({ rounds, reached }: (typeof all)[number]): number => reached.flat().length * rounds;
  const { rounds, reached } = all.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one));
  const firing = reached.flat().length * rounds;
  const over = resolved ? new Set(reached.flat()).size : 0;
  const cost = lastPrice && expectedCost(lastPrice, firing * parts.firing + over * parts.resolved);
  const atMost = words.escalation.atMost({ texts: firing + over, cost, reminders });
  return [...(plan ? [plan] : []), ...(firing > 0 ? [context(atMost)] : [])];
}

/** A list's steps, its first recipients included. */
function stepsIn({ recipients, escalation }: CallList): Pick<Steps, 'steps' | 'rounds' | 'mention'> {
  const { firstMinutes = 1, steps = [], rounds = 1, mention = false } = escalation ?? {};
  return { steps: [{ to: recipients, minutes: firstMinutes }, ...steps], rounds, mention };
}

/** The template of a hook, or why the hook can't use it. */
export async function templateOf(
  { templates }: Services,
  words: Wording,
  workspace: string,
  id: string | null,
): Promise<{ pieces: Pieces | null; error: string | null }> {
  if (id === null) return { pieces: null, error: null };
  const { wrong } = words.hooks;
  const failed = (error: string) => ({ pieces: null, error });
  const template = await templates.shared(workspace, id);
  if (!template) return failed(wrong.templateGone);
  const read = readAlertTemplate(template.text);
  if (read.ok) return { pieces: read.pieces, error: null };
  if (read.why === 'needs') return failed(wrong.templateNeeds(read.columns.map(name => harmless(name, 40))));
  return failed(read.why === 'stop' ? wrong.templateStops : wrong.templateGone);
}
