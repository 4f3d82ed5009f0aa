import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { OPEN_IMPORT } from '../../contacts/slack/import.ts';
import type { LocalNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import { actions, button, context } from '../../kit/slack/elements.ts';
import { channel, radio, typed } from '../../kit/slack/fields.ts';
import type { Form, FormFields } from '../../kit/slack/form.ts';
import { MAX_INPUT } from '../../kit/slack/limits.ts';
import { COMMAND, type Permission } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { MAX_TEMPLATE_TEXT } from '../../templates/service.ts';
import { sampleOf } from '../../templates/slack/form.ts';
import { template } from '../../templates/slack/options.ts';
import { measure } from '../../texts/draft.ts';
import { messageProblem } from '../../texts/message.ts';
import { escapeBraces } from '../../texts/parse/placeholders.ts';
import { parseRecipients } from '../../texts/parse/recipient-list.ts';
import { sender } from '../../texts/permissions.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { type SignOff, signOffIn } from '../../texts/sign-off.ts';
import { nameIn } from '../../texts/slack/compose/form.ts';
import { recipients, recipientsIn } from '../../texts/slack/compose/recipients-field.ts';
import { messageLines } from '../../texts/slack/compose/view.ts';
import { fieldSentence } from '../../texts/slack/field-sentence.ts';
import { BROADCAST_KINDS, type BroadcastKind, type BroadcastRequest, MAX_NAMED } from '../broadcast.ts';
import { fromProblem, fromSchema, type InitialContent, initialContent } from './begun.ts';
import { FORM } from './ids.ts';
import { saveBroadcast } from './submit.ts';

/** The kinds that the search field offers. All others stand in the field for numbers. */
const SEARCHABLE: readonly Recipient['kind'][] = ['group', 'contact', 'teammate', 'usergroup'];

type BroadcastDraft = {
  to: Recipient[];
  pasted: string;
  /** Null until the author chooses, because a promotion sent as a service text would go out at night. */
  kind: BroadcastKind | null;
  /** Empty for a direct message to the author. */
  channel: string;
  template: { id: string; name: string } | null;
  message: string;
};

/**
 * The content that a form starts with, the channel where it was opened, and the id of the template that was last put into its
 * message.
 */
const subjectSchema = z.object({
  from: fromSchema.nullable(),
  channel: z.string(),
  putIn: z.string().nullable(),
});
type Subject = z.infer<typeof subjectSchema>;

/** An empty form. @param channel where it was opened */
export const newIn = (channel: string): Subject => ({ from: null, channel: channelOf(channel), putIn: null });

const beginning =
  (kind: NonNullable<Subject['from']>['kind']) =>
  (id: string): Subject => ({
    ...newIn(''),
    from: { kind, id },
  });

/**
 * The channel if it is one; otherwise empty, because Slack's field accepts no direct messages. Empty: a direct
 * message to the author.
 */
const channelOf = (id: string): string => (/^[CG]/.test(id) ? id : '');

const permission: Permission<Subject> = async (services, user, { from }) =>
  (from && (await fromProblem(services, user, from))) ?? sender(services, user, null);

/** The form for a new broadcast. To change a broadcast in review, the form makes another that replaces it. */
export const broadcastForm: Form<{
  subject: Subject;
  current: InitialContent | null;
  draft: BroadcastDraft;
}> = {
  ...FORM,
  openers: { new: () => newIn(''), as: beginning('intent') },
  replaceOpener: { way: 'change', of: beginning('broadcast') },
  subject: subjectSchema,
  permission,
  requiresLiveFacts: false,
  command: `${COMMAND} broadcast`,
  title: ({ broadcasts }) => broadcasts.title,
  submit: ({ broadcasts }) => broadcasts.toReview,
  cancel: ({ link }) => link.cancel,
  meanwhile: ({ broadcasts }) => broadcasts.working(null),
  prepare: async (_services, { channel: at }, subject) => ({
    ...subject,
    channel: subject.channel || channelOf(at),
  }),
  async load(services, user, { from }, { schedules }) {
    if (!from) return { current: null };
    const current = await initialContent(services, user, from);
    // The author can still submit the content.
    return current ? { current } : { current, deleted: schedules.gone };
  },
  draft: (begun, subject) => draftOf(begun, subject.channel),
  fields,
  async follow({ templates }, { workspace, userId }, { subject, draft }) {
    const id = draft.template?.id ?? null;
    if (id === subject.putIn) return null;
    const chosen = id === null ? null : await templates.usable(workspace, userId, id);
    const message = id === null ? '' : (chosen?.text ?? draft.message);
    return { subject: { ...subject, putIn: id }, draft: { ...draft, message } };
  },
  preview: (services, { workspace }, words, { draft }) => previewOf(services, words, workspace, draft),
  async check({ stopLinks, settings }, { workspace }, words, { subject, draft }) {
    const { wrong } = words.broadcasts;
    const named = namedIn(draft).length;
    const problem = wordingProblem(
      draft.message,
      stopLinks.isPossible(),
      signOffIn(await settings.shown(workspace)),
    );
    return {
      to: named === 0 ? wrong.nobody : null,
      pasted: named > MAX_NAMED ? wrong.tooMany(MAX_NAMED) : null,
      template: (draft.template?.id ?? null) === subject.putIn ? null : words.compose.templateComing,
      message: problem && fieldSentence(words, problem),
      kind: draft.kind === null ? wrong.noKind : null,
    };
  },
  save: (services, submitter, words, { subject: { from }, draft }) =>
    saveBroadcast(services, submitter, words, {
      request: requestOf(draft, submitter.userId),
      before: from?.kind === 'broadcast' ? from.id : null,
    }),
};

function draftOf(begun: InitialContent | null, at: string): BroadcastDraft {
  const {
    to = [],
    message = '',
    isTemplate = true,
    kind = null,
    channel: progressChannel = '',
  } = begun ?? {};
  return {
    to: to.filter(recipient => SEARCHABLE.includes(recipient.kind)),
    pasted: fitField(to.flatMap(typedNamesOf)),
    kind,
    channel: channelOf(progressChannel) || at,
    template: null,
    message: isTemplate ? message : escapeBraces(message),
  };
}

/** Fills the form with the content of the form for one text. */
export const draftWith = (
  {
    to,
    message,
    template: chosen,
  }: { to: Recipient | null; message: string } & Pick<BroadcastDraft, 'template'>,
  at: string,
): BroadcastDraft => ({
  ...draftOf({ to: to ? [to] : [], message, isTemplate: true }, channelOf(at)),
  template: chosen,
});

/** Fills the form for some recipients, whose message may have placeholders. */
export const draftTo = (to: readonly Recipient[], message: string): BroadcastDraft =>
  draftOf({ to: [...to], message, isTemplate: true }, '');

/** Removes leading zeros if needed to fit, because numbers without them can be read too, and some may have been typed that way. */
function fitField(lines: readonly string[]): string {
  const text = lines.join('\n');
  return text.length <= MAX_INPUT ? text : text.replace(/^0(?=1)/gmu, '');
}

function typedNamesOf(recipient: Recipient): string[] {
  if (recipient.kind === 'number') return [recipient.number];
  if (recipient.kind === 'named') return [recipient.name];
  return recipient.kind === 'unreadable' ? [recipient.typed] : [];
}

/** The message comes last, so that its preview is right below it. */
function fields(words: Wording): FormFields<BroadcastDraft> {
  const { field, fromFile } = words.broadcasts;
  const kinds = BROADCAST_KINDS.map(value => ({ value, label: field.kind[value] }));
  return {
    to: {
      blocks: (id, to) => recipients(id, field.to, words.search.placeholder, to, true),
      read: (state, id) => ({ value: recipientsIn(state, id) }),
    },
    pasted: {
      blocks: (id, pasted) => [
        typed(id, field.pasted, pasted, { most: MAX_INPUT, lines: true }),
        actions(button({ action: OPEN_IMPORT, label: fromFile.button, value: '' })),
        context(fromFile.hint),
      ],
      read: (state, id) => ({ value: state.text(id) }),
    },
    kind: {
      blocks: (id, kind) => radio(id, field.kind, kinds, kind ?? ''),
      read: (state, id) => ({ value: BROADCAST_KINDS.find(kind => kind === state.choice(id)) ?? null }),
    },
    channel: {
      blocks: (id, value) => channel(id, field.channel, value, true),
      read: (state, id) => ({ value: state.conversation(id) ?? '' }),
    },
    template: {
      blocks: (id, chosen) => template(id, field.template, words.templates.choose, chosen),
      read(state, id) {
        const chosen = state.option(id);
        return { value: chosen ? { id: chosen.value, name: nameIn(chosen) } : null };
      },
    },
    message: {
      blocks: (id, message) =>
        typed(id, field.message, message, { most: MAX_TEMPLATE_TEXT, lines: true, needed: true }),
      read: (state, id) => ({ value: state.text(id) }),
    },
  };
}

function requestOf(draft: BroadcastDraft, userId: string): BroadcastRequest {
  const message = draft.message.trim();
  return {
    to: namedIn(draft),
    message,
    isTemplate: message.includes('{'),
    // The form rejects a submission without a kind. Until then, the stricter one is shown.
    kind: draft.kind ?? 'promotional',
    channel: draft.channel || userId,
    by: userId,
  };
}

const wordingProblem = (message: string, linksWork: boolean, signOff: SignOff): Problem | null =>
  messageProblem({ message: message.trim(), template: true, signOff }, { isField: () => false, linksWork });

/** All recipients of a form, chosen and typed. */
function namedIn({ to, pasted }: Pick<BroadcastDraft, 'to' | 'pasted'>): Recipient[] {
  return [...to, ...parseRecipients(pasted, MAX_NAMED)];
}

/** The text for one person, its cost, and the approximate number of people. Says less while something is unavailable. */
async function previewOf(
  services: Services,
  words: Wording,
  workspace: string,
  draft: BroadcastDraft,
): Promise<KnownBlock[]> {
  const labels = words.broadcasts.preview;
  const text = draft.message.trim();
  const named = namedIn(draft);
  const [count, past] = await Promise.all([
    countOf(services, workspace, named).catch(() => 0),
    services.history.costPerPart(workspace).catch(() => null),
  ]);
  const people = count > 0 ? [context(labels.recipients(count))] : [];
  if (text === '') return [...people, context(labels.nothing)];
  const signOff = signOffIn(await services.settings.shown(workspace));
  const problem = wordingProblem(text, services.stopLinks.isPossible(), signOff);
  if (problem) return [...people, ...messageLines(words, problem, null).map(context)];
  const example = await exampleOf(services, words, workspace, named, { text, signOff });
  return [
    ...people,
    context(labels.example),
    { type: 'section', text: { type: 'plain_text', text: example || '…', emoji: false } },
    ...messageLines(words, null, measure({ message: example }, past)).map(context),
  ];
}

/** The number of people named, without looking them up. */
async function countOf(
  { contacts }: Services,
  workspace: string,
  named: readonly Recipient[],
): Promise<number> {
  const groups = named.flatMap(recipient => (recipient.kind === 'group' ? [recipient.data.id] : []));
  const { sizes } = await contacts.find(workspace, { groups });
  return named.reduce(
    (sum, recipient) => sum + (recipient.kind === 'group' ? (sizes.get(recipient.data.id) ?? 0) : 1),
    0,
  );
}

/** The text for the first recipient with known fields, otherwise for an invented one. */
async function exampleOf(
  services: Services,
  words: Wording,
  workspace: string,
  named: readonly Recipient[],
  { text, signOff }: { text: string; signOff: SignOff },
): Promise<string> {
  const number = await firstOf(services, workspace, named).catch(() => null);
  const numbers = number === null ? [] : [number];
  const checked = await services
    .checkMessage(workspace, { message: text, template: true, signOff }, numbers, 'sample')
    .catch(() => null);
  return (number && checked?.texts.get(number)) || (sampleOf(words, text, services.stopLinks, signOff) ?? '');
}

async function firstOf(
  { contacts }: Services,
  workspace: string,
  named: readonly Recipient[],
): Promise<LocalNumber | null> {
  for (const recipient of named) {
    if (recipient.kind === 'number') return recipient.number;
    if (recipient.kind === 'group') {
      const [first] = (await contacts.members(workspace, recipient.data.id, null, 1)).contacts;
      if (first) return first.number;
    }
    if (recipient.kind === 'contact') {
      const [contact] = (await contacts.find(workspace, { contacts: [recipient.data.id] })).contacts;
      if (contact) return contact.number;
    }
  }
  return null;
}
