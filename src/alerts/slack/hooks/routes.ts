import type { KnownBlock } from '@slack/types';
import { planLine } from '../../../escalations/slack/plan.ts';
import type { ShowNumber } from '../../../kit/number.ts';
import { context } from '../../../kit/slack/elements.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { asWritten, harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { listFor, type Routed } from '../../call-lists.ts';
import type { HookDraft } from '../../hooks.ts';
import type { RouteProblem } from '../../label-routes.ts';
import { latestCalls } from './calls.ts';

/* Routes by label in a hook's form: what is wrong with them, and where the last alerts would have gone. */

const SHOWN_CHARACTERS = 60;
/** The most policies, and the most alerts, that the preview shows. */
const MAX_SHOWN = 6;

export function routeError({ hooks }: Wording, problem: RouteProblem): string {
  const part = 'part' in problem ? harmless(problem.part, SHOWN_CHARACTERS) : '';
  const limit = 'limit' in problem ? problem.limit : 0;
  return hooks.wrong.route({ line: problem.line, kind: problem.kind, part, limit });
}

/** Each policy's steps, and where the alerts of the last calls would go by these routes. */
export async function routeBlocks(
  services: Services,
  words: Wording,
  workspace: string,
  { draft, hookId, show }: { draft: HookDraft & Routed; hookId: string | null; show: ShowNumber },
): Promise<KnownBlock[]> {
  if (draft.routes.length === 0) return [];
  const { preview } = words.hooks;
  const chosen = [...draft.routes.map(({ policy }) => policy), ...(draft.policy ? [draft.policy] : [])];
  const names = new Map(chosen.map(({ id, label }) => [id, harmless(label, 60)]));
  const plans = [...draft.routed].slice(0, MAX_SHOWN).flatMap(([id, { recipients, escalation }]) => {
    if (!escalation) return [];
    const steps = [{ to: recipients, minutes: escalation.firstMinutes }, ...escalation.steps];
    const plan = planLine(words, { ...escalation, steps }, show);
    return context(preview.byPolicy({ policy: names.get(id) ?? '', plan }));
  });
  const latest = hookId === null ? null : await latestCalls(services, workspace, hookId);
  const alerts = (latest?.calls ?? []).flatMap(({ understood }) => understood).slice(0, MAX_SHOWN);
  const lines = alerts.map(({ name, place, labels }) =>
    preview.goes({
      name: asWritten(place === '' ? name : `${name} · ${place}`, SHOWN_CHARACTERS),
      policy: names.get((listFor(draft, labels).policy ?? draft.policy)?.id ?? '') ?? null,
    }),
  );
  return [...plans, context([preview.routes, ...(lines.length > 0 ? lines : [preview.noCalls])].join('\n'))];
}
