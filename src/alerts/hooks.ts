import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type ErasedPerson, isOf } from '../contacts/store/erasure-model.ts';
import type { Clock } from '../kit/clock.ts';
import { TIME_OF_DAY } from '../kit/day.ts';
import { createSingleFlight } from '../kit/fair-scheduler.ts';
import type { Documents, Revisions } from '../kit/store/documents.ts';
import { LANGUAGES } from '../kit/words/languages.ts';
import { type Recipient, recipientSchema } from '../texts/recipient.ts';
import { type RecipientUses, useOf } from '../texts/recipient-uses.ts';
import type { Audit } from '../workspace/audit-log.ts';
import { SEVERITIES } from './alert.ts';
import { readOwnText } from './hook-words.ts';
import { callsDocument } from './recent-calls.ts';

const DOCUMENT = 'hooks';
/** All of them are read for each call, so there can't be many. */
const MAX_HOOKS = 50;
/** A revoked hook is remembered as long as there may be something left to report from it. */
const REVOKED_MS = 7 * 24 * 3_600_000;
/** The most recipients that a hook or a step names; the people that they stand for are at most `MAX_RECIPIENTS`. */
export const MAX_NAMED = 20;
/** The most steps after the first. */
export const MAX_STEPS = 5;

const ownText = z
  .string()
  .refine(source => source.trim() !== '' && readOwnText(source).ok)
  .nullable();
const timeOfDay = z.string().regex(TIME_OF_DAY);
const recipients = z.array(recipientSchema).max(MAX_NAMED);

/** The most minutes that a step's recipients have to take an incident. */
export const MAX_STEP_MINUTES = 120;
export const MAX_ROUNDS = 5;
export const MAX_DAILY_TEXTS = 100_000;
/** The longest that a heartbeat may be silent: a week. */
export const MAX_SILENT_MINUTES = 7 * 24 * 60;

export const MAX_UNICODE_PARTS = 3;
/** How many minutes an acknowledgement may last. */
export const ACKNOWLEDGED_MINUTES = [30, 60, 120, 240, 480, 720, 1440] as const;

const minutes = z.int().min(1).max(MAX_STEP_MINUTES);

const escalation = z.object({
  /** How long the hook's own recipients have to take an incident. */
  firstMinutes: minutes,
  /** Whom to text then, and how long they have. */
  steps: z.array(z.object({ to: recipients, minutes })).max(MAX_STEPS),
  /** How often to go through them all, the hook's own recipients included. */
  rounds: z.int().min(1).max(MAX_ROUNDS),
  severities: z.array(z.enum(SEVERITIES)).min(1),
  /** Whether the post that says that nobody answered mentions everybody in the channel. An admin has to allow that. */
  mention: z.boolean().default(false),
});

/** What people decide when they make a hook. */
export const hookDraftSchema = z.object({
  name: z.string().trim().min(1).max(60),
  recipients,
  /** Where its posts go: a channel id. */
  channel: z.string().min(1),
  /** Null: the default of the language. */
  templates: z.object({ firing: ownText.default(null), resolved: ownText.default(null) }).prefault({}),
  /** The id of one of the workspace's templates, which words its texts instead; null: none. */
  template: z.string().nullable().default(null),
  /** Which severities are texted; the others are only posted. */
  severities: z.array(z.enum(SEVERITIES)).default([...SEVERITIES]),
  /** Only critical alerts are texted between these times of day in Bangladesh; null: at any time. */
  quiet: z.object({ from: timeOfDay, to: timeOfDay }).nullable().default(null),
  resolved: z.boolean().default(true),
  reminders: z.boolean().default(true),
  /** Null: the workspace's. */
  language: z.enum(LANGUAGES).nullable().default(null),
  /** How many parts a text about a critical alert or an error may have that needs Unicode, as in Bangla. */
  unicodeParts: z.int().min(1).max(MAX_UNICODE_PARTS).default(2),
  /** Who is texted if nobody takes an incident; null: nobody else. */
  escalation: escalation.nullable().default(null),
  /** How long an acknowledgement lasts; null: until it is over. */
  acknowledgedMinutes: z.literal(ACKNOWLEDGED_MINUTES).nullable().default(240),
  /** Whether texts end in a link to a page on which their reader can take the incident. */
  link: z.boolean().default(false),
  /** The most it may text on a day in Bangladesh; null: as much as it has to. */
  daily: z
    .object({ texts: z.int().min(1).max(MAX_DAILY_TEXTS) })
    .or(z.object({ credits: z.string().regex(/^\d{1,18}(\.\d{1,6})?$/) }))
    .nullable()
    .default(null),
  /** It texts if it wasn't called for this long, instead of when it is called; null: it is no heartbeat. */
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
  /** What asked for it, if that may ask twice: a form. */
  origin: z.string().nullable().default(null),
  createdBy: z.string(),
  createdAt: z.number(),
  revokedAt: z.number().nullable(),
});
export type Hook = z.infer<typeof hookSchema>;

