import { z } from 'zod';
import type { Credits } from '../../domain/credits.ts';
import { isStoredNumber, type LocalNumber } from '../../domain/number.ts';
import { problemSchema } from '../../domain/problem.ts';
import {
  PRIORITIES,
  type Priority,
  TEXT_STATES,
  type Text,
  type TextState,
  UNCERTAIN_REASONS,
} from '../../domain/text.ts';
import type { Table } from '../records.ts';

const credits = z.custom<Credits>(value => typeof value === 'string').nullable();

const textSchema = z.object({
  id: z.string(),
  intentId: z.string(),
  workspace: z.string(),
  actor: z.string(),
  /** It is reported together with all texts of its intent (see `reportsTogether`). */
  unattended: z.boolean(),
  fingerprint: z.string(),
  priority: z.enum(PRIORITIES),
  number: z.custom<LocalNumber>(isStoredNumber),
  message: z.string(),
  parts: z.int(),
  state: z.enum(TEXT_STATES),
  createdAt: z.int(),
  /** The same moment as a time of day: the text counts on that day. */
  madeAt: z.int(),
  notBefore: z.int(),
  expiresAt: z.int(),
  despiteNever: z.boolean(),
  /** Of a broadcast: whether it goes nowhere for now. Absent: it belongs to none. */
  parked: z.boolean().optional(),
  promotional: z.literal(true).optional(),
  /** Whether the person knows that it waits. */
  told: z.boolean(),
  /** The intent that sent this uncertain text once more. */
  again: z.string().nullable(),
  /** The claim by which it is being sent, or was. */
  claim: z.string().nullable(),
  settledAt: z.int().nullable(),
  logId: z.string().nullable(),
  cost: credits,
  balance: credits,
  problem: problemSchema.nullable(),
  uncertain: z.enum(UNCERTAIN_REASONS).nullable(),
});
export type TextRecord = Readonly<z.infer<typeof textSchema>>;

const LASTING: readonly TextState[] = ['queued', 'sending'];
/** Whether a text is still waiting or being sent. */
export const isLasting = ({ state }: Pick<TextRecord, 'state'>): boolean => LASTING.includes(state);

/** The id of a text. It begins with its intent's id, so that we know whose it is even if it can't be read. */
export const textId = (intentId: string, ordinal: number): string =>
  `${intentId}.${String(ordinal).padStart(5, '0')}`;
/** Of a broadcast's text: its row's index. */
export const rowOfText = (id: string): number => Number(id.slice(id.lastIndexOf('.') + 1));
export const intentIdOfText = (id: string): string => id.slice(0, id.lastIndexOf('.'));

/** The lists and counters of texts. */
export const TEXT_LISTS = {
  /** A key's waiting texts of one priority, by when they may go. */
  queue: (fingerprint: string, priority: Priority): string => `texts.queue ${fingerprint} ${priority}`,
  /** Waiting texts, by when they become too old. */
  expiry: 'texts.expiry',
  /** People's waiting texts that the person doesn't know about yet, by age. */
  untold: 'texts.untold',
  /** A workspace's waiting texts, by age. */
  waiting: (workspace: string): string => `texts.waiting ${workspace}`,
  /** A workspace's waiting texts, by number. */
  waitingFor: (workspace: string): string => `texts.waiting.for ${workspace}`,
  /** A broadcast's waiting texts, parked or not. */
  ofBroadcast: (broadcastId: string): string => `texts.broadcast ${broadcastId}`,
  /** In the order they were planned. */
  ofIntent: (intentId: string): string => `texts.of ${intentId}`,
  /** All texts of a workspace, or of one of its people, by age. */
  history: (workspace: string, actor: string | null): string =>
    actor === null ? `texts.history ${workspace}` : `texts.history ${workspace} ${actor}`,
};
export const TEXT_COUNTERS = {
  state: (state: TextState): string => `texts ${state}`,
  waiting: (workspace: string): string => `waiting ${workspace}`,
};

export const TEXTS: Table<TextRecord> = {
  name: 'text',
  schema: textSchema,
  workspaceOf: text => text.workspace,
  places(text) {
    const { workspace, actor, fingerprint, priority, state, createdAt, parked } = text;
    return [
      { list: TEXT_LISTS.ofIntent(text.intentId), score: createdAt },
      { list: TEXT_LISTS.history(workspace, null), score: createdAt },
      { list: TEXT_LISTS.history(workspace, actor), score: createdAt },
      { counter: TEXT_COUNTERS.state(state) },
      ...(state === 'queued'
        ? [
            { list: TEXT_LISTS.waiting(workspace), score: createdAt },
            { list: TEXT_LISTS.waitingFor(workspace), score: Number(text.number) },
            { counter: TEXT_COUNTERS.waiting(workspace) },
          ]
        : []),
      ...(state === 'queued' && parked !== true
        ? [
            { list: TEXT_LISTS.queue(fingerprint, priority), score: text.notBefore },
            { list: TEXT_LISTS.expiry, score: text.expiresAt },
          ]
        : []),
      ...(state === 'queued' && parked !== undefined
        ? [{ list: TEXT_LISTS.ofBroadcast(text.intentId), score: createdAt }]
        : []),
      ...(state === 'queued' && priority === 'people' && !text.told
        ? [{ list: TEXT_LISTS.untold, score: createdAt }]
        : []),
    ];
  },
};

/** A text in the form in which those who send and show it get it. */
export function toText(record: TextRecord): Text {
  const {
    actor: _actor,
    unattended: _unattended,
    told: _told,
    again: _again,
    claim: _claim,
    parked: _parked,
    ...text
  } = record;
  return text;
}
