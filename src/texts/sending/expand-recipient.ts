import { type LocalNumber, parseNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { SlackUnavailable } from '../../kit/slack/web-api.ts';
import type { People, UserGroups } from '../../workspace/people.ts';
import { isFeatureRecipient, type Recipient } from '../recipient.ts';
import type { NameLookup, NameMatch } from '../recipient-directory.ts';

export type Teammate = Extract<Recipient, { kind: 'teammate' }>;
export type ResolvedRecipient = { recipient: Recipient } & (
  | { kind: 'number'; number: LocalNumber }
  | { kind: 'problem'; problem: Problem }
  | SlackUnavailable
);
/** A recipient's expansion before Slack is asked about people. `more`: further members whose numbers were not loaded. */
export type Expansion =
  | ResolvedRecipient
  | { kind: 'teammate'; recipient: Teammate }
  | { kind: 'more'; recipient: Recipient; count: number };

export type LookUp = {
  /** Asks Slack when it is this workspace's turn; `unavailable` if the wait or the answer takes too long. */
  slack<T>(question: () => Promise<T>): Promise<T | SlackUnavailable>;
};

/**
 * The only place that expands recipients. Names and choices are resolved by the features that store them: contacts and
 * groups, and rotas (src/rotas/on-call-recipient.ts says who is on call). `expand` shows how many people there are;
 * `resolveTeammate` then asks Slack for one person's number.
 */
export type RecipientExpander = {
  expand(workspace: string, recipient: Recipient, ask: LookUp): Promise<Expansion[]>;
  resolveTeammate(workspace: string, teammate: Teammate, ask: LookUp): Promise<ResolvedRecipient>;
};

export function createRecipientExpander(deps: {
  people: Pick<People, 'facts' | 'remembered'>;
  groups: UserGroups;
  nameLookup: NameLookup;
}): RecipientExpander {
  const { people, groups, nameLookup } = deps;

  async function usergroup(
    workspace: string,
    group: Extract<Recipient, { kind: 'usergroup' }>,
    ask: LookUp,
  ): Promise<Expansion[]> {
    const { id, label } = group;
    const answer = await ask.slack(() => groups.members(workspace, id));
    if (answer.kind === 'unavailable') return [{ recipient: group, ...answer }];
    if (answer.kind === 'refused')
      return [{ recipient: group, kind: 'problem', problem: groupProblem(answer.error, label) }];
    if (answer.userIds.length === 0)
      return [{ recipient: group, kind: 'problem', problem: { kind: 'GROUP_EMPTY', label } }];
    return answer.userIds.map(userId => ({
      kind: 'teammate',
      recipient: { kind: 'teammate', userId, label: userId },
    }));
  }

  async function expandMatch(
    workspace: string,
    recipient: Recipient,
    { label, match, ask }: { label: string; match: NameMatch; ask: LookUp },
  ): Promise<Expansion[]> {
    const problem = (problem: Problem): Expansion[] => [{ recipient, kind: 'problem', problem }];
    if (match.kind === 'unknown')
      return problem(
        recipient.kind === 'named'
          ? { kind: 'NAME_UNKNOWN', label, nearest: null }
          : { kind: 'CHOSEN_GONE', label },
      );
    if (match.kind === 'shared') return problem({ kind: 'NAME_SHARED', label });
    if (match.kind === 'rota') {
      const { onCall, nobodyOnCall } = match.rota;
      return onCall ? expand(workspace, onCall, ask) : problem(nobodyOnCall);
    }
    if (match.kind === 'problem') return problem(match.problem);
    const more = match.size - match.numbers.length - match.unreadable.length;
    return [
      ...match.unreadable.map(({ id, problem }) => {
        const unreadable = { kind: 'unreadable', typed: id, problem } as const;
        return { recipient: unreadable, kind: 'problem', problem } as const;
      }),
      ...match.numbers.map(
        number => ({ recipient: { kind: 'number', number }, kind: 'number', number }) as const,
      ),
      ...(more > 0 ? [{ kind: 'more', recipient, count: more } as const] : []),
    ];
  }

  async function expand(workspace: string, recipient: Recipient, ask: LookUp): Promise<Expansion[]> {
    if (isFeatureRecipient(recipient)) {
      const { label } = recipient.data;
      return expandMatch(workspace, recipient, {
        label,
        ask,
        match: await nameLookup.resolveChoice(workspace, recipient),
      });
    }
    switch (recipient.kind) {
      case 'number':
        return [{ recipient, kind: 'number', number: recipient.number }];
      case 'teammate':
        return [{ recipient, kind: 'teammate' }];
      case 'usergroup':
        return usergroup(workspace, recipient, ask);
      case 'named':
        return expandMatch(workspace, recipient, {
          label: recipient.name,
          ask,
          match: await nameLookup.resolveName(workspace, recipient.name),
        });
      case 'unreadable':
        return [{ recipient, kind: 'problem', problem: recipient.problem }];
    }
  }

  async function resolveTeammate(
    workspace: string,
    teammate: Teammate,
    ask: LookUp,
  ): Promise<ResolvedRecipient> {
    const { userId, label } = teammate;
    const cachedFacts = await people.remembered(workspace, userId);
    const answer = cachedFacts
      ? ({ kind: 'known', facts: cachedFacts } as const)
      : await ask.slack(() => people.facts(workspace, userId));
    if (answer.kind === 'unavailable') return { recipient: teammate, ...answer };
    const problem = (problem: Problem): ResolvedRecipient => ({
      recipient: teammate,
      kind: 'problem',
      problem,
    });
    if (answer.kind === 'refused') return problem(teammateProblem(answer.error, label));
    if (answer.facts.deactivated) return problem({ kind: 'TEAMMATE_DEACTIVATED', userId });
    if (answer.facts.phone === null) return problem({ kind: 'TEAMMATE_WITHOUT_NUMBER', userId });
    const parsed = parseNumber(answer.facts.phone);
    if (!parsed.ok) return problem({ kind: 'TEAMMATE_NUMBER_INVALID', userId });
    return { recipient: teammate, kind: 'number', number: parsed.number };
  }

  return { expand, resolveTeammate };
}

function teammateProblem(error: string, label: string): Problem {
  const unknown = error === 'user_not_found' || error === 'user_not_visible';
  return unknown ? { kind: 'TEAMMATE_UNKNOWN', label } : { kind: 'PERSON_UNKNOWN', slackError: error };
}

function groupProblem(error: string, label: string): Problem {
  const unknown = error === 'no_such_subteam';
  return unknown ? { kind: 'GROUP_UNKNOWN', label } : { kind: 'GROUP_UNREADABLE', label, slackError: error };
}
