import { z } from 'zod';
import { type ErasedPerson, isOf } from '../contacts/store/erasure-model.ts';
import type { Clock } from '../kit/clock.ts';
import { byName, fold } from '../kit/name-matching.ts';
import type { Documents, Revisions } from '../kit/store/documents.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import { tidyName } from '../texts/parse/name.ts';
import { type RecipientUses, useOf } from '../texts/recipient-uses.ts';
import type { Audit } from '../workspace/audit-log.ts';
import { MAX_POLICIES, namedIn, type Policy, type PolicyDraft, policySchema } from './policy.ts';

const DOCUMENT = 'escalation-policies';
/** Unreadable policies stay in the document unchanged, and affect no other. */
const stored = z.array(z.unknown());
const readable = (all: readonly unknown[]): Policy[] =>
  all.flatMap(entry => policySchema.safeParse(entry).data ?? []);

/**
 * A change, or why nothing changed:
 * - `gone`: another user deleted the policy
 * - `taken`: another policy has this name
 * - `too_many`: there is no room for another one
 */
export type PolicyChange = { policy: Policy } | 'gone' | 'taken' | 'too_many';

/** A workspace's escalation policies. The caller checks the permission of `by`. */
export type Policies = {
  /** All readable policies, sorted by name. */
  list(workspace: string): Promise<Policy[]>;
  /** Null if there is none. */
  one(workspace: string, id: string): Promise<Policy | null>;
  /** @param origin the form that asks; a second request with the same origin creates nothing */
  create(workspace: string, by: string, draft: PolicyDraft, origin: string): Promise<PolicyChange>;
  change(workspace: string, by: string, id: string, draft: PolicyDraft): Promise<PolicyChange>;
  /** Deletes a policy and returns it; null if there was none. */
  remove(workspace: string, by: string, id: string): Promise<Policy | null>;
  /** The policies that call a recipient whom `isIt` accepts, in any step. */
  uses: RecipientUses;
  /** Removes an erased person from all policies. Returns the names of the policies that called the person. */
  leaveOut(workspace: string, by: string, erased: ErasedPerson): Promise<string[]>;
};

/** A workspace's readable policies. @throws if the document can't be read */
const policiesIn = async ({ documents }: { documents: Documents }, workspace: string): Promise<Policy[]> =>
  readable((await documents.get(workspace, DOCUMENT, stored)) ?? []).toSorted(byName);

/** The policies for those who call by them: none if the document can't be read, so that whoever is left is called. */
export const policiesToCall = (deps: { documents: Documents }, workspace: string): Promise<Policy[]> =>
  policiesIn(deps, workspace).catch(ifUnreadable<Policy[]>([]));

export function createPolicies(deps: {
  documents: Documents;
  revisions: Revisions;
  audit: Audit;
  clock: Clock;
  newId: () => string;
}): Policies {
  const { revisions, audit, clock, newId } = deps;
  const list = (workspace: string): Promise<Policy[]> => policiesIn(deps, workspace);

  async function write(
    workspace: string,
    change: (all: unknown[], policies: Policy[]) => { all: unknown[]; result: PolicyChange },
  ): Promise<PolicyChange> {
    let result: PolicyChange = 'gone';
    await revisions.update(workspace, DOCUMENT, stored, (all = []) => {
      const written = change(all, readable(all));
      result = written.result;
      return written.all;
    });
    return result;
  }

  /** Changes an existing policy. */
  const alter = (
    workspace: string,
    id: string,
    change: (policy: Policy, all: readonly Policy[]) => Policy | 'taken',
  ): Promise<PolicyChange> =>
    write(workspace, (all, policies) => {
      const before = policies.find(policy => policy.id === id);
      const changed = before ? change(before, policies) : 'gone';
      if (typeof changed === 'string') return { all, result: changed };
      const policy = policySchema.parse({ ...changed, changedAt: clock.wall() });
      return {
        all: all.map(entry => (readable([entry])[0]?.id === id ? policy : entry)),
        result: { policy },
      };
    });

  const isNameTaken = (all: readonly Policy[], name: string, id: string): boolean =>
    all.some(policy => policy.id !== id && fold(policy.name) === fold(name));

  type Noted = { what: 'policy_made' | 'policy_changed' | 'policy_removed' };
  const record = (workspace: string, by: string, { name: policy }: Policy, noted: Noted): Promise<void> =>
    audit.record(workspace, { ...noted, policy, at: clock.wall(), by });

  return {
    list,
    one: async (workspace, id) => (await list(workspace)).find(policy => policy.id === id) ?? null,
    async create(workspace, by, input, origin) {
      const draft = { ...input, name: tidyName(input.name) };
      const id = newId();
      const created = await write(workspace, (all, policies) => {
        const before = policies.find(policy => policy.origin === origin);
        if (before) return { all, result: { policy: before } };
        if (isNameTaken(policies, draft.name, id)) return { all, result: 'taken' };
        if (all.length >= MAX_POLICIES) return { all, result: 'too_many' };
        const policy = policySchema.parse({ ...draft, id, origin, createdBy: by, changedAt: clock.wall() });
        return { all: [...all, policy], result: { policy } };
      });
      if (typeof created !== 'string' && created.policy.id === id)
        await record(workspace, by, created.policy, { what: 'policy_made' });
      return created;
    },
    async change(workspace, by, id, input) {
      const draft = { ...input, name: tidyName(input.name) };
      const changed = await alter(workspace, id, (policy, all) =>
        isNameTaken(all, draft.name, id) ? 'taken' : { ...policy, ...draft },
      );
      if (typeof changed !== 'string')
        await record(workspace, by, changed.policy, { what: 'policy_changed' });
      return changed;
    },
    async remove(workspace, by, id) {
      const removed = await write(workspace, (all, policies) => {
        const policy = policies.find(candidate => candidate.id === id);
        if (!policy) return { all, result: 'gone' };
        return { all: all.filter(entry => readable([entry])[0]?.id !== id), result: { policy } };
      });
      if (typeof removed === 'string') return null;
      await record(workspace, by, removed.policy, { what: 'policy_removed' });
      return removed.policy;
    },
    async uses(workspace, isIt) {
      return (await list(workspace)).flatMap(policy => {
        const { name, createdBy: by } = policy;
        return useOf({ kind: 'policy', name, by }, namedIn(policy), isIt) ?? [];
      });
    },
    async leaveOut(workspace, by, erased) {
      const theirs = (await list(workspace)).filter(({ steps }) => isOf(erased, steps));
      for (const { id } of theirs) {
        const changed = await alter(workspace, id, policy => {
          const steps = policy.steps.map(step => ({ ...step, to: step.to.filter(to => !isOf(erased, to)) }));
          return { ...policy, steps: steps.filter(({ to }) => to.length > 0) };
        });
        if (typeof changed !== 'string')
          await record(workspace, by, changed.policy, { what: 'policy_changed' });
      }
      return theirs.map(({ name }) => name);
    },
  };
}
