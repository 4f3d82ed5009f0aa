import { z } from 'zod';
import type { Documents } from '../kit/store/documents.ts';
import { ifUnreadable } from '../kit/store/errors.ts';

/* How each person hears of their turns. It concerns only them, and only people with a Slack account can choose. */

export const WAYS = ['message', 'text', 'nothing'] as const;
/** A direct message in Slack, a text, or nothing. */
export type NoticeWay = (typeof WAYS)[number];

export const choicesSchema = z.object({
  /** The evening before a turn. */
  evening: z.enum(WAYS),
  /** When a turn begins; null: as the rota says. */
  handOver: z.enum(WAYS).nullable(),
  /** On Monday, for the week. */
  monday: z.enum(WAYS),
});
export type NoticeChoices = z.infer<typeof choicesSchema>;

/** Until a person chooses. */
export const DEFAULT_CHOICES: NoticeChoices = { evening: 'message', handOver: null, monday: 'nothing' };

export type NoticeChoicesOf = {
  /** The defaults if the person's can't be read, so that they still hear of their turns. */
  of(workspace: string, userId: string): Promise<NoticeChoices>;
  choose(workspace: string, userId: string, choices: NoticeChoices): Promise<void>;
};

export function createNoticeChoices({ documents }: { documents: Documents }): NoticeChoicesOf {
  return {
    of: async (workspace, userId) =>
      (await documents
        .get(workspace, documentOf(userId), choicesSchema)
        .catch(ifUnreadable<NoticeChoices | undefined>(undefined))) ?? DEFAULT_CHOICES,
    choose: (workspace, userId, choices) => documents.set(workspace, documentOf(userId), choices),
  };
}

const documentOf = (userId: string): string => `on-call-notices ${userId}`;

/** How a person hears of a hand-over, by their choice, otherwise by the rota's. */
export const handOverWay = ({ handOver }: NoticeChoices, { texts }: { texts: boolean }): NoticeWay =>
  handOver ?? (texts ? 'text' : 'nothing');
