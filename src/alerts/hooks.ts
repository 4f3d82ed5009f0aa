import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type ErasedPerson, isOf } from '../contacts/store/erasure-model.ts';
import { policyAs } from '../escalations/policy.ts';
import { policiesToCall } from '../escalations/service.ts';
import type { Clock } from '../kit/clock.ts';
import { TIME_OF_DAY } from '../kit/day.ts';
import { createSingleFlight } from '../kit/fair-scheduler.ts';
import type { Documents, Revisions } from '../kit/store/documents.ts';
import { LANGUAGES } from '../kit/words/languages.ts';
import type { Recipient } from '../texts/recipient.ts';
import { type RecipientUses, useOf } from '../texts/recipient-uses.ts';
import type { Audit } from '../workspace/audit-log.ts';
import { SEVERITIES } from './alert.ts';
import { byId, callingSchema, policiesOf, type Routed, recipientsOf, withPolicies } from './call-lists.ts';
import { useDocument } from './hook-use.ts';
import { readOwnText } from './hook-words.ts';
import { callsDocument } from './recent-calls.ts';

const DOCUMENT = 'hooks';
/** The most hooks of a workspace. They are few, because each call reads all of them. */
const MAX_HOOKS = 50;
/** A revoked hook is remembered this long, because reports about it may still be due. */
const REVOKED_MS = 7 * 24 * 3_600_000;

const ownText = z
  .string()
  .refine(source => source.trim() !== '' && readOwnText(source).ok)
  .nullable();
const timeOfDay = z.string().regex(TIME_OF_DAY);
export const MAX_DAILY_TEXTS = 100_000;
export const MAX_SILENT_MINUTES = 7 * 24 * 60;

export const MAX_UNICODE_PARTS = 3;
export const ACKNOWLEDGED_MINUTES = [30, 60, 120, 240, 480, 720, 1440] as const;

/** The settings in a hook's form. */
export const hookDraftSchema = z.object({
  name: z.string().trim().min(1).max(60),
  ...callingSchema.shape,
  /** The id of the channel for its posts. */
  channel: z.string().min(1),
  /** Null if the default of the language applies. */
  templates: z.object({ firing: ownText.default(null), resolved: ownText.default(null) }).prefault({}),
  /** The id of a workspace's template that words its texts instead; null if there is none. */
  template: z.string().nullable().default(null),
  /** The severities that are texted; all others are only posted. */
  severities: z.array(z.enum(SEVERITIES)).default([...SEVERITIES]),
  /** Between these times of day in Bangladesh, only critical alerts are texted; null if there are no quiet hours. */
  quiet: z.object({ from: timeOfDay, to: timeOfDay }).nullable().default(null),
  /** The workspace's holidays are quiet all day, too. */
  quietOnHolidays: z.boolean().default(false),
  resolved: z.boolean().default(true),
  reminders: z.boolean().default(true),
  /** Null if the workspace's language applies. */
  language: z.enum(LANGUAGES).nullable().default(null),
  /** Limit for the parts of a text in Unicode, such as Bangla, about a critical alert or an error. */
  unicodeParts: z.int().min(1).max(MAX_UNICODE_PARTS).default(2),
  /** An acknowledgement's lifetime; null if it lasts until the incident is over. */
  acknowledgedMinutes: z.literal(ACKNOWLEDGED_MINUTES).nullable().default(240),
  /** Texts end in a link to a page where their reader can acknowledge the incident. */
  link: z.boolean().default(false),
  /** Limit for a day in Bangladesh; null if there is none. */
  daily: z
    .object({ texts: z.int().min(1).max(MAX_DAILY_TEXTS) })
    .or(z.object({ credits: z.string().regex(/^\d{1,18}(\.\d{1,6})?$/) }))
    .nullable()
    .default(null),
  /** A heartbeat texts if it wasn't called for this long; null for other hooks. */
  heartbeat: z
    .object({ minutes: z.int().min(1).max(MAX_SILENT_MINUTES) })
    .nullable()
    .default(null),
});

export type HookDraft = z.output<typeof hookDraftSchema>;

const hookSchema = hookDraftSchema.extend({
  id: z.string(),
  /** SHA-256 of the token; the token itself is stored nowhere. */
  tokenHash: z.string(),
  /** Identifies the form that made it, which Slack may submit twice. */
  origin: z.string().nullable().default(null),
  createdBy: z.string(),
  createdAt: z.number(),
  revokedAt: z.number().nullable(),
});
type StoredHook = z.infer<typeof hookSchema>;
/**
 * A hook as all its readers see it, without what identifies its callers: `recipients` and `escalation` are those of its policy, if it has one.
 * A page looks like one, too: see `paging/page.ts`.
 */
