import type { KnownBlock } from '@slack/types';
import { actions, button, context, section } from '../../../kit/slack/elements.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import { ACTION } from '../../../kit/slack/ids.ts';
import type { Message } from '../../../kit/slack/message.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Review } from '../../service.ts';
import type { Broadcast } from '../../store/model.ts';

/** How long a reason may be. */
export const MAX_REASON = 300;

/**
 * Asks for somebody's approval, or says what was decided.
 *
 * @param blocks what it will come to
 * @param about.until until when somebody may decide; `decidedAt`: when it was decided; by the time of day
 * @param about.instead the channel where this should have been asked; null: this is it
 */
export function approvalMessage(
  words: Wording,
  { broadcast }: Pick<Review, 'broadcast'>,
  blocks: readonly KnownBlock[],
  about: { to: string; until: number; decidedAt: number | null; instead: string | null },
): Message {
  const { approval } = words;
  const { to, until, decidedAt, instead } = about;
  const { id, ask, size } = broadcast;
  const asks = approval.asks({ author: ask.by, people: size.texts, to, kind: ask.kind });
  const decision = decidedAt === null ? null : decisionLine(words, broadcast, decidedAt);
  return {
    text: decision === null ? asks : `${asks}\n${decision}`,
    blocks: [
      section(asks),
      ...(instead === null || decision !== null ? [] : [context(approval.directly(instead))]),
      ...blocks,
      ...(decision === null
        ? [context(approval.until(until)), actions(...buttons(words, id, size.texts))]
        : [section(decision)]),
    ],
  };
}

function buttons({ approval }: Wording, id: string, people: number) {
  const confirm = { ...approval.confirm, text: approval.confirm.text(people) };
  return [
    button({
      action: ACTION.approveBroadcast,
      label: approval.approve,
      value: id,
      style: 'primary',
      confirm,
    }),
    button({
      action: openerOf({ id: 'reject_broadcast' }, 'ask'),
      label: approval.reject,
      value: id,
      style: 'danger',
    }),
  ];
}

/** @param at when it was decided, by the time of day */
function decisionLine({ approval }: Wording, one: Broadcast, at: number): string {
  const { decided } = approval;
  const { dropped, endedBy, ask } = one;
  if (dropped === null) return decided.approved({ by: one.approval?.by ?? ask.by, at });
  if (dropped === 'expired' || endedBy === null) return decided.expired(at);
  if (dropped === 'author') return decided.dropped({ by: endedBy, at });
  return decided.rejected({ by: endedBy, at, reason: reasonOf(one) });
}

/** What its author is told of the decision; null: they decided it themselves. */
export function authorMessage({ approval }: Wording, one: Broadcast): Message | null {
  const { told } = approval;
  const { dropped, endedBy, size } = one;
  const people = size.texts;
  if (dropped === 'author') return null;
  if (dropped === null) return { text: told.approved({ by: one.approval?.by ?? one.ask.by, people }) };
  if (dropped === 'expired' || endedBy === null) return { text: told.expired({ people }) };
  return { text: told.rejected({ by: endedBy, people, reason: reasonOf(one) }) };
}

function reasonOf({ approval }: Broadcast): string | null {
  const reason = approval?.reason ?? null;
  return reason === null ? null : harmless(reason, MAX_REASON);
}
