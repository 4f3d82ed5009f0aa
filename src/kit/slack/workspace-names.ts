import type { Clock } from '../clock.ts';
import { createPatience } from './patience.ts';
import type { WebFor } from './web-api.ts';

const DAY_MS = 24 * 3_600_000;

/** What a workspace is called, for people outside of it; null: Slack doesn't say now. */
export type WorkspaceName = (workspace: string) => Promise<string | null>;

/** Asks Slack once a day for each workspace, and never while it doesn't answer. */
export function createWorkspaceNames({ webFor, clock }: { webFor: WebFor; clock: Clock }): WorkspaceName {
  const patience = createPatience(clock);
  const known = new Map<string, { name: string | null; at: number }>();

  return async workspace => {
    const before = known.get(workspace);
    if (before && clock.now() - before.at < DAY_MS) return before.name;
    const asked = await patience(workspace, async () => (await webFor(workspace))?.auth.test());
    if (asked.kind !== 'answered') return before?.name ?? null;
    const { team, team_id: id } = asked.answer ?? {};
    // With an organisation's token, it may be another workspace that answers.
    const name = id === workspace ? (team ?? null) : null;
    known.set(workspace, { name, at: clock.now() });
    return name;
  };
}
