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
 * Where an intent is. It has a record of its own while it is open, and if it was refused, has several texts, or rows. A text that
 * is alone carries its intent instead.
 */

/** More than any intent has. */
const MANY = 1_000_000;

/** What is read to find an intent. */
export const intentAt = (id: string): Needed[] => [
  [INTENTS, id],
  [TEXTS, textId(id, 0)],
];

/** The lists of a workspace's intents by age: those with records of their own, and texts that carry theirs. */
export const intentLists = (workspace: string) =>
  [INTENTS.index('byWorkspace', workspace), TEXTS.index('withIntent', workspace)] as const;

/** Null: there is none, or it can't be read. Its own record first: it only ever moves from there into its text. */
export function findIntent(tx: Tx, id: string): IntentRecord | null {
  const [own] = tx.readable(INTENTS, [id]);
  const [text] = own ? [] : tx.readable(TEXTS, [textId(id, 0)]);
  return own ?? (text ? carriedBy(text) : null);
}

/**
 * The same.
 *
 * @throws UnreadableError if its own record can't be read
 */
export const getIntent = (tx: Tx, id: string): IntentRecord | null =>
  findIntent(tx, id) ?? tx.get(INTENTS, id);

/** The intent of a text; null: it isn't there, or can't be read. */
export const intentOf = (tx: Tx, text: TextRecord): IntentRecord | null =>
  carriedBy(text) ?? tx.readable(INTENTS, [text.intentId])[0] ?? null;

/** An intent's texts, in the order they were planned, and the list that they are in unless one is alone. */
export function textsOf(tx: Tx, id: string, limit = MANY): ReadResult<TextRecord> & { index: string } {
  const index = TEXTS.index('byIntent', id);
  if (isMissing(tx, INTENTS, id)) {
    const first = tx.tryRead(TEXTS, [textId(id, 0)]);
    if (first.records.every(({ carried }) => carried)) return { ...first, index };
  }
  return { ...tx.tryRead(TEXTS, { index, limit }), index };
}

/** Writes an intent where it is. */
export function putIntent(tx: Tx, record: IntentRecord): void {
  const [text] = isMissing(tx, INTENTS, record.id) ? tx.readable(TEXTS, [textId(record.id, 0)]) : [];
  if (text) tx.put(TEXTS, carrying(text, record));
  else tx.put(INTENTS, record);
}

/** A text that is alone, with its intent as it is now. */
export function carrying(
  text: TextRecord,
  { intent, posts, problem, omitted, outcomePost }: IntentRecord,
): TextRecord {
  const { id: _id, workspace: _workspace, actor: _actor, message, ...asked } = intent;
  const said = message === text.message ? asked : { ...asked, message };
  return { ...text, carried: { intent: said, posts, problem, omitted, outcomePost } };
}

/** The intent that a text carries; null: the intent has its own record. */
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
