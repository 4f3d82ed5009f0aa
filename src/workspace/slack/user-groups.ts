import { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { DAY_MS } from '../../kit/day.ts';
import { createSingleFlight } from '../../kit/fair-scheduler.ts';
import { createSlackBackoff, type WebFor } from '../../kit/slack/web-api.ts';
import { ifUnreadable } from '../../kit/store/errors.ts';
import type { Temporary } from '../../kit/store/temporary.ts';
import type { MembersAnswer, UserGroups } from '../people.ts';

/** On-call groups change by the hour, so a list is old after a minute. While Slack is unavailable, a day-old list is better than none. */
const FRESH_MS = 60_000;

const cachedSchema = z.object({ userIds: z.array(z.string()), at: z.number() });
const answerSchema = z.object({ users: z.array(z.string()) });

/** The members of user groups, by `usergroups.users.list` (scope usergroups:read). */
export function createUserGroups(deps: { webFor: WebFor; temporary: Temporary; clock: Clock }): UserGroups {
  const { webFor, temporary, clock } = deps;
  const callSlack = createSlackBackoff(clock);
  const once = createSingleFlight<MembersAnswer>();

  async function ask(workspace: string, groupId: string): Promise<MembersAnswer> {
    const result = await callSlack(workspace, async () => {
      const web = await webFor(workspace);
      // Slack needs the team only with an organisation's token, and ignores it otherwise.
      return (
        web && answerSchema.parse(await web.usergroups.users.list({ usergroup: groupId, team_id: workspace }))
      );
    });
    if (result.kind !== 'answered') return result;
    if (!result.answer) return { kind: 'refused', error: 'not_installed' };
    const { users: userIds } = result.answer;
    await temporary.set(workspace, documentOf(groupId), { userIds, at: clock.now() }, DAY_MS);
    return { kind: 'known', userIds };
  }

  return {
    async members(workspace, groupId) {
      const cached = await temporary
        .get(workspace, documentOf(groupId), cachedSchema)
        .catch(ifUnreadable(undefined));
      if (cached && clock.now() - cached.at < FRESH_MS) return { kind: 'known', userIds: cached.userIds };
      const answer = await once(`${workspace} ${groupId}`, () => ask(workspace, groupId));
      const recent = cached && clock.now() - cached.at < DAY_MS;
      return answer.kind === 'unavailable' && recent ? { kind: 'known', userIds: cached.userIds } : answer;
    },
  };
}

const documentOf = (groupId: string): string => `user group ${groupId}`;
