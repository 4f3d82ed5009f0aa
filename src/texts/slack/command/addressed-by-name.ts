import type { Problem } from '../../../kit/problem.ts';
import type { Services, UserRef } from '../../../kit/slack/services.ts';
import { isSameName, leadingNames } from '../../parse/name.ts';
import { commandLike } from '../../parse/sms-command.ts';
import type { Recipient } from '../../recipient.ts';
import { readerProblem } from '../../sending/send-policy.ts';

/** The recipient named at the start of a text, and the message after it. `as`: the contact itself, for a form that shows the choice. */
export type AddressedByName =
  | { to: Recipient; as: Recipient; name: string; rest: string }
  /** Only similar names exist: the sender is asked which of them is meant. */
  | { near: string; rest: string }
  | { problem: Problem };

/**
 * Finds the contact, group or rota whose name a text begins with: the longest name that exists. If several have it, the
 * recipient is `named`, and the sender is asked which one is meant. People who may not see the workspace's names learn
 * none, as far as that is known without asking Slack.
 *
 * @returns the problem `NUMBER_MISSING` if the workspace keeps no names, or the user may not see them
 */
export async function addressedByName(
  services: Services,
  user: UserRef,
  text: string,
): Promise<AddressedByName> {
  const { book, people, settings } = services;
  const { workspace, userId } = user;
  const [facts, rules] = await Promise.all([people.remembered(workspace, userId), settings.of(workspace)]);
  const mayRead = facts !== null && readerProblem({ kind: 'known', facts }, rules) === null;
  if (facts !== null && !mayRead) return { problem: { kind: 'NUMBER_MISSING' } };

  const names = leadingNames(text);
  const matches = await book.findByName(
    workspace,
    names.map(({ name }) => name),
  );
  for (const { name, message } of names) {
    const contacts = matches.contacts.filter(contact => isSameName(contact.name, name));
    const groups = matches.groups.filter(group => isSameName(group.name, name));
    const onCallRotas = matches.onCallRotas.filter(rota => isSameName(rota.name, name));
    const [[contact], [group], [rota]] = [contacts, groups, onCallRotas];
    const addressed = (to: Recipient, shown = name, as = to): AddressedByName => ({
      to,
      as,
      name: shown,
      rest: message,
    });
    if (contacts.length + groups.length + onCallRotas.length > 1) return addressed({ kind: 'named', name });
    if (contact) {
      return addressed({ kind: 'number', number: contact.number }, name, contact.as);
    }
    if (group) return addressed(group.as, group.name);
    if (rota) return addressed(rota.as, rota.name);
  }
  const label = names.at(-1)?.name ?? '';
  const [unreadable] = matches.unreadable;
  if (unreadable) return unreadable;
  const near = await book.suggest(
    workspace,
    names.map(({ name }) => name),
  );
  const command = commandLike(text, services.commandWords);
  if (near === null || near === 'no names') {
    if (command !== null) return { problem: { kind: 'COMMAND_MISTYPED', command } };
    return {
      problem: near === null ? { kind: 'NAME_UNKNOWN', label, nearest: null } : { kind: 'NUMBER_MISSING' },
    };
  }
  const { name, called: similar } = near;
  const message = names.find(leading => leading.name === name)?.message ?? '';
  if (message !== '') return { near: name, rest: message };
  const [first] = mayRead ? [...similar.contacts, ...similar.groups, ...similar.onCallRotas] : [];
  return { problem: { kind: 'NAME_UNKNOWN', label: name, nearest: first?.name ?? null } };
}
