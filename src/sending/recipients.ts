import { type LocalNumber, parseNumber } from '../domain/number.ts';
import type { Problem } from '../domain/problem.ts';
import { keyOf, type Omitted, type Recipient } from '../domain/recipient.ts';
import type { People, Silent, UserGroups } from '../workspaces/people.ts';

/** The numbers behind recipients: each once, in the order they were named. */
export type Found = {
  numbers: LocalNumber[];
  /** Who can't be texted, and why. */
  omitted: Omitted[];
  /** Slack does not say now; it may later. */
  silent: Recipient[];
  /** From when on asking for some of the silent ones makes sense (epoch ms); null: nobody is silent. */
  again: number | null;
};

export type FindRecipients = (workspace: string, to: readonly Recipient[]) => Promise<Found>;

/** The numbers that admins keep under a name; null: there is no such list. */
export type ListNumbers = (workspace: string, name: string) => Promise<LocalNumber[] | null>;

type Answer = { who: Recipient } & (
  | { kind: 'number'; number: LocalNumber }
  | { kind: 'problem'; problem: Problem }
  | Silent
);

/** Looks recipients up at the time of sending: teammates by the phone of their profile, groups and lists by who is in them. */
export function createFindRecipients(parts: {
  people: People;
  groups: UserGroups;
  lists: ListNumbers;
}): FindRecipients {
  const { people, groups, lists } = parts;

  async function teammate(workspace: string, who: Extract<Recipient, { kind: 'teammate' }>): Promise<Answer> {
    const { userId, label } = who;
    const asked = await people.facts(workspace, userId);
    if (asked.kind === 'silent') return { who, ...asked };
    const problem = (problem: Problem): Answer => ({ who, kind: 'problem', problem });
    if (asked.kind === 'refused') return problem(teammateProblem(asked.error, label));
    if (asked.facts.phone === null) return problem({ kind: 'TEAMMATE_WITHOUT_NUMBER', userId });
    const parsed = parseNumber(asked.facts.phone);
    if (!parsed.ok) return problem({ kind: 'TEAMMATE_NUMBER_INVALID', userId });
    return { who, kind: 'number', number: parsed.number };
  }

  async function usergroup(
    workspace: string,
    who: Extract<Recipient, { kind: 'usergroup' }>,
  ): Promise<Answer[]> {
    const { id, label } = who;
    const asked = await groups.members(workspace, id);
    if (asked.kind === 'silent') return [{ who, ...asked }];
    if (asked.kind === 'refused')
      return [{ who, kind: 'problem', problem: groupProblem(asked.error, label) }];
    if (asked.userIds.length === 0)
      return [{ who, kind: 'problem', problem: { kind: 'GROUP_EMPTY', label } }];
    return Promise.all(
      asked.userIds.map(userId => teammate(workspace, { kind: 'teammate', userId, label: userId })),
    );
  }

  async function list(workspace: string, who: Extract<Recipient, { kind: 'list' }>): Promise<Answer[]> {
    const numbers = await lists(workspace, who.name);
    if (numbers?.length)
      return numbers.map(number => ({ who: { kind: 'number', number }, kind: 'number', number }));
    const kind = numbers === null ? 'LIST_UNKNOWN' : 'LIST_EMPTY';
    return [{ who, kind: 'problem', problem: { kind, label: who.name } }];
  }

  async function find(workspace: string, who: Recipient): Promise<Answer[]> {
    switch (who.kind) {
      case 'number':
        return [{ who, kind: 'number', number: who.number }];
      case 'teammate':
        return [await teammate(workspace, who)];
      case 'usergroup':
        return usergroup(workspace, who);
      case 'list':
        return list(workspace, who);
      case 'unreadable':
        return [{ who, kind: 'problem', problem: who.problem }];
    }
  }

  return async (workspace, to) => {
    const answers = (await Promise.all(to.map(who => find(workspace, who)))).flat();
    const numbers = new Set<LocalNumber>();
    const omitted = new Map<string, Omitted>();
    const silent: Recipient[] = [];
    let again: number | null = null;
    for (const answer of answers) {
      if (answer.kind === 'number') numbers.add(answer.number);
      else if (answer.kind === 'silent') {
        silent.push(answer.who);
        again = Math.min(again ?? answer.again, answer.again);
      } else omitted.set(keyOf(answer.who), { who: answer.who, problem: answer.problem });
    }
    return { numbers: [...numbers], omitted: [...omitted.values()], silent, again };
  };
}

function teammateProblem(error: string, label: string): Problem {
  const unknown = error === 'user_not_found' || error === 'user_not_visible';
  return unknown ? { kind: 'TEAMMATE_UNKNOWN', label } : { kind: 'PERSON_UNKNOWN', slackError: error };
}

function groupProblem(error: string, label: string): Problem {
  const unknown = error === 'no_such_subteam';
  return unknown ? { kind: 'GROUP_UNKNOWN', label } : { kind: 'GROUP_UNREADABLE', label, slackError: error };
}
