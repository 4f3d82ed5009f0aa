import { z } from 'zod';
import type { Policy } from '../../../escalations/policy.ts';
import { context } from '../../../kit/slack/elements.ts';
import { live, select, typed } from '../../../kit/slack/fields.ts';
import { type Form, fieldPattern } from '../../../kit/slack/form.ts';
import { COMMAND, type Permission } from '../../../kit/slack/listener.ts';
import { harmless } from '../../../kit/slack-text.ts';
import { ifUnreadable } from '../../../kit/store/errors.ts';
import { wordProblem } from '../../../kit/words/wording.ts';
import { sender } from '../../../texts/permissions.ts';
import { numbersError, recipients, recipientsIn } from '../../../texts/slack/compose/recipients-field.ts';
import { recipientsOf } from '../../../texts/slack/receipt-messages.ts';
import { MAX_OPEN_PAGES, MAX_PAGE_CHARACTERS } from '../../paging/page.ts';
import { recipientsError } from '../hooks/calling.ts';
import { previewFacts } from '../hooks/preview.ts';
import {
  asTexted,
  NEW_PAGE,
  overToday,
  type PageDraft,
  reachOfSteps,
  stepsFor,
  stepsNow,
  wordsOfPage,
} from './plan.ts';
import { pagePreview } from './preview.ts';

const TYPED_CHARACTERS = 40;
const NONE = 'none';

/** The channel in which the form was opened; empty if it was opened by a button elsewhere. */
const subjectSchema = z.object({ channel: z.string() });

/** Whoever may send texts may page. */
const pager: Permission<{ channel: string }> = (services, user, { channel }) =>
  sender(services, user, channel === '' ? null : channel);

/** The form that pages people. It shows who is called when, and what that costs at most, because it may wake somebody. */
export const pageForm: Form<{
  subject: { channel: string };
  current: object;
  draft: PageDraft;
  extras: { policies: readonly Policy[] };
}> = {
  id: 'page_people',
  openers: { open: () => ({ channel: '' }) },
  subject: subjectSchema,
  permission: pager,
  // A page mustn't wait for Slack, like a text to one person.
  requiresLiveFacts: false,
  command: `${COMMAND} page`,
  title: ({ paging }) => paging.title,
  submit: ({ paging }) => paging.submit,
  cancel: words => words.link.cancel,
  load: async () => ({ current: {} }),
  draft: () => NEW_PAGE,
  extras: async ({ policies }, { workspace }) => ({
    policies: await policies.list(workspace).catch(ifUnreadable([])),
  }),
  fields: words => ({
    // Gone with the first input.
    doubt: {
      blocks: (_id, doubt) =>
        doubt ? context(words.paging[doubt.why](harmless(doubt.typed, TYPED_CHARACTERS))) : [],
      read: () => ({ value: null }),
    },
    to: {
      // Empty where a policy is chosen.
      blocks: (id, to, { policies }) =>
        recipients(id, words.paging.field.to, words.search.placeholder, to, policies.length > 0),
      read(state, id) {
        const to = recipientsIn(state, id);
        return { value: to.filter(({ kind }) => kind !== 'unreadable'), error: numbersError(words, to) };
      },
    },
    policy: {
      blocks(id, policy, { policies }) {
        if (policies.length === 0) return [];
        const choices = policies.map(({ id: value, name: label }) => ({ value, label }));
        const { field } = words.paging;
        return live(
          select(
            id,
            field.policy,
            [{ value: NONE, label: field.policy.none }, ...choices],
            policy?.id ?? NONE,
          ),
        );
      },
      read(state, id) {
        const option = state.option(id);
        if (!option || option.value === NONE) return { value: null };
        return { value: { id: option.value, label: option.text?.text ?? '' } };
      },
    },
    message: {
      blocks: (id, message) =>
        typed(id, words.paging.field.message, [...message].slice(0, MAX_PAGE_CHARACTERS).join(''), {
          most: MAX_PAGE_CHARACTERS,
          lines: true,
          needed: true,
        }),
      read(state, id) {
        const message = state.text(id).trim();
        const isWrong = message === '' || [...message].length > MAX_PAGE_CHARACTERS;
        return { value: message, error: isWrong ? words.paging.wrong.message(MAX_PAGE_CHARACTERS) : null };
      },
    },
  }),
  check(_services, _user, words, { draft: { to, policy } }) {
    if (policy === null) return { to: recipientsError(words, to) };
    return { policy: to.length > 0 ? words.paging.wrong.both : null };
  },
  preview: (services, user, words, { subject, draft }) =>
    pagePreview(services, user, words, { channel: subject.channel, ...draft }),
  async save(
    services,
    { workspace, userId, origin },
    words,
    { subject: { channel }, draft: { to, policy, message } },
  ) {
    const [steps, facts, { title, text }] = await Promise.all([
      stepsFor(services, workspace, { to, policy }),
      previewFacts(services, workspace),
      wordsOfPage(services, { workspace, userId }, message),
    ]);
    if (!steps) return { retry: words.hooks.wrong.policyGone, field: 'policy' };
    // The press may be handled again after a page was made, whose texts count by then.
    if (!(await services.pages.has(workspace, origin))) {
      const reach = await reachOfSteps(services, workspace, await stepsNow(services, workspace, steps));
      if (reach.every(({ texts }) => texts === 0)) return { retry: words.paging.wrong.nobody, field: 'to' };
      const over = await overToday(
        services,
        { workspace, userId },
        { texts: reach[0]?.texts ?? 0, text: asTexted(services, text) },
      );
      if (over) return { retry: wordProblem(words, over) };
    }
    const isChannel = /^[CG]/.test(channel);
    const page = { by: userId, title, text, channel: isChannel ? channel : userId, ...steps };
    if ((await services.pages.begin(workspace, page, origin)) === 'too_many')
      return { retry: words.paging.wrong.tooMany(MAX_OPEN_PAGES) };
    const paged = policy ? harmless(policy.label, 60) : recipientsOf(words, { to }, facts.show);
    return { message: words.paging.paged(paged) };
  },
};

export const pageTo = fieldPattern(pageForm, 'to');
