import type { KnownBlock } from '@slack/types';
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import type { Price } from '../../kit/credits.ts';
import { fold } from '../../kit/name-matching.ts';
import type { Problem } from '../../kit/problem.ts';
import { asIs } from '../../kit/slack/buttons.ts';
import { context } from '../../kit/slack/elements.ts';
import { radio, typed } from '../../kit/slack/fields.ts';
import type { Form, FormFields } from '../../kit/slack/form.ts';
import type { Permission } from '../../kit/slack/listener.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { measure } from '../../texts/draft.ts';
import { messageProblem } from '../../texts/message.ts';
import {
  fillIn,
  hasFallback,
  NAME_KEY,
  type Pieces,
  parsePlaceholders,
  placeholdersIn,
  STOP_KEY,
} from '../../texts/parse/placeholders.ts';
import { reader } from '../../texts/permissions.ts';
import { type SignOff, signOffIn, withSignOff } from '../../texts/sign-off.ts';
import { fieldSentence } from '../../texts/slack/field-sentence.ts';
import type { StopLinks } from '../../texts/text-links.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { MAX_TEMPLATE_NAME, MAX_TEMPLATE_TEXT, MAX_TEMPLATES, type Template } from '../service.ts';

/** Permission to change a template: for its owner, or managers for the workspace's. `own`: a new one of the user's. */
const ownedBy: Permission<{ owner: string | null } | 'own'> = async (services, user, ownership) => {
  if (ownership !== 'own' && ownership.owner === null) return manager(services, user, null);
  return ownership === 'own' || ownership.owner === user.userId
    ? reader(services, user, null)
    : { kind: 'NOT_YOURS' };
};

/**
 * Permission to change the template with this id. One that is gone or another user's is left to the handler, which
 * doesn't find it.
 */
export const templateOwner: Permission<string> = async (services, user, id) => {
  const template = await services.templates.usable(user.workspace, user.userId, id);
  return ownedBy(services, user, template ?? 'own');
};

const MAX_COLUMNS_SHOWN = 20;

type Whose = 'own' | 'workspace';
/** `whose`: null if the form doesn't ask, so that the owner doesn't change. */
type TemplateTyped = { name: string; text: string; whose: Whose | null };

