import type { Right } from '../../kit/slack/surface.ts';
import { leniently } from '../../workspace/slack/rights.ts';
import { createRights } from '../rights.ts';
import { judgeReader } from '../sending/decide.ts';

/** What becomes a text that is judged like any other when it is planned: that waits for Slack, and says so. */
export const judgedWhenPlanned: Right = async () => null;

/** Everybody whom the workspace's rules let see what it has. */
export const reader: Right = async ({ people, settings }, { workspace, userId }) => {
  const [asked, rules] = await Promise.all([people.facts(workspace, userId), settings.of(workspace)]);
  return judgeReader(asked, rules);
};

/** Whoever may send from this channel; null: by a button of the app's, wherever that is. */
export const sender: Right<string | null> = (services, { workspace, userId }, channel) =>
  createRights(leniently(services)).toMake(workspace, userId, channel);