export type Hook = Omit<StoredHook, 'tokenHash' | 'origin'> & Routed;

/** The fields that are read before a caller is authenticated. */
const lockedSchema = z.looseObject({
  id: z.string(),
  tokenHash: z.string(),
  revokedAt: z.number().nullable(),
});

const HOOK_ID = /^([A-Z0-9]{1,30})-[\w-]{22}$/;
const TOKEN = /^smsh_[\w-]{43}$/;

export type Hooks = {
  /** The current hooks, oldest first. */
  list(workspace: string): Promise<Hook[]>;
  /** Null if there is no such current hook. */
  one(workspace: string, hookId: string): Promise<Hook | null>;
  /** Includes recently revoked hooks. */
  remembered(workspace: string): Promise<Hook[]>;
  /**
   * Makes a hook. Its token is returned only here. The caller checks the permission of `by`.
   *
   * @param origin the form that asks; it makes one hook, and `made_before` is returned from the second time on
   * @returns `too_many` if the workspace has reached its limit
   */
  create(
    workspace: string,
    by: string,
    draft: z.input<typeof hookDraftSchema>,
    origin?: string,
  ): Promise<{ hook: Hook; token: string } | 'too_many' | 'made_before'>;
  /** Null if there is no such hook. */
  change(
    workspace: string,
    by: string,
    hookId: string,
    changes: Partial<z.input<typeof hookDraftSchema>>,
  ): Promise<Hook | null>;
  /** Revokes a hook and drops its latest calls. Returns false if there is no such hook. */
  revoke(workspace: string, by: string, hookId: string): Promise<boolean>;
  /** The hooks that text a recipient whom `isIt` accepts, in any step. */
  uses: RecipientUses;
  /** Removes an erased person from all hooks. Returns the names of the hooks that texted them. */
  leaveOut(workspace: string, by: string, person: ErasedPerson): Promise<string[]>;
  /** Null for a wrong id and for a wrong token alike. */
  admit(hookId: string, token: string): Promise<{ workspace: string; hook: Hook } | null>;
  /** For a call whose signature is checked elsewhere: use `read` only after that check. Null if there is no such hook. */
  existing(hookId: string): Promise<{ workspace: string; read: () => Promise<Hook> } | null>;
};