/** The form that creates or changes a template. */
export const templateForm: Form<{
  subject: string | null;
  current: Template | null;
  draft: TemplateTyped;
  /** True if the form asks who can use it. */
  extras: { asksWhose: boolean };
}> = {
  id: 'template',
  openers: { new: () => null, change: asIs },
  subject: z.string().nullable(),
  permission: (permissionFacts, user, id) =>
    id === null ? reader(permissionFacts, user, null) : templateOwner(permissionFacts, user, id),
  async savePermission(permissionFacts, user, { subject: id, draft }) {
    const { workspace, userId } = user;
    if (id !== null) {
      const template = await permissionFacts.templates.usable(workspace, userId, id);
      const wasOwn = template?.owner !== null;
      const moves = draft.whose !== null && (draft.whose === 'own') !== wasOwn;
      return moves ? manager(permissionFacts, user, null) : templateOwner(permissionFacts, user, id);
    }
    return ownedBy(permissionFacts, user, draft.whose === 'workspace' ? { owner: null } : 'own');
  },
  requiresLiveFacts: true,
  command: null,
  title: ({ templates }, id) => templates.formTitle[id === null ? 'make' : 'change'],
  submit: ({ settings }) => settings.save,
  async load({ templates }, { workspace, userId }, id, words) {
    const current = id === null ? null : await templates.usable(workspace, userId, id);
    return id === null || current ? { current } : { deleted: words.templates.gone };
  },
  draft: current => ({
    name: current?.name ?? '',
    text: current?.text ?? '',
    whose: current?.owner === null ? 'workspace' : 'own',
  }),
  async extras(services, { workspace, userId }) {
    const asksWhose = (await manager(services, { workspace, userId }, null)) === null;
    return { asksWhose };
  },
  fields: words => fields(words),
  async preview({ history, stopLinks, book, settings }, { workspace }, words, { draft }) {
    const [past, columns, signOff] = await Promise.all([
      history.costPerPart(workspace).catch(() => null),
      book.columns(workspace).catch(() => null),
      settings.shown(workspace).then(signOffIn),
    ]);
    return [
      ...previewBlocks(words, draft.text, stopLinks, past, { columns, signOff }),
      ...columnsBlock(words, columns ?? []),
    ];
  },
  check({ stopLinks }, _user, words, { draft }) {
    const problem = templateProblem(draft.text, stopLinks.isPossible());
    return problem ? { text: fieldSentence(words, problem) } : {};
  },
  // Leaves out the owner, because some users' form doesn't ask for it.
  version: ({ name, text }) => [name, text],
  changed: ({ templates }) => [templates.changedMeanwhile],
  async save({ templates }, { workspace, userId }, words, { current, draft: { whose: audience, ...typed } }) {
    const templateWords = words.templates;
    const owner = audience === null && current ? current.owner : audience === 'workspace' ? null : userId;
    const seen = current && { id: current.id, at: current.at };
    const name = harmless(typed.name, 60);
    switch (await templates.save(workspace, userId, { owner, ...typed }, seen)) {
      case 'saved':
        return { message: templateWords.saved(name) };
      case 'gone':
        return { message: templateWords.gone };
      case 'taken':
        return { retry: `:warning: ${templateWords.taken(name)}`, field: 'name' };
      case 'too_many':
        return { retry: templateWords.tooMany(owner === null ? MAX_TEMPLATES.workspace : MAX_TEMPLATES.own) };
      case 'changed':
        return { retry: templateWords.changedMeanwhile };
    }
  },
};

function fields({ templates }: Wording): FormFields<TemplateTyped, { asksWhose: boolean }> {
  const { field, wrong } = templates;
  const choices = (['own', 'workspace'] as const).map(value => ({ value, label: field.whose[value] }));
  return {
    name: {
      blocks: (id, name) => typed(id, field.name, name, { most: MAX_TEMPLATE_NAME, needed: true }),
      read(state, id) {
        const name = state.text(id).trim();
        const isWrong = name === '' || name.length > MAX_TEMPLATE_NAME;
        return { value: name, error: isWrong ? wrong.name(MAX_TEMPLATE_NAME) : null };
      },
    },
    text: {
      blocks: (id, text) =>
        typed(id, field.text, text, { most: MAX_TEMPLATE_TEXT, lines: true, needed: true }),
      read(state, id) {
        const text = state.text(id).trim();
        return { value: text, error: textError(wrong, text) };
      },
    },
    whose: {
      blocks: (id, audience, { asksWhose }) =>
        asksWhose ? radio(id, field.whose, choices, audience ?? 'own') : [],
      read(state, id) {
        const audience = state.choice(id);
        return { value: audience === 'workspace' || audience === 'own' ? audience : null };
      },
    },
  };
}

function textError(wrong: Wording['templates']['wrong'], text: string): string | null {
  if (text === '') return wrong.text;
  return text.length > MAX_TEMPLATE_TEXT ? wrong.tooLong(MAX_TEMPLATE_TEXT) : null;
}

/** The problem of a template that every recipient would have; null if there is none. */
const templateProblem = (text: string, linksWork: boolean): Problem | null =>
  messageProblem({ message: text.trim(), template: true }, { isField: () => false, linksWork });

/** A sample text with the workspace's sign-off and all placeholders filled in; null if the template can't be parsed. */
export function sampleOf(
  words: Wording,
  text: string,
  stopLinks: Pick<StopLinks, 'sample'>,
  signOff: SignOff,
): string | null {
  const read = parsePlaceholders(text);
  return read.ok ? sampleText(words, withSignOff(read.pieces, signOff).pieces, stopLinks) : null;
}