/** Everybody whom a hook names, in whichever step. */
export const recipientsOf = ({
  recipients,
  escalation = null,
}: Pick<Hook, 'recipients'> & Partial<Pick<Hook, 'escalation'>>): Recipient[] => [
  ...recipients,
  ...(escalation?.steps.flatMap(({ to }) => to) ?? []),
];

/** The part that we read for any caller; the rest is only for callers with its token. */
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
  /** One of the current hooks; null: there is no such hook. */
  one(workspace: string, hookId: string): Promise<Hook | null>;
  /** Includes those revoked a short time ago. */
  remembered(workspace: string): Promise<Hook[]>;
  /**
   * Makes a hook. The token is in the answer and never shown again. The caller checks whether `by` may.
   *
   * @param origin what asks for it, if that may ask twice: it makes one hook, and then the answer is `made_before`
   * @returns `too_many` if the workspace has as many as it may have
   */
  create(
    workspace: string,
    by: string,
    draft: z.input<typeof hookDraftSchema>,
    origin?: string,
  ): Promise<{ hook: Hook; token: string } | 'too_many' | 'made_before'>;
  /** Null: there is no such hook. */
  change(
    workspace: string,
    by: string,
    hookId: string,
    changes: Partial<z.input<typeof hookDraftSchema>>,
  ): Promise<Hook | null>;
  /** Drops what waits for it. False: there is no such hook. */
  revoke(workspace: string, by: string, hookId: string): Promise<boolean>;
  /** The hooks that text these recipients, in whichever step. */
  uses: RecipientUses;
  /** Somebody is forgotten: no hook texts them any more. Returns the names of those that did. */
  leaveOut(workspace: string, by: string, who: ErasedPerson): Promise<string[]>;
  /** The hook that a call is for, if the token is its own. Null for a wrong id and for a wrong token alike. */
  admit(hookId: string, token: string): Promise<{ workspace: string; hook: Hook } | null>;
  /** The same, for a call whose proof is checked elsewhere: `read` only after that. Null: there is no such hook. */
  existing(hookId: string): Promise<{ workspace: string; read: () => Hook } | null>;
};

