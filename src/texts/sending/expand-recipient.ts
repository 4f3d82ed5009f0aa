import { type LocalNumber, parseNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { SlackUnavailable } from '../../kit/slack/web-api.ts';
import type { People, UserGroups } from '../../workspace/people.ts';
import { isKept, type Recipient } from '../recipient.ts';
import type { NameLookup, NameMatch } from '../recipient-directory.ts';

export type Teammate = Extract<Recipient, { kind: 'teammate' }>;
export type ResolvedRecipient = { who: Recipient } & (
  | { kind: 'number'; number: LocalNumber }
  | { kind: 'problem'; problem: Problem }
  | SlackUnavailable
);
/** What we can tell before asking about any person. `more`: there are so many more that their numbers were not read. */
export type Expansion =
  | ResolvedRecipient
  | { kind: 'teammate'; who: Teammate }
  | { kind: 'more'; who: Recipient; count: number };

/** What one look-up may ask, within its time limit. */
export type LookUp = {
  /** Asks Slack when it is this workspace's turn; `unavailable` if the wait or the answer takes too long. */
  slack<T>(question: () => Promise<T>): Promise<T | SlackUnavailable>;
};

/** Finds out who a recipient stands for: first what can be counted, then by asking about each person. */
export type RecipientExpander = {
  of(workspace: string, who: Recipient, ask: LookUp): Promise<Expansion[]>;
  person(workspace: string, who: Teammate, ask: LookUp): Promise<ResolvedRecipient>;
};

export function createRecipientExpander(deps: {
  people: Pick<People, 'facts' | 'remembered'>;
  groups: UserGroups;
  whom: NameLookup;
}): RecipientExpander {
  const { people, groups, whom } = deps;

  async function usergroup(
    workspace: string,
    who: Extract<Recipient, { kind: 'usergroup' }>,
    ask: LookUp,
  ): Promise<Expansion[]> {
    const { id, label } = who;
    const asked = await ask.slack(() => groups.members(workspace, id));
    if (asked.kind === 'unavailable') return [{ who, ...asked }];
    if (asked.kind === 'refused')
      return [{ who, kind: 'problem', problem: groupProblem(asked.error, label) }];
    if (asked.userIds.length === 0)
      return [{ who, kind: 'problem', problem: { kind: 'GROUP_EMPTY', label } }];
    return asked.userIds.map(userId => ({
      kind: 'teammate',
      who: { kind: 'teammate', userId, label: userId },
    }));
  }

  async function kept(
    workspace: string,
    who: Recipient,
    { label, meant, ask }: { label: string; meant: NameMatch; ask: LookUp },
  ): Promise<Expansion[]> {
    const problem = (problem: Problem): Expansion[] => [{ who, kind: 'problem', problem }];
    if (meant.kind === 'unknown')
      return problem(
        who.kind === 'named'
          ? { kind: 'NAME_UNKNOWN', label, nearest: null }
          : { kind: 'CHOSEN_GONE', label },
      );
    if (meant.kind === 'shared') return problem({ kind: 'NAME_SHARED', label });
    if (meant.kind === 'rota') {
      const { onCall: on, nobodyOnCall } = meant.rota;
      return on ? of(workspace, on, ask) : problem(nobodyOnCall);
    }
    if (meant.kind === 'problem') return problem(meant.problem);
    const more = meant.size - meant.numbers.length - meant.unreadable.length;
    return [
      ...meant.unreadable.map(({ id, problem }) => {
        const who = { kind: 'unreadable', typed: id, problem } as const;
        return { who, kind: 'problem', problem } as const;
      }),
      ...meant.numbers.map(number => ({ who: { kind: 'number', number }, kind: 'number', number }) as const),
      ...(more > 0 ? [{ kind: 'more', who, count: more } as const] : []),
    ];
  }

  async function of(workspace: string, who: Recipient, ask: LookUp): Promise<Expansion[]> {
    if (isKept(who)) {
      const { label } = who.data;
      return kept(workspace, who, { label, ask, meant: await whom.resolveChoice(workspace, who) });
    }
    switch (who.kind) {
      case 'number':
        return [{ who, kind: 'number', number: who.number }];
      case 'teammate':
        return [{ who, kind: 'teammate' }];
      case 'usergroup':
        return usergroup(workspace, who, ask);
      case 'named':
        return kept(workspace, who, {
          ...{ label: who.name, ask },
          meant: await whom.resolveName(workspace, who.name),
        });
      case 'unreadable':
        return [{ who, kind: 'problem', problem: who.problem }];
    }
  }

  async function person(workspace: string, who: Teammate, ask: LookUp): Promise<ResolvedRecipient> {
    const { userId, label } = who;
    const known = await people.remembered(workspace, userId);
    const asked = known
      ? ({ kind: 'known', facts: known } as const)
      : await ask.slack(() => people.facts(workspace, userId));
    if (asked.kind === 'unavailable') return { who, ...asked };
    const problem = (problem: Problem): ResolvedRecipient => ({ who, kind: 'problem', problem });
    if (asked.kind === 'refused') return problem(teammateProblem(asked.error, label));
    if (asked.facts.deactivated) return problem({ kind: 'TEAMMATE_DEACTIVATED', userId });
    if (asked.facts.phone === null) return problem({ kind: 'TEAMMATE_WITHOUT_NUMBER', userId });
    const parsed = parseNumber(asked.facts.phone);
    if (!parsed.ok) return problem({ kind: 'TEAMMATE_NUMBER_INVALID', userId });
    return { who, kind: 'number', number: parsed.number };
  }

  return { of, person };
}

function teammateProblem(error: string, label: string): Problem {
  const unknown = error === 'user_not_found' || error === 'user_not_visible';
  return unknown ? { kind: 'TEAMMATE_UNKNOWN', label } : { kind: 'PERSON_UNKNOWN', slackError: error };
}

function groupProblem(error: string, label: string): Problem {
  const unknown = error === 'no_such_subteam';
  return unknown ? { kind: 'GROUP_UNKNOWN', label } : { kind: 'GROUP_UNREADABLE', label, slackError: error };
}
