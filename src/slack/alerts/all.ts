import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { shownOf } from '../../alerts/deciding/shown.ts';
import { alertLine, calledIn, explained } from '../../alerts/posts/lines.ts';
import type { StandingIncident } from '../../alerts/responding.ts';
import { rank } from '../../domain/alert.ts';
import type { Wording } from '../../wording/index.ts';
import { ACTION, VIEW } from '../ids.ts';
import { actions, button, context, section } from '../kit/elements.ts';
import { keptJson } from '../kit/kept.ts';
import { pageModal } from '../kit/modals.ts';
import { onView } from '../kit/press.ts';
import { linesAsBlocks } from '../kit/rich-text.ts';
import type { Services } from '../services.ts';
import { aboutSchema } from './buttons.ts';
import { responder } from './rights.ts';

const PAGE = 20;
/** How many of them stand in one block. */
const IN_BLOCK = 5;

const placeSchema = aboutSchema.extend({ skipped: z.int().min(0) });
type AlertsPage = z.infer<typeof placeSchema>;

/** "Show all" on a post about alerts. */
export function registerOpenAlerts(app: App, services: Services): void {
  onView(app, services, ACTION.openAlerts, {
    read: value => keptJson(aboutSchema, value),
    may: responder,
    opens: {
      title: words => words.responding.all.title,
      command: null,
      fill: (words, { workspace }, about) => allView(services, words, workspace, { ...about, skipped: 0 }),
    },
  });
}

/** "Next" and "Previous". */
export function registerTurnAlerts(app: App, services: Services): void {
  onView(app, services, ACTION.turnAlerts, {
    read: value => keptJson(placeSchema, value),
    may: responder,
    turns: (words, { workspace }, place) => allView(services, words, workspace, place),
  });
}

/** A page of a post's alerts: what fires, the worst first, and then what is over. */
async function allView(
  { responding, clock }: Services,
  words: Wording,
  workspace: string,
  { hook, post, skipped }: AlertsPage,
): Promise<ModalView> {
  const { all, button: labels } = words.responding;
  const alerts = sorted(await responding.find(workspace, hook, { post }));
  const firing = alerts.filter(({ status }) => status === 'firing').length;
  const shown = alerts.slice(skipped, skipped + PAGE);
  const linesOf = (alert: (typeof alerts)[number]): string[] =>
    shownOf([alert], 1).flatMap(one => {
      const line = alertLine(one, words);
      if (alert.status === 'resolved') return words.alerts.post.resolved(calledIn(one));
      return [all.since({ alert: line, at: alert.startedAt }), ...explained(one, words, clock)];
    });
  const turn = (label: string, to: number) => {
    const value = JSON.stringify({ hook, post, skipped: to });
    // Slack accepts an action's id only once in a block.
    return actions(button({ action: ACTION.turnAlerts, label, value }));
  };
  const place = { from: skipped + 1, to: skipped + shown.length, of: alerts.length };
  return pageModal({
    id: VIEW.alerts,
    title: all.title,
    close: words.link.close,
    blocks: [
      ...(alerts.length === 0
        ? [section(all.none)]
        : [section(all.counts({ firing, resolved: alerts.length - firing }))]),
      ...Array.from({ length: Math.ceil(shown.length / IN_BLOCK) }, (_, n) =>
        linesAsBlocks(shown.slice(n * IN_BLOCK, (n + 1) * IN_BLOCK).flatMap(linesOf)),
      ).flat(),
      ...(alerts.length > PAGE && shown.length > 0 ? [context(all.page(place))] : []),
      ...(skipped > 0 ? [turn(labels.previous, Math.max(0, skipped - PAGE))] : []),
      ...(alerts.length > skipped + PAGE ? [turn(labels.next, skipped + PAGE)] : []),
    ],
  });
}

function sorted(incidents: readonly StandingIncident[]): StandingIncident['alerts'] {
  return incidents
    .flatMap(({ alerts }) => alerts)
    .sort(
      (one, other) =>
        Number(one.status === 'resolved') - Number(other.status === 'resolved') ||
        rank(one.severity) - rank(other.severity),
    );
}
