import { z } from 'zod';
import { MAX_NAMED, policyRefSchema } from '../../escalations/policy.ts';
import { DAY_MS, MINUTE_MS } from '../../kit/day.ts';
import { recipientSchema } from '../../texts/recipient.ts';
import { compact, NO_FACTS } from '../alert.ts';
import { escalationSchema } from '../call-lists.ts';
import { type Hook, hookDraftSchema } from '../hooks.ts';
import { nameFrom } from '../payloads/payload.ts';
import type { StoredEvent } from '../policy/events.ts';

/*
 * A page: a person asks for others, by hand. Its incident is like any other. For everything that handles incidents, the page is a hook that
 * is called once, so that posts, links, mutes and steps know no difference; no list of hooks has it.
 */

/** The most open pages of a workspace, and how many are remembered, because each decision reads all of them. */
export const MAX_OPEN_PAGES = 50;
const MAX_PAGES = 100;
/** No incident is open longer than a week after its page, and reports about it may come for another week. */
export const REMEMBERED_MS = 14 * DAY_MS;
/** The time until a page's call has surely been decided. Until then, the page counts as open. */
const DECIDED_MS = 5 * MINUTE_MS;

export const MAX_PAGE_CHARACTERS = 400;

export const pageSchema = z.object({
  id: z.string(),
  /** A user id. */
  by: z.string(),
  /** Says who paged: "Page from Nusrat". */
  title: z.string(),
  /** Where its post goes: a channel, or the user id of `by`. */
  channel: z.string(),
  recipients: z.array(recipientSchema).max(MAX_NAMED),
  escalation: escalationSchema,
  /** The policy whose steps these are, as it was then; null if they are chosen people. */
  policy: policyRefSchema.nullable(),
  createdAt: z.number(),
});
export type Page = z.infer<typeof pageSchema>;

/** A page as a hook: it texts what is critical, until somebody is on it, and has no program that could end it. */
export const hookOf = ({ id, by, title, createdAt, ...page }: Page): Hook => ({
  ...hookDraftSchema.parse({
    ...page,
    name: title,
    severities: ['critical'],
    reminders: false,
    // Nobody but its responder says that it is over, so they aren't asked again in the night.
    acknowledgedMinutes: null,
    link: true,
  }),
  id,
  createdBy: by,
  createdAt,
  revokedAt: null,
});

/**
 * The pages with a new one. Old ones are dropped, and the oldest that are over if there are too many.
 *
 * @param isOpen true if the incident of a page isn't over
 * @returns null if too many are open; the same pages if it is among them
 */
export function withPage(
  before: readonly Page[],
  page: Page,
  { isOpen, now }: { isOpen: (id: string) => boolean; now: number },
): Page[] | null {
  if (before.some(({ id }) => id === page.id)) return [...before];
  const isOn = ({ id, createdAt }: Page): boolean => isOpen(id) || createdAt > now - DECIDED_MS;
  if (before.filter(isOn).length >= MAX_OPEN_PAGES) return null;
  const over = before.filter(each => !isOn(each) && each.createdAt > now - REMEMBERED_MS);
  const room = MAX_PAGES - 1 - before.filter(isOn).length;
  const dropped = new Set(over.slice(0, Math.max(0, over.length - room)));
  return [...before.filter(each => isOn(each) || (over.includes(each) && !dropped.has(each))), page];
}

/**
 * The call of a page. Only a responder, or a week, ends its incident.
 *
 * @param text the person's words after their name, as they are texted
 */
export function callOf(
  { id: hook }: Page,
  { text, callId, at }: { text: string; callId: string; at: number },
): Extract<StoredEvent, { kind: 'call' }> {
  return {
    kind: 'call',
    id: callId,
    hook,
    group: hook,
    alerts: [
      {
        status: 'firing',
        fingerprint: hook,
        occursOnce: true,
        severity: 'critical',
        name: nameFrom(text),
        startsAt: null,
        facts: compact({ ...NO_FACTS, message: text, composed: true }),
      },
    ],
    receivedAt: at,
  };
}