export function createHooks(deps: {
  documents: Documents;
  revisions: Revisions;
  audit: Audit;
  clock: Clock;
}): Hooks {
  const { documents, revisions, audit, clock } = deps;
  /** An unreadable hook stays stored and doesn't affect the others. */
  const stored = z.array(z.unknown());
  const readable = (all: readonly unknown[]): StoredHook[] =>
    all.flatMap(item => hookSchema.safeParse(item).data ?? []);
  const locked = stored.transform(all => all.flatMap(item => lockedSchema.safeParse(item).data ?? []));
  /** Shares one read among concurrent callers, because they aren't authenticated yet. */
  const once = createSingleFlight<z.infer<typeof lockedSchema>[] | undefined>();

  const rememberedAsStored = async (workspace: string): Promise<StoredHook[]> =>
    readable((await documents.get(workspace, DOCUMENT, stored)) ?? []);
  const isActive = ({ revokedAt }: Pick<StoredHook, 'revokedAt'>): boolean => revokedAt === null;

  /** Hooks with the lists that they call by. The policies are read only if a hook names one. */
  async function calling(workspace: string, all: readonly StoredHook[]): Promise<Hook[]> {
    const hasPolicies = all.some(hook => policiesOf(hook).length > 0);
    const policies = hasPolicies ? await policiesToCall({ documents }, workspace) : [];
    return all.map(hook => withPolicies(hook, byId(policies)));
  }
  async function callingOne(workspace: string, hook: StoredHook): Promise<Hook> {
    const [read] = await calling(workspace, [hook]);
    return read ?? withPolicies(hook, new Map());
  }

  const remembered = async (workspace: string): Promise<Hook[]> =>
    calling(workspace, await rememberedAsStored(workspace));

  async function find(workspace: string, hookId: string) {
    const all = await once(workspace, () => documents.get(workspace, DOCUMENT, locked));
    return all?.find(({ id, revokedAt }) => id === hookId && revokedAt === null);
  }

  /** Null if there is no such hook. */
  async function alter(
    workspace: string,
    id: string,
    change: (hook: StoredHook) => StoredHook,
  ): Promise<StoredHook | null> {
    const now = await revisions.update(workspace, DOCUMENT, stored, (all = []) =>
      all.map(item => {
        const [hook] = readable([item]);
        return hook?.id === id && isActive(hook) ? hookSchema.parse(change(hook)) : item;
      }),
    );
    return readable(now).find(hook => hook.id === id) ?? null;
  }

  return {
    list: async workspace => (await remembered(workspace)).filter(isActive),
    one: async (workspace, hookId) =>
      (await remembered(workspace)).find(hook => hook.id === hookId && isActive(hook)) ?? null,
    remembered,
    async create(workspace, by, draft, origin) {
      const token = `smsh_${randomBytes(32).toString('base64url')}`;
      const [now, at] = [clock.now(), clock.wall()];
      const hook: StoredHook = {
        ...hookDraftSchema.parse(draft),
        id: `${workspace}-${randomBytes(16).toString('base64url')}`,
        tokenHash: hashOf(token).toString('base64'),
        origin: origin ?? null,
        createdBy: by,
        createdAt: at,
        revokedAt: null,
      };
      const hasOrigin = ({ origin: earlier }: StoredHook): boolean => earlier !== null && earlier === origin;
      const hooks = await revisions.update(workspace, DOCUMENT, stored, (before = []) => {
        const isExpired = ({ revokedAt }: StoredHook): boolean =>
          revokedAt !== null && revokedAt <= now - REVOKED_MS;
        const current = before.filter(item => !readable([item]).some(isExpired));
        const isMade = readable(current).some(hasOrigin);
        const active = current.filter(item => readable([item]).every(isActive));
        return !isMade && active.length < MAX_HOOKS ? [...current, hook] : current;
      });
      const first = readable(hooks).find(each => each.id === hook.id || hasOrigin(each));
      if (!first) return 'too_many';
      if (first.id !== hook.id) return 'made_before';
      await audit.record(workspace, { what: 'hook_made', hook: hook.name, at, by });
      return { hook: await callingOne(workspace, hook), token };
    },
    async change(workspace, by, hookId, changes) {
      const hook = await alter(workspace, hookId, before => ({
        ...before,
        ...hookDraftSchema.parse({ ...before, ...changes }),
      }));
      if (!hook || !isActive(hook)) return null;
      await audit.record(workspace, { what: 'hook_changed', hook: hook.name, at: clock.wall(), by });
      return callingOne(workspace, hook);
    },
    async revoke(workspace, by, hookId) {
      const now = clock.now();
      const hook = await alter(workspace, hookId, before => ({ ...before, revokedAt: now }));
      if (hook?.revokedAt !== now) return false;
      await documents.delete(workspace, callsDocument(hookId));
      await documents.delete(workspace, useDocument(hookId));
      await audit.record(workspace, { what: 'hook_revoked', hook: hook.name, at: clock.wall(), by });
      return true;
    },
    async uses(workspace, isIt) {
      return (await rememberedAsStored(workspace)).filter(isActive).flatMap(hook => {
        const { name, createdBy: by } = hook;
        const named = [...recipientsOf(hook), ...policiesOf(hook).map(policyAs)];
        return useOf({ kind: 'hook', name, by }, named, isIt) ?? [];
      });
    },
    async leaveOut(workspace, by, person) {
      const without = (to: Recipient[]): Recipient[] => to.filter(recipient => !isOf(person, recipient));
      const texts = (hook: StoredHook): boolean => isOf(person, recipientsOf(hook));
      const names = (await rememberedAsStored(workspace)).filter(texts).map(({ name }) => name);
      if (names.length === 0) return [];
      await revisions.update(workspace, DOCUMENT, stored, (all = []) =>
        all.map(item => {
          const [hook] = readable([item]);
          if (!hook || !texts(hook)) return item;
          const steps = hook.escalation?.steps.map(step => ({ ...step, to: without(step.to) })) ?? [];
          const escalation = hook.escalation && { ...hook.escalation, steps };
          return hookSchema.parse({ ...hook, recipients: without(hook.recipients), escalation });
        }),
      );
      for (const hook of names) {
        await audit.record(workspace, { what: 'hook_changed', hook, at: clock.wall(), by });
      }
      return names;
    },
    async admit(hookId, token) {
      const workspace = HOOK_ID.exec(hookId)?.[1];
      if (!workspace || !TOKEN.test(token)) return null;
      const hook = await find(workspace, hookId);
      // Always compares two hashes of the same length, so neither the time nor the answer tells a wrong id from a wrong token.
      const fits = timingSafeEqual(hook ? Buffer.from(hook.tokenHash, 'base64') : NO_HASH, hashOf(token));
      return fits && hook ? { workspace, hook: await callingOne(workspace, hookSchema.parse(hook)) } : null;
    },
    async existing(hookId) {
      const workspace = HOOK_ID.exec(hookId)?.[1];
      const hook = workspace && (await find(workspace, hookId));
      return workspace && hook
        ? { workspace, read: async () => callingOne(workspace, hookSchema.parse(hook)) }
        : null;
    },
  };
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
/** No token has this hash. */
const NO_HASH = Buffer.alloc(32);
