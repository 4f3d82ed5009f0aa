import type { Services } from '../kit/slack/services.ts';
import { shortened } from '../kit/slack-text.ts';
import { isSameName } from '../texts/parse/name.ts';
import { parseRecipients } from '../texts/parse/recipient-list.ts';
import { eachOnce, type Recipient } from '../texts/recipient.ts';

/* Whom an assistant means. What is drafted shows our own names, never those that it gave. */

const MAX_QUOTED = 60;

/** `typed`: what names nobody, and why. */
export type Unclear = { typed: string; why: 'unknown' | 'shared' | 'not_a_number' };
export type Resolved = { to: Recipient[]; unclear: Unclear[] };

/** @param typed numbers, ids of teammates and user groups, and whole names of contacts, groups and rotas */
export async function resolveRecipients(
  services: Pick<Services, 'book' | 'teammates'>,
  workspace: string,
  typed: readonly string[],
): Promise<Resolved> {
  const each = await Promise.all(typed.map(name => resolveOne(services, workspace, name.trim())));
  return {
    to: eachOnce(each.flatMap(({ to }) => to)),
    unclear: each.flatMap(({ unclear }) => unclear),
  };
}

async function resolveOne(
  services: Pick<Services, 'book' | 'teammates'>,
  workspace: string,
  typed: string,
): Promise<Resolved> {
  const named = await byWholeName(services, workspace, typed);
  if (named) return named;
  const [recipient, ...more] = parseRecipients(asMention(typed), 1);
  const unclear = (why: Unclear['why']): Resolved => ({
    to: [],
    unclear: [{ typed: shortened(typed, MAX_QUOTED), why }],
  });
  if (!recipient || more.length > 0) return unclear('unknown');
  switch (recipient.kind) {
    case 'number':
      return { to: [recipient], unclear: [] };
    case 'teammate':
    case 'usergroup': {
      const id = recipient.kind === 'teammate' ? recipient.userId : recipient.id;
      const label = (await services.teammates.names(workspace)).get(id);
      return label === undefined ? unclear('unknown') : { to: [{ ...recipient, label }], unclear: [] };
    }
    case 'unreadable':
      return unclear('not_a_number');
    default:
      return unclear('unknown');
  }
}

/** Ids of teammates and of user groups, as assistants write them. */
const asMention = (typed: string): string => {
  const [, id = ''] = /^@?([UWS][A-Z0-9]{5,30})$/.exec(typed) ?? [];
  if (id === '') return typed;
  return id.startsWith('S') ? `<!subteam^${id}>` : `<@${id}>`;
};

/** The one contact, group or rota with exactly this name; null if there is none. */
async function byWholeName(
  { book }: Pick<Services, 'book'>,
  workspace: string,
  typed: string,
): Promise<Resolved | null> {
  const { contacts, groups, onCallRotas } = await book.findByName(workspace, [typed]);
  const matches = [...contacts, ...groups, ...onCallRotas].filter(({ name }) => isSameName(name, typed));
  const [only, ...more] = matches;
  if (!only) return null;
  return more.length === 0
    ? { to: [only.as], unclear: [] }
    : { to: [], unclear: [{ typed: shortened(typed, MAX_QUOTED), why: 'shared' }] };
}
