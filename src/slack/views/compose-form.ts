import type { Draft } from '../../domain/draft.ts';
import { INPUT } from '../ids.ts';
import { keptJson, Outdated } from '../kept.ts';
import type { PayloadView } from '../payloads/view.ts';
import { recipientIn } from '../recipient-option.ts';
import { type ReplyPlace, replyPlaceSchema } from '../reply-place.ts';

/** A form that makes a text: what stands in it, and where it came from. */
export type ComposeForm = {
  draft: Draft;
  place: ReplyPlace;
  /** How often its message was put in by us. Slack keeps what was typed for as long as ids stay the same. */
  round: number;
};

/** @throws Outdated */
export function readComposeForm(view: PayloadView): ComposeForm {
  const { values } = view.state;
  const recipient = values[INPUT.recipient.block]?.[INPUT.recipient.action];
  if (!recipient) throw new Outdated('A form of an earlier version, with other fields');
  const chosen = recipient.selected_option;
  const messageBlock = Object.keys(values).find(block => block.startsWith(INPUT.message.block)) ?? '';
  return {
    draft: {
      to: chosen ? recipientIn(chosen) : null,
      message: values[messageBlock]?.[INPUT.message.action]?.value ?? '',
    },
    place: keptJson(replyPlaceSchema, view.private_metadata),
    round: roundOf(messageBlock),
  };
}

export const metadataOf = (place: ReplyPlace): string => JSON.stringify(place);

const roundOf = (block: string): number => Number(/\.(\d{1,6})$/.exec(block)?.[1] ?? 0);

/** The id of the block that holds the message. */
export const messageBlockOf = ({ round }: ComposeForm): string =>
  round === 0 ? INPUT.message.block : `${INPUT.message.block}.${round}`;

/** With another message than was typed: a new id for its block, or Slack would keep what stands there. */
export function withMessage(form: ComposeForm, message: string): ComposeForm {
  const { draft, round } = form;
  return message === draft.message ? form : { ...form, draft: { ...draft, message }, round: round + 1 };
}

/** Whether a form is of this version of the app: in one of an earlier one, nothing is shown while people type. */
export const isOfThisVersion = ({ state }: PayloadView): boolean => INPUT.recipient.block in state.values;
