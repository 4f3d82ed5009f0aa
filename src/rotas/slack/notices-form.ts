import { z } from 'zod';
import { context, section } from '../../kit/slack/elements.ts';
import { live, radio } from '../../kit/slack/fields.ts';
import type { Form, FormField, FormFields } from '../../kit/slack/form.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Labelled } from '../../kit/words/languages.ts';
import type { Wording, WordsFor } from '../../kit/words/wording.ts';
import { reader } from '../../texts/permissions.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import { type NoticeChoices, WAYS } from '../notice-choices.ts';
import type { PostNotice } from '../notices.ts';
import { teammate } from '../rota.ts';
import { unreachedAmong, unreachedLines } from './form.ts';

/** The rota decides. */
const BY_ROTA = 'rota';

/** "My on-call notices": how the person who opens it hears of their turns. */
export const noticesForm: Form<{ subject: null; current: NoticeChoices; draft: NoticeChoices }> = {
  id: 'on_call_notices',
  openers: { open: () => null },
  subject: z.null(),
  permission: reader,
  requiresLiveFacts: false,
  command: `${COMMAND} oncall`,
  title: words => words.onCallNotices.title,
  submit: words => words.settings.save,
  load: async ({ noticeChoices }, { workspace, userId }) => ({
    current: await noticeChoices.of(workspace, userId),
  }),
  draft: choices => choices,
  head: ({ onCallNotices }) => [section(onCallNotices.intro)],
  fields: words => fields(words),
  async preview(services, { workspace, userId }, words, { draft }) {
    if (!Object.values(draft).includes('text')) return [];
    const rules = await services.settings.shown(workspace);
    const unreached = await unreachedAmong(services, workspace, [teammate(userId)]);
    const warnings = unreachedLines(words, unreached, showingNumbers(rules));
    return [context([words.onCallNotices.cost, ...warnings].join('\n'))];
  },
  version: draft => draft,
  async save({ noticeChoices }, { workspace, userId }, { onCallNotices }, { draft }) {
    await noticeChoices.choose(workspace, userId, draft);
    return { message: onCallNotices.saved };
  },
};

function fields({ onCallNotices: { field, way, byRota } }: Wording): FormFields<NoticeChoices> {
  const ways = WAYS.map(value => ({ value: value as string, label: way[value] }));
  const choice = (label: Labelled): FormField<NoticeChoices['evening']> => ({
    blocks: (id, value) => live(radio(id, label, ways, value)),
    read: (state, id) => ({ value: WAYS.find(value => value === state.choice(id)) ?? 'nothing' }),
  });
  return {
    evening: choice(field.evening),
    handOver: {
      blocks: (id, value) =>
        live(radio(id, field.handOver, [{ value: BY_ROTA, label: byRota }, ...ways], value ?? BY_ROTA)),
      read: (state, id) => ({ value: WAYS.find(value => value === state.choice(id)) ?? null }),
    },
    monday: choice(field.monday),
  };
}

/** Posts a notice to the person, with what to press to get other ones. */
export function createPostNotice(deps: {
  poster: Pick<Poster, 'post'>;
  words: Pick<WordsFor, 'of'>;
}): PostNotice {
  return async (workspace, userId, kind, turns) => {
    const { onCallNotices } = await deps.words.of(workspace, userId);
    const named = turns.map(turn => ({ ...turn, rota: harmless(turn.rota, 60) }));
    const text = onCallNotices.message[kind](named);
    return deps.poster.post(workspace, userId, noticeMessage(text, onCallNotices.change));
  };
}

const noticeMessage = (text: string, change: string): Message => ({
  text,
  blocks: [section(text), context(change)],
});
