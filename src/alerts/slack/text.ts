import type { KnownBlock } from '@slack/types';
import { expectedCost } from '../../kit/credits.ts';
import { showingNumbers } from '../../kit/number.ts';
import { context } from '../../kit/slack/elements.ts';
import type { Form } from '../../kit/slack/form.ts';
import type { Services } from '../../kit/slack/services.ts';
import { keptJson } from '../../kit/slack/state.ts';
import { type Wording, wordLeftOut, wordProblem } from '../../kit/words/wording.ts';
import { measure } from '../../texts/draft.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { recipients, recipientsIn } from '../../texts/slack/compose/recipients-field.ts';
import { shownRecipient } from '../../texts/slack/results.ts';
import { toKey } from '../alert.ts';
import { forAnybody } from '../own-words.ts';
import { phrase, phraseByTemplate } from '../phrase.ts';
import { type AlertsPost, aboutSchema, texter } from './buttons.ts';
import { recipientsError } from './hooks/draft.ts';
import { templateOf } from './hooks/preview.ts';

/** "Text someone else" on a post about alerts: a form that shows what the text says and costs before it is sent. */
export const aboutAlertsForm: Form<{
  about: AlertsPost;
  before: { message: string };
  draft: { to: Recipient[] };
}> = {
  id: 'about_alerts',
  ways: { text: value => keptJson(aboutSchema, value) },
  about: aboutSchema,
  may: texter,
  command: null,
  title: words => words.responding.text.title,
  submit: words => words.responding.text.submit,
  cancel: words => words.link.cancel,
  async load(services, { workspace }, about, words) {
    const message = await messageAbout(services, words, workspace, about);
    return message === null ? { gone: words.responding.text.nothing } : { before: { message } };
  },
  draft: () => ({ to: [] }),
  fields: words => ({
    to: {
      blocks: (id, to) => recipients(id, words.responding.text.field, words.search.placeholder, to),
      read(state, id) {
        const to = recipientsIn(state, id);
        return { value: to, wrong: recipientsError(words, to) };
      },
    },
  }),
  preview: (services, { workspace }, words, { before: { message }, draft }) =>
    textPreview(services, words, workspace, { message, to: draft.to }),
  async save({ responding }, { workspace, userId, origin, at }, words, { about: { hook, post }, draft }) {
    const by = { kind: 'person', userId } as const;
    const act = { act: 'text', hook, which: { post }, by, to: draft.to.map(toKey), at } as const;
    await responding.note(workspace, act, origin);
    return { said: words.responding.text.sent };
  },
};

/** How many people we can't text are named. */
const NAMED = 3;

/** What a text about alerts says, whom it reaches and about what it costs. */
async function textPreview(
  services: Services,
  words: Wording,
  workspace: string,
  { message, to }: { message: string; to: readonly Recipient[] },
): Promise<KnownBlock[]> {
  const { history, reach, settings } = services;
  // Leave out what isn't available right now.
  const [past, found, { maskNumbers }] = await Promise.all([
    history.costPerPart(workspace).catch(() => null),
    to.length > 0 ? reach(workspace, to).catch(() => null) : null,
    settings.of(workspace).catch(() => ({ maskNumbers: true })),
  ]);
  const said = words.hooks.preview;
  const its = measure({ message }, past);
  const numbers = found?.numbers.length ?? 0;
  const cost = past && its && numbers > 0 ? expectedCost(past, its.parts * numbers) : null;
  const show = showingNumbers(maskNumbers);
  return [
    context(words.responding.text.says),
    { type: 'section', text: { type: 'plain_text', text: message || '…', emoji: false } },
    ...(its ? [context(words.compose.measure(its))] : []),
    ...(found?.tooMany ? [context(`:warning: ${wordProblem(words, found.tooMany)}`)] : []),
    ...(found && !found.tooMany ? [context(said.toAll({ numbers, cost }))] : []),
    ...(found?.omitted ?? [])
      .slice(0, NAMED)
      .map(({ who, problem }) =>
        context(said.leftOut({ who: shownRecipient(who, show), because: wordLeftOut(words, problem) })),
      ),
  ];
}

/** The text in the hook's own words, as far as they don't depend on who reads it; null: nothing of them fires any more. */
async function messageAbout(
  services: Services,
  words: Wording,
  workspace: string,
  about: AlertsPost,
): Promise<string | null> {
  const [hooks, statement] = await Promise.all([
    services.hooks.list(workspace),
    services.responding.statement(workspace, about.hook, { post: about.post }),
  ]);
  const hook = hooks.find(({ id }) => id === about.hook);
  if (!hook || !statement) return null;
  const spoken =
    hook.language === null ? await services.words.of(workspace, null) : services.words.in(hook.language);
  const { pieces } = await templateOf(services, words, workspace, hook.template);
  const { alertLinks } = services;
  // The link of each text is as long as this one, and takes room from the words before it.
  const ending = hook.link && alertLinks.isPossible() ? ` ${alertLinks.sample()}` : '';
  const filled = pieces && phraseByTemplate(statement, { name: hook.name, pieces }, spoken, ending);
  const text = filled === null ? null : forAnybody(filled);
  return (text?.trim() ?? phrase(statement, hook, spoken, ending)) + ending;
}
