import type { Problem } from '../../../kit/problem.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Who } from '../../../kit/slack/who.ts';
import { isSameName } from '../../kept-name.ts';
import { leadingNames } from '../../leading-name.ts';
import type { Recipient } from '../../recipient.ts';
import { judgeReader } from '../../sending/policy.ts';
import { commandLike } from '../../typed.ts';

/** The recipient named at the start of a text, and the rest of it. `as`: a contact by its name, where somebody sees whom they chose. */
export type CalledByName =
  | { to: Recipient; as: Recipient; name: string; rest: string }
  /** Nobody is called so, and others nearly: the person is asked whom of them they mean. */
  | { near: string; rest: string }
  | { problem: Problem };

/**
 * The contact, group or rota whose name a text begins with: the longest name that anybody has. Several who have it come back as `named`:
 * the person is asked whom they mean. Names are told to nobody who may not see what the workspace has, as far as that is known
 * without asking Slack.
 *
 * @returns `NUMBER_MISSING` where the workspace keeps no names
 */
export async function addressedByName(services: Services, who: Who, text: string): Promise<CalledByName> {
  const { book, people, settings } = services;
  const { workspace, userId } = who;
  const [facts, rules] = await Promise.all([people.remembered(workspace, userId), settings.of(workspace)]);
  const mayRead = facts !== null && judgeReader({ kind: 'known', facts }, rules) === null;
  if (facts !== null && !mayRead) return { problem: { kind: 'NUMBER_MISSING' } };

  const names = leadingNames(text);
  const called = await book.called(
    workspace,
    names.map(({ name }) => name),
  );
  for (const { name, rest } of names) {
    const contacts = called.contacts.filter(one => isSameName(one.name, name));
    const groups = called.groups.filter(one => isSameName(one.name, name));
    const duties = called.duties.filter(one => isSameName(one.name, name));
    const [[contact], [group], [rota]] = [contacts, groups, duties];
    const one = (to: Recipient, called = name, as = to): CalledByName => ({ to, as, name: called, rest });
    if (contacts.length + groups.length + duties.length > 1) return one({ kind: 'named', name });
    if (contact) {
      const { id, number } = contact;
      return one({ kind: 'number', number }, name, { kind: 'contact', id, label: contact.name });
    }
    if (group) return one({ kind: 'group', id: group.id, label: group.name }, group.name);
    if (rota) return one({ kind: 'rota', id: rota.id, label: rota.name }, rota.name);
  }
  const label = names.at(-1)?.name ?? '';
  const [unreadable] = called.unreadable;
  if (unreadable) return { problem: { kind: 'CONTACT_UNREADABLE', label, id: unreadable } };
  const near = await book.near(
    workspace,
    names.map(({ name }) => name),
  );
  const command = commandLike(text);
  if (near === null || near === 'no names') {
    if (command !== null) return { problem: { kind: 'COMMAND_MISTYPED', command } };
    return {
      problem: near === null ? { kind: 'NAME_UNKNOWN', label, nearest: null } : { kind: 'NUMBER_MISSING' },
    };
  }
  const { name, called: others } = near;
  const rest = names.find(one => one.name === name)?.rest ?? '';
  if (rest !== '') return { near: name, rest };
  const [first] = mayRead ? [...others.contacts, ...others.groups, ...others.duties] : [];
  return { problem: { kind: 'NAME_UNKNOWN', label: name, nearest: first?.name ?? null } };
}
