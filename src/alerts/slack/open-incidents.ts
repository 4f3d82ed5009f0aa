import { z } from 'zod';
import { context, linesAsBlocks, section } from '../../kit/slack/elements.ts';
import { type PagedList, turned } from '../../kit/slack/list.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { rank } from '../alert.ts';
import type { IncidentStatus } from '../incident-actions.ts';
import { shownOf } from '../policy/channel/alert-summary.ts';
import { alertLine, calledIn, explained } from '../posts/lines.ts';
import { postSchema, responder } from './notices.ts';

const PAGE = 20;
const ALERTS_PER_BLOCK = 5;

const placeSchema = postSchema.extend({ skipped: z.int().min(0) });

/** "Show all" on a post about alerts: firing alerts, the most severe first, then resolved ones. */
export const alertList: PagedList<z.infer<typeof placeSchema>> = {
  id: 'alerts',
  title: words => words.responding.all.title,
  command: null,
  permission: responder,
  place: placeSchema,
  start: value => ({ ...parseStoredJson(postSchema, value), skipped: 0 }),
  turning: words => words.responding.button,
  async page({ responding, clock }, words, { workspace }, place) {
    const { all } = words.responding;
    const { hook, post, upTo } = place;
    const alerts = sorted(await responding.find(workspace, { post, upTo }, hook));
    const firing = alerts.filter(({ status }) => status === 'firing').length;
    const { skipped, ...navigation } = turned(place, PAGE, alerts.length);
    const shown = alerts.slice(skipped, skipped + PAGE);
    const linesOf = (alert: (typeof alerts)[number]): string[] =>
      shownOf([alert], 1).flatMap(summary => {
        const line = alertLine(summary, words);
        if (alert.status === 'resolved') return words.alerts.post.resolved(calledIn(summary, words));
        return [all.since({ alert: line, at: alert.startedAt }), ...explained(summary, words, clock)];
      });
    const at = { from: skipped + 1, to: skipped + shown.length, of: alerts.length };
    return {
      ...navigation,
      blocks: [
        ...(alerts.length === 0
          ? [section(all.none)]
          : [section(all.counts({ firing, resolved: alerts.length - firing }))]),
        ...Array.from({ length: Math.ceil(shown.length / ALERTS_PER_BLOCK) }, (_, n) =>
          linesAsBlocks(shown.slice(n * ALERTS_PER_BLOCK, (n + 1) * ALERTS_PER_BLOCK).flatMap(linesOf)),
        ).flat(),
        ...(alerts.length > PAGE && shown.length > 0 ? [context(all.page(at))] : []),
      ],
    };
  },
};

function sorted(incidents: readonly IncidentStatus[]): IncidentStatus['alerts'] {
  return incidents
    .flatMap(({ alerts }) => alerts)
    .sort(
      (one, other) =>
        Number(one.status === 'resolved') - Number(other.status === 'resolved') ||
        rank(one.severity) - rank(other.severity),
    );
}
