import { z } from 'zod';
import { section } from '../../kit/slack/elements.ts';
import { tick } from '../../kit/slack/fields.ts';
import type { Form } from '../../kit/slack/form.ts';
import { asIs } from '../../kit/slack/press.ts';
import { wordProblem } from '../../kit/words/wording.ts';
import { reviewOf } from './review.ts';
import { broadcastLead } from './rights.ts';

type NotReached = { refused: number; uncertain: number; cancelled: number };

/**
 * "Send to those not reached": says who that is; uncertain ones only by a tick of their own. The new broadcast is shown before
 * anything is sent.
 */
export const againForm: Form<{
  about: string;
  before: NotReached;
  draft: { uncertain: boolean };
  extras: NotReached;
}> = {
  id: 'again',
  ways: { broadcast: asIs },
  about: z.string(),
  may: broadcastLead,
  command: null,
  title: ({ progress }) => progress.again.title,
  submit: ({ progress }) => progress.again.submit,
  cancel: words => words.link.cancel,
  meanwhile: ({ progress }) => progress.again.preparing,
  async load({ broadcasts }, { workspace }, id, { progress }) {
    const before = await broadcasts.unreached(workspace, id);
    const { refused, uncertain, cancelled } = before;
    return refused + uncertain + cancelled === 0 ? { gone: progress.again.nobody } : { before };
  },
  draft: () => ({ uncertain: false }),
  extras: async (_services, _who, { before }) => before,
  head: ({ progress }, { before: { refused, cancelled } }) => [
    section(progress.again.intro({ refused, never: cancelled })),
  ],
  fields({ progress }) {
    const { alsoUncertain } = progress.again;
    const field = (count: number) => tick(alsoUncertain, alsoUncertain.option(count));
    return {
      uncertain: {
        ...field(0),
        blocks: (id, ticked, { uncertain }) =>
          uncertain > 0 ? field(uncertain).blocks(id, ticked, null) : [],
      },
    };
  },
  async save(services, submitter, words, { about: id, draft }) {
    const { workspace, userId } = submitter;
    const made = await services.broadcasts.again(workspace, id, userId, draft.uncertain);
    if (!made.ok) return { said: wordProblem(words, made.problem) };
    return { shown: await reviewOf(services, words, submitter, made.broadcast.id) };
  },
};