/** A sample of a parsed message, with all placeholders filled in. */
export function sampleText(words: Wording, pieces: Pieces, stopLinks: Pick<StopLinks, 'sample'>): string {
  const named = new Map(placeholdersIn(pieces).map(({ key, name }) => [key, name]));
  const sample = fillIn(pieces, key => {
    if (key === NAME_KEY) return words.templates.preview.somebody;
    if (key === STOP_KEY) return stopLinks.sample();
    const name = named.get(key);
    // In parentheses, so that a column's name, perhaps misspelt, isn't taken for its value.
    return name === undefined ? null : `(${name})`;
  });
  return sample.ok ? sample.text.trim() : '';
}

/**
 * A preview of the template while the user types.
 *
 * @param past the last price of a part; null if it is unknown
 * @param about.columns the columns of the workspace's contacts; null if they are unknown
 */
function previewBlocks(
  words: Wording,
  text: string,
  stopLinks: Pick<StopLinks, 'sample' | 'isPossible'>,
  past: Price | null,
  about: { columns: readonly string[] | null; signOff: SignOff },
): KnownBlock[] {
  const { columns, signOff } = about;
  const { preview } = words.templates;
  const read = parsePlaceholders(text.trim());
  if (text.trim() === '') return [context(preview.nothing)];
  const problem = templateProblem(text, stopLinks.isPossible());
  const warning = problem ? [context(`:warning: ${fieldSentence(words, problem)}`)] : [];
  if (!read.ok) return warning;
  const { pieces } = withSignOff(read.pieces, signOff);
  const sample = sampleText(words, pieces, stopLinks);
  const measured = measure({ message: sample }, past);
  const all = placeholdersIn(pieces);
  const lacking = all.filter(({ key }) => columns && !isKnown(key, columns));
  const needs = all.filter(
    placeholder =>
      placeholder.key !== STOP_KEY && !hasFallback(placeholder) && !lacking.includes(placeholder),
  );
  const names = [...new Set(needs.map(({ name }) => harmless(name, 40)))];
  return [
    context(words.compose.arrives),
    { type: 'section', text: { type: 'plain_text', text: sample || '…', emoji: false } },
    ...(measured ? [context(words.compose.measure(measured))] : []),
    ...noColumnLines(words, lacking, columns ?? []).map(context),
    ...(names.length > 0 ? [context(preview.needs(names))] : []),
    ...warning,
  ];
}

/** `book.fieldsAmong` would also know columns that no contact has any more. */
const isKnown = (key: string, columns: readonly string[]): boolean =>
  key === NAME_KEY || key === STOP_KEY || columns.some(column => fold(column) === key);

/** A warning for each placeholder without a column, with the most similar column. */
function noColumnLines(
  { templates }: Wording,
  lacking: readonly { name: string; key: string }[],
  columns: readonly string[],
): string[] {
  const named = new Map(lacking.map(({ key, name }) => [key, name]));
  return [...named].slice(0, MAX_COLUMNS_SHOWN).map(([key, name]) => {
    const far = (column: string): number => distance(fold(column), key);
    const maxFar = Math.floor(key.length / 3);
    const [near] = columns.filter(column => far(column) <= maxFar).toSorted((a, b) => far(a) - far(b));
    const suggestion = near === undefined ? null : harmless(near, 40);
    return templates.preview.noColumn({ column: harmless(name, 40), near: suggestion });
  });
}

/** Lists the possible placeholders. */
function columnsBlock({ templates }: Wording, columns: readonly string[]): KnownBlock[] {
  if (columns.length === 0) return [];
  const names = columns.slice(0, MAX_COLUMNS_SHOWN).map(column => harmless(column, 40));
  return [context(templates.preview.columns({ names, more: columns.length - names.length }))];
}
