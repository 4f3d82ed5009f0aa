import type { Clock } from '../../kit/clock.ts';
import { type Credits, expectedCost, ofMillionths, type Price, toMillionths } from '../../kit/credits.ts';
import { dayOf } from '../../kit/day.ts';
import { button } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { isSought, type Warning, type WarningSource } from '../../kit/slack/warnings.ts';
import type { Limit, Usage } from '../../texts/limits.ts';
import type { History } from '../../texts/store/history.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import { settingForm } from '../../workspace/slack/settings/form.ts';

declare module '../../kit/slack/warnings.ts' {
  interface WarningKinds {
    limit: true;
  }
}

/** A limit that is nearly used up. `unit`: what it counts. */
export type NearLimit = { unit: 'texts' | 'credits'; used: string; cap: string };

/** A limit is near at four fifths. */
const isNear = (used: number, cap: number): boolean => used * 5 >= cap * 4;

/** The limit that a day's use comes near; null if none is. Parts whose cost isn't known yet count at the last price. */
export function nearLimit(limit: Limit, used: Usage, lastPrice: Price | null): NearLimit | null {
  if (limit.texts !== null && isNear(used.texts, limit.texts))
    return { unit: 'texts', used: String(used.texts), cap: String(limit.texts) };
  if (limit.credits === null) return null;
  const open = lastPrice && used.open > 0 ? toMillionths(expectedCost(lastPrice, used.open)) : 0;
  const spent = used.millionths + open;
  if (!isNear(spent, toMillionths(limit.credits))) return null;
  return { unit: 'credits', used: ofMillionths(spent), cap: limit.credits satisfies Credits };
}

const hasLimit = ({ texts, credits }: Limit): boolean => texts !== null || credits !== null;

const WORKSPACE = 'workspace';
const WORKFLOWS = 'workflow';
/** A user id of Slack's: other senders are the app's own. */
const USER_ID = /^[UW][A-Z0-9]+$/;

/** More senders in a month than a workspace with a limit for each has. */
const MAX_SENDERS = 5000;

/** A day's limits at four fifths: a person's own, that of all workflows, and the workspace's. */
export function limitWarnings(deps: {
  settings: Pick<SettingsOf, 'shown'>;
  history: Pick<History, 'usage' | 'sendersOn' | 'costPerPart'>;
  clock: Pick<Clock, 'wall'>;
}): WarningSource {
  const { settings, history, clock } = deps;

  async function sendersOn(workspace: string, at: number, among: ReadonlySet<string> | null) {
    if (among === null) return history.sendersOn(workspace, at, MAX_SENDERS);
    const actors = [...among].flatMap(subject => subject.split(' ')[1] ?? []);
    return Promise.all(
      actors.map(async actor => ({ actor, ...(await history.usage(workspace, actor, at)) })),
    );
  }

  return {
    kind: 'limit',
    isUrgent: true,
    async find(workspace, among) {
      const { personCap, workflowCap, workspaceCap } = await settings.shown(workspace);
      if (![personCap, workflowCap, workspaceCap].some(hasLimit)) return [];
      const at = clock.wall();
      const [lastPrice, ofSenders, ofAll] = await Promise.all([
        history.costPerPart(workspace),
        hasLimit(personCap) || hasLimit(workflowCap) ? sendersOn(workspace, at, among) : [],
        history.usage(workspace, null, at),
      ]);
      const owners = [
        { owner: WORKSPACE, limit: workspaceCap, used: ofAll },
        ...ofSenders.flatMap(({ actor, ...used }) => {
          if (actor === WORKFLOWS) return { owner: WORKFLOWS, limit: workflowCap, used };
          return USER_ID.test(actor) ? { owner: actor, limit: personCap, used } : [];
        }),
      ];
      return owners.flatMap(({ owner, limit, used }) => {
        const near = nearLimit(limit, used, lastPrice);
        const subject = `${dayOf(at)} ${owner}`;
        return near && isSought(among, subject) ? limitWarning(subject, owner, near) : [];
      });
    },
  };
}

/** A person can't change their own limit, so only leaders get a button. */
function limitWarning(subject: string, owner: string, near: NearLimit): Warning {
  const isPersons = owner !== WORKSPACE && owner !== WORKFLOWS;
  const of = isPersons ? 'person' : owner === WORKFLOWS ? 'workflows' : 'workspace';
  return {
    subject,
    people: isPersons ? [owner] : [],
    leaders: isPersons ? null : 'managers',
    isToldElsewhere: false,
    say: ({ attention }) => ({
      text: attention.limit({ of, ...near }),
      button: isPersons
        ? null
        : button({ action: openerOf(settingForm, 'change'), label: attention.changeLimits, value: 'limits' }),
    }),
  };
}