export function createHooks(deps: {
  documents: Documents;
  revisions: Revisions;
  audit: Audit;
  clock: Clock;
}): Hooks {
  const { documents, revisions, audit, clock } = deps;
  /** As they are stored: one that can't be read stays as it is, and affects no other. */
  const stored = z.array(z.unknown());
  const readable = (all: readonly unknown[]): Hook[] =>
    all.flatMap(one => hookSchema.safeParse(one).data ?? []);
  const locked = stored.transform(all => all.flatMap(one => lockedSchema.safeParse(one).data ?? []));
  /** Many may call at once, and we don't know yet whether they may. */
  const once = createSingleFlight<z.infer<typeof lockedSchema>[] | undefined>();

  const remembered = async (workspace: string): Promise<Hook[]> =>
    readable((await documents.get(workspace, DOCUMENT, stored)) ?? []);
  const isThere = ({ revokedAt }: Hook): boolean => revokedAt === null;

  async function find(workspace: string, hookId: string) {
    const all = await once(workspace, () => documents.get(workspace, DOCUMENT, locked));
    return all?.find(({ id, revokedAt }) => id === hookId && revokedAt === null);
  }

  /** Changes an existing hook; null: there is none. */
  async function alter(workspace: string, id: string, change: (hook: Hook) => Hook): Promise<Hook | null> {
    const now = await revisions.update(workspace, DOCUMENT, stored, (all = []) =>
      all.map(one => {
        const [hook] = readable([one]);
        return hook?.id === id && isThere(hook) ? hookSchema.parse(change(hook)) : one;
      }),
    );
    return readable(now).find(hook => hook.id === id) ?? null;
  }

  return {
    list: async workspace => (await remembered(workspace)).filter(isThere),
    one: async (workspace, hookId) =>
      (await remembered(workspace)).find(hook => hook.id === hookId && isThere(hook)) ?? null,
    remembered,
    async create(workspace, by, draft, origin) {
      const token = `smsh_${randomBytes(32).toString('base64url')}`;
      const [now, at] = [clock.now(), clock.wall()];
      const hook: Hook = {
        ...hookDraftSchema.parse(draft),
        id: `${workspace}-${randomBytes(16).toString('base64url')}`,
        tokenHash: hashOf(token).toString('base64'),
        origin: origin ?? null,
        createdBy: by,
        createdAt: at,
        revokedAt: null,
      };
      const hooks = await revisions.update(workspace, DOCUMENT, stored, (before = []) => {
        const forgotten = ({ revokedAt }: Hook): boolean =>
          revokedAt !== null && revokedAt <= now - REVOKED_MS;
        const kept = before.filter(one => !readable([one]).some(forgotten));
        const made = readable(kept).some(one => one.origin !== null && one.origin === hook.origin);
        const there = kept.filter(one => readable([one]).every(isThere));
        return !made && there.length < MAX_HOOKS ? [...kept, hook] : kept;
      });
      const first = readable(hooks).find(
        ({ id, origin: its }) => id === hook.id || (its !== null && its === hook.origin),
      );
      if (!first) return 'too_many';
      if (first.id !== hook.id) return 'made_before';
      await audit.record(workspace, { what: 'hook_made', hook: hook.name, at, by });
      return { hook, token };
    },
    async change(workspace, by, hookId, changes) {
      const hook = await alter(workspace, hookId, before => ({
        ...before,
        ...hookDraftSchema.parse({ ...before, ...changes }),
      }));
      if (!hook || !isThere(hook)) return null;
      await audit.record(workspace, { what: 'hook_changed', hook: hook.name, at: clock.wall(), by });
      return hook;
    },
    async revoke(workspace, by, hookId) {
      const now = clock.now();
      const hook = await alter(workspace, hookId, before => ({ ...before, revokedAt: now }));
      if (hook?.revokedAt !== now) return false;
      await documents.delete(workspace, callsDocument(hookId));
      await audit.record(workspace, { what: 'hook_revoked', hook: hook.name, at: clock.wall(), by });
      return true;
    },
    async uses(workspace, isIt) {
      return (await remembered(workspace)).filter(isThere).flatMap(hook => {
        const { name, createdBy: by } = hook;
        return useOf({ kind: 'hook', name, by }, recipientsOf(hook), isIt) ?? [];
      });
    },
    async leaveOut(workspace, by, who) {
      const without = (to: Recipient[]): Recipient[] => to.filter(one => !isOf(who, one));
      const texts = (hook: Hook): boolean => isOf(who, recipientsOf(hook));
      const names = (await remembered(workspace)).filter(texts).map(({ name }) => name);
      if (names.length === 0) return [];
      await revisions.update(workspace, DOCUMENT, stored, (all = []) =>
        all.map(one => {
          const [hook] = readable([one]);
          if (!hook || !texts(hook)) return one;
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
      const found = await find(workspace, hookId);
      // Always one comparison, of two hashes of the same length: neither its time nor the answer tells which was wrong.
      const fits = timingSafeEqual(found ? Buffer.from(found.tokenHash, 'base64') : NOBODY, hashOf(token));
      return fits && found ? { workspace, hook: hookSchema.parse(found) } : null;
    },
    async existing(hookId) {
      const workspace = HOOK_ID.exec(hookId)?.[1];
      const found = workspace && (await find(workspace, hookId));
      return workspace && found ? { workspace, read: () => hookSchema.parse(found) } : null;
    },
  };
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
/** No token has this hash. */
const NOBODY = Buffer.alloc(32);
