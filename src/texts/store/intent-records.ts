import type { ReadResult, Tx } from '../../kit/store/store.ts';
import {
  INTENTS,
  type IntentRecord,
  isMissing,
  isPending,
  type Needed,
  TEXTS,
  type TextRecord,
  textId,
} from './model.ts';

/*
 * Where an intent is stored. An intent has a record of its own while it is open, and also if it was refused or has several
 * texts or rows. A single text carries its intent instead.
 */

const MAX_TEXTS = 1_000_000;

/** The records in which an intent may be. */
export const intentAt = (id: string): Needed[] => [
  [INTENTS, id],
  [TEXTS, textId(id, 0)],
];

/** The indexes of a workspace's intents by age: records of their own, and texts that carry theirs. */
export const intentIndexes = (workspace: string) =>
  [INTENTS.index('byWorkspace', workspace), TEXTS.index('withIntent', workspace)] as const;

/**
 * Returns an intent; null if there is none or it can't be read. Reads the intent's own record first, because an intent only
 * ever moves from there into its text.
 */
export function findIntent(tx: Tx, id: string): IntentRecord | null {
  const [own] = tx.readable(INTENTS, [id]);
  const [text] = own ? [] : tx.readable(TEXTS, [textId(id, 0)]);
  return own ?? (text ? carriedBy(text) : null);
}

/**
 * Like `findIntent`.
 *
 * @throws UnreadableError if the intent's own record can't be read
 */
export const getIntent = (tx: Tx, id: string): IntentRecord | null =>
  findIntent(tx, id) ?? tx.get(INTENTS, id);

/** The intent of a text; null if it is missing or can't be read. */
export const intentOf = (tx: Tx, text: TextRecord): IntentRecord | null =>
  carriedBy(text) ?? tx.readable(INTENTS, [text.intentId])[0] ?? null;

/** An intent's texts in the order they were planned, and their index (a text that carries its intent isn't in it). */
export function textsOf(tx: Tx, id: string, limit = MAX_TEXTS): ReadResult<TextRecord> & { index: string } {
  const index = TEXTS.index('byIntent', id);
  if (isMissing(tx, INTENTS, id)) {
    const first = tx.tryRead(TEXTS, [textId(id, 0)]);
    if (first.records.every(({ carried }) => carried)) return { ...first, index };
  }
  return { ...tx.tryRead(TEXTS, { index, limit }), index };
}

export function putIntent(tx: Tx, record: IntentRecord): void {
  const [text] = isMissing(tx, INTENTS, record.id) ? tx.readable(TEXTS, [textId(record.id, 0)]) : [];
  if (text) tx.put(TEXTS, carrying(text, record));
  else tx.put(INTENTS, record);
}

/** Puts an intent into its only text. */
export function carrying(
  text: TextRecord,
  { intent, posts, problem, omitted, outcomePost }: IntentRecord,
): TextRecord {
  const { id: _id, workspace: _workspace, actor: _actor, message, ...stored } = intent;
  const carriedIntent = message === text.message ? stored : { ...stored, message };
  return { ...text, carried: { intent: carriedIntent, posts, problem, omitted, outcomePost } };
}

/** The intent that a text carries; null if the intent has its own record. */
export function carriedBy(text: TextRecord): IntentRecord | null {
  const { intentId: id, workspace, actor, carried } = text;
  if (!carried) return null;
  const { intent, ...about } = carried;
  return {
    ...about,
    id,
    workspace,
    intent: { ...intent, id, workspace, actor, message: intent.message ?? text.message },
    state: 'planned',
    dueAt: intent.acceptedAt,
    leasedBy: null,
    pending: Number(isPending(text)),
    createdAt: intent.acceptedAt,
  };
}
