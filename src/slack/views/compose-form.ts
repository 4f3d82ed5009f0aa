import { z } from 'zod';
import type { Draft } from '../../domain/draft.ts';
import { type Answer, answerSchema } from '../../domain/intent.ts';
import { INPUT } from '../ids.ts';

/** Where the results of a form's text are posted. Slack keeps it with the form, and hands it to this app alone. */
const placeSchema = answerSchema.omit({ userId: true });
export type Place = z.infer<typeof placeSchema>;

/** A form that makes a text: what stands in it, and where it came from. */
export type ComposeForm = {
  draft: Draft;
  place: Place;
  /** How often its message was put in by us. Slack keeps what was typed for as long as ids stay the same. */
  round: number;
};

/** What of Slack's view is used. */
export const composeViewSchema = z.object({
  id: z.string(),
  hash: z.string(),
  private_metadata: z.string(),
  state: z.object({
    values: z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({ value: z.string().nullish(), selected_user: z.string().nullish() }).partial(),
      ),
    ),
  }),
});

export function readComposeForm(view: z.infer<typeof composeViewSchema>): ComposeForm {
  const { values } = view.state;
  const messageBlock = Object.keys(values).find(block => block.startsWith(INPUT.message.block)) ?? '';
  return {
    draft: {
      number: values[INPUT.number.block]?.[INPUT.number.action]?.value ?? '',
      teammate: values[INPUT.teammate.block]?.[INPUT.teammate.action]?.selected_user ?? null,
      message: values[messageBlock]?.[INPUT.message.action]?.value ?? '',
    },
    place: placeSchema.parse(JSON.parse(view.private_metadata)),
    round: Number(messageBlock.split('.')[1] ?? 0),
  };
}

export const metadataOf = (place: Place): string => JSON.stringify(place);

/** The id of the block that holds the message. */
export const messageBlockOf = ({ round }: ComposeForm): string =>
  round === 0 ? INPUT.message.block : `${INPUT.message.block}.${round}`;

/** In a direct message to the person: for a form that came from no channel. */
export const directly = (userId: string): Place => ({
  responseUrl: null,
  channel: userId,
  threadTs: null,
  threadLink: null,
});

export const answerFor = (userId: string, place: Place): Answer => ({ ...place, userId });

/** With another message than was typed: a new id for its block, or Slack would keep what stands there. */
export function withMessage(form: ComposeForm, message: string): ComposeForm {
  const { draft, round } = form;
  return message === draft.message ? form : { ...form, draft: { ...draft, message }, round: round + 1 };
}
