import { z } from 'zod';
import { type ErasedPerson, isOf } from '../../contacts/store/erasure-model.ts';
import type { Clock } from '../../kit/clock.ts';
import type { FairScheduler } from '../../kit/fair-scheduler.ts';
import type { Inboxes } from '../../kit/inbox/store.ts';
import { digestOf } from '../../kit/json.ts';
import { maskNumber } from '../../kit/number.ts';
import type { Documents, Revisions } from '../../kit/store/documents.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { type RecipientUses, useOf } from '../../texts/recipient-uses.ts';
import { plainName } from '../../texts/slack/recipient-options.ts';
import type { Audit } from '../../workspace/audit-log.ts';
import { lookAtAlerts, tellAlerts } from '../alert-inbox.ts';
import { recipientsOf } from '../call-lists.ts';
import type { Hook, Hooks } from '../hooks.ts';
import { callOf, hookOf, type Page, pageSchema, REMEMBERED_MS, withPage } from './page.ts';
import { pageIdOf } from './page-id.ts';

const DOCUMENT = 'pages';

/** `text`: the person's words after their name, as they are texted. */
export type NewPage = Omit<Page, 'id' | 'createdAt'> & { text: string };

export type Pages = {
  /** The pages of the last two weeks as hooks, oldest first. */
  asHooks(workspace: string): Promise<Hook[]>;
  /** True if this form has paged. */
  has(workspace: string, origin: string): Promise<boolean>;
  /**
   * Pages people. The caller checks whether `by` may. The page is stored before its call, so whoever decides on the call knows the page. If
   * the process dies in between, nobody is texted until the form's stored press is handled again, which makes the same page and call.
   *
   * @param origin the form that asks; it pages once
   * @returns `too_many` if too many pages are open
   */
  begin(workspace: string, page: NewPage, origin: string): Promise<'paged' | 'too_many'>;
  /** The open pages that text a recipient whom `isIt` accepts, in any step. */
  uses: RecipientUses;
  /** Removes an erased person from all pages. */
  leaveOut(workspace: string, person: ErasedPerson): Promise<void>;
};

export function createPages(deps: {
  documents: Pick<Documents, 'get'>;
  revisions: Revisions;
  inboxes: Pick<Inboxes, 'put' | 'look'>;
  audit: Audit;
  runFairly: FairScheduler;
  clock: Clock;
  newId: () => string;
  wake: () => void;
}): Pages {
  const { documents, revisions, audit, clock, newId, wake } = deps;
  /** An unreadable page stays stored and doesn't affect the others. */
  const stored = z.array(z.unknown());
  const readable = (all: readonly unknown[]): Page[] =>
    all.flatMap(item => pageSchema.safeParse(item).data ?? []);
  const list = async (workspace: string): Promise<Page[]> =>
    readable((await documents.get(workspace, DOCUMENT, stored)) ?? []);
  const idOf = (workspace: string, origin: string): string =>
    pageIdOf(digestOf([workspace, origin]).slice(0, 22));

  async function openPages(workspace: string): Promise<Set<string>> {
    const { incidents } = await lookAtAlerts(deps, workspace);
    return new Set([...incidents.values()].flatMap(({ hook, endedAt }) => (endedAt === null ? hook : [])));
  }

  return {
    asHooks: async workspace => (await list(workspace)).map(hookOf),
    has: async (workspace, origin) =>
      (await list(workspace)).some(({ id }) => id === idOf(workspace, origin)),
    async begin(workspace, { text, ...fields }, origin) {
      const [now, at] = [clock.now(), clock.wall()];
      const page: Page = { ...fields, id: idOf(workspace, origin), createdAt: now };
      const open = await openPages(workspace);
      const pages = await revisions.update(workspace, DOCUMENT, stored, (before = []) => {
        const next = withPage(readable(before), page, { isOpen: id => open.has(id), now });
        return next ?? before;
      });
      if (!readable(pages).some(({ id }) => id === page.id)) return 'too_many';
      const call = callOf(page, { text, callId: newId(), at: now });
      const dedupe = { key: `page ${page.id}`, digest: null, forMs: REMEMBERED_MS, ends: [] };
      const put = await tellAlerts(deps, workspace, call, dedupe);
      wake();
      if (put.kind === 'added') {
        const { policy, recipients } = page;
        const to = policy ? [policy.label] : recipients.map(recipient => plainName(recipient, maskNumber));
        await audit.record(workspace, { what: 'paged', to, at, by: page.by });
      }
      return 'paged';
    },
    async uses(workspace, isIt) {
      const [all, open] = await Promise.all([list(workspace), openPages(workspace)]);
      return all.flatMap(page => {
        if (!open.has(page.id)) return [];
        const { title: name, by } = page;
        return useOf({ kind: 'page', name, by }, recipientsOf(page), isIt) ?? [];
      });
    },
    async leaveOut(workspace, person) {
      const without = (to: Recipient[]): Recipient[] => to.filter(recipient => !isOf(person, recipient));
      if (!(await list(workspace)).some(page => isOf(person, recipientsOf(page)))) return;
      await revisions.update(workspace, DOCUMENT, stored, (all = []) =>
        readable(all).map(({ recipients, escalation, ...page }) => {
          const steps = escalation.steps.map(step => ({ ...step, to: without(step.to) }));
          return { ...page, recipients: without(recipients), escalation: { ...escalation, steps } };
        }),
      );
    },
  };
}

/** Everything that has incidents: hooks, and pages, which look like hooks. */
export type HooksAndPages = Pick<Hooks, 'list' | 'remembered'>;

/** @returns `list`: without revoked hooks; both with the pages of the last two weeks */
export function joinPages(
  hooks: Pick<Hooks, 'list' | 'remembered'>,
  pages: Pick<Pages, 'asHooks'>,
): HooksAndPages {
  const withPages =
    (read: Hooks['list']) =>
    async (workspace: string): Promise<Hook[]> =>
      (await Promise.all([read(workspace), pages.asHooks(workspace)])).flat();
  return { list: withPages(hooks.list), remembered: withPages(hooks.remembered) };
}
