import type { Clock } from '../kit/clock.ts';
import { DAY_MS } from '../kit/day.ts';
import { button } from '../kit/slack/elements.ts';
import { openerOf } from '../kit/slack/form.ts';
import { isSought, type Warning, type WarningSource } from '../kit/slack/warnings.ts';
import { harmless } from '../kit/slack-text.ts';
import type { HookUse } from './hook-use.ts';
import type { Hook, Hooks } from './hooks.ts';
import type { HookCalls } from './recent-calls.ts';

declare module '../kit/slack/warnings.ts' {
  interface WarningKinds {
    hook_not_called: true;
    hook_without_texts: true;
  }
}

/** A program that was set up calls within this time, if only to test. */
const SET_UP_MS = 2 * DAY_MS;
/** A hook whose alerts only begin to come may not have had one that matters. */
const TRIED_MS = DAY_MS;

/** Why a hook isn't of use yet; null if it is, or may be. Times are on the app's time line, but `createdAt` is a time of day. */
function uselessBecause(
  { createdAt, heartbeat }: Pick<Hook, 'createdAt' | 'heartbeat'>,
  use: HookUse | null,
  clock: Pick<Clock, 'now' | 'wall'>,
): 'hook_not_called' | 'hook_without_texts' | null {
  if (use === null) return clock.wall() - createdAt >= SET_UP_MS ? 'hook_not_called' : null;
  if (heartbeat !== null || use.textedAt !== null || use.alertAt === null) return null;
  return clock.now() - use.alertAt >= TRIED_MS ? 'hook_without_texts' : null;
}

type Useless = NonNullable<ReturnType<typeof uselessBecause>>;

/** Hooks that no program has called, and hooks that are called and have never texted anybody. */
export function hookWarnings(deps: {
  hooks: Pick<Hooks, 'list'>;
  calls: Pick<HookCalls, 'use' | 'of'>;
  clock: Pick<Clock, 'now' | 'wall'>;
}): WarningSource[] {
  const { hooks, calls, clock } = deps;

  /** True if the hook's latest calls, of the last days, have an alert that fires or can't be read. */
  async function isCalledNow(workspace: string, { id }: Hook): Promise<boolean> {
    const seen = await calls.of(workspace, id);
    return seen.calls.some(
      ({ as, understood }) => as === 'not_understood' || understood.some(({ state }) => state === 'firing'),
    );
  }

  const source = (kind: Useless): WarningSource => ({
    kind,
    isUrgent: false,
    async find(workspace, among) {
      const warnings: Warning[] = [];
      for (const hook of await hooks.list(workspace)) {
        if (!isSought(among, hook.id)) continue;
        if (uselessBecause(hook, await calls.use(workspace, hook.id), clock) !== kind) continue;
        if (kind === 'hook_without_texts' && !(await isCalledNow(workspace, hook))) continue;
        warnings.push(hookWarning(hook, kind));
      }
      return warnings;
    },
  });
  return [source('hook_not_called'), source('hook_without_texts')];
}

function hookWarning({ id, name, createdBy }: Hook, kind: Useless): Warning {
  return {
    subject: id,
    people: [createdBy],
    leaders: 'managers',
    isToldElsewhere: false,
    say: ({ hooks }) => ({
      text: hooks.useless[kind](harmless(name, 60)),
      button: button({ action: openerOf({ id: 'hook' }, 'change'), label: hooks.change, value: id }),
    }),
  };
}
