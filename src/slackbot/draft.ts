import { z } from 'zod';
import type { MUTE_HOURS } from '../alerts/mutes.ts';
import { digestOf } from '../kit/json.ts';
import type { UserRef } from '../kit/slack/services.ts';
import type { Documents } from '../kit/store/documents.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import { recipientSchema } from '../texts/recipient.ts';

/* What Slackbot drafts for a person. It waits for that person to look at it; nobody else can, and it does nothing by itself. */

/** A draft of the evening is still there in the morning. */
const DRAFT_MS = 24 * 3_600_000;

const choiceSchema = z.object({ id: z.string(), label: z.string() });

const draftSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), to: recipientSchema.nullable(), message: z.string() }),
  z.object({ kind: z.literal('broadcast'), to: recipientSchema.array(), message: z.string() }),
  /** `policy`: in the place of `to`. */
  z.object({
    kind: z.literal('page'),
    to: recipientSchema.array(),
    policy: choiceSchema.nullable(),
    message: z.string(),
  }),
  /** `hook`: null for alerts of any hook with these labels. `labels`: as people type them; empty for all of the hook's. */
  z.object({
    kind: z.literal('mute'),
    hook: choiceSchema.nullable(),
    labels: z.string(),
    hours: z.literal([1, 2, 4, 8] satisfies (typeof MUTE_HOURS)[number][]),
    reason: z.string(),
  }),
]);
export type SlackbotDraft = z.infer<typeof draftSchema>;

const storedDraftSchema = z.object({ userId: z.string(), draft: draftSchema });

const PREFIX = 'slackbot draft ';
/** A draft's id is only in its person's direct message. */
const keyOf = (id: string): string => PREFIX + digestOf(id);

export type SlackbotDrafts = {
  /** @returns the draft's id, under which its person finds it for a day */
  keep(user: UserRef, draft: SlackbotDraft): Promise<string>;
  /** Null if it has expired, or is another person's. */
  find(user: UserRef, id: string): Promise<SlackbotDraft | null>;
  /** Deletes all drafts of a workspace: an erased person may be in the words of any. */
  dropAll(workspace: string): Promise<void>;
};

export function createSlackbotDrafts(deps: { documents: Documents; newId: () => string }): SlackbotDrafts {
  const { documents, newId } = deps;
  return {
    async keep({ workspace, userId }, draft) {
      const id = newId();
      await documents.set(workspace, keyOf(id), { userId, draft }, DRAFT_MS);
      return id;
    },
    async find({ workspace, userId }, id) {
      const stored = await documents
        .get(workspace, keyOf(id), storedDraftSchema)
        .catch(ifUnreadable(undefined));
      return stored?.userId === userId ? stored.draft : null;
    },
    async dropAll(workspace) {
      const keys = await documents.keys(workspace);
      for (const key of keys.filter(each => each.startsWith(PREFIX))) await documents.delete(workspace, key);
    },
  };
}
