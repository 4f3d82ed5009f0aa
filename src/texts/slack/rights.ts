import type { Problem } from '../../kit/problem.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Right } from '../../kit/slack/surface.ts';
import { leniently } from '../../workspace/slack/rights.ts';
import { createRights } from '../rights.ts';
import { judgeReader } from '../sending/decide.ts';

/** What becomes a text that is judged like any other when it is planned: that waits for Slack, and says so. */
export const judgedWhenPlanned: Right = async () => null;

/** Everybody whom the workspace's rules let see what it has. */
export const reader: Right = (services, { workspace, userId }) => readerProblem(services, workspace, userId);

/** Null if somebody may see a workspace's people: everybody whom its rules allow to see what it has. */
export async function readerProblem(
  services: Services,
  workspace: string,
  userId: string,
): Promise<Problem | null> {
  const [asked, rules] = await Promise.all([
    services.people.facts(workspace, userId),
    services.settings.of(workspace),
  ]);
  return judgeReader(asked, rules);
}

/** Whoever may send from this channel; null: by a button of the app's, wherever that is. */
export const sender: Right<string | null> = (services, { workspace, userId }, channel) =>
  createRights(leniently(services)).toMake(workspace, userId, channel);
