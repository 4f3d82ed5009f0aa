import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { harmless } from '../../../domain/slack-text.ts';
import { type Wording, wordProblem } from '../../../wording/index.ts';
import { ACTION, VIEW } from '../../ids.ts';
import { section } from '../../kit/elements.ts';
import { onSubmit } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { formModal, noticeModal } from '../../kit/modals.ts';
import { onView } from '../../kit/press.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { type ContactMetadata, contactMetadataSchema } from './form.ts';
import { showList } from './list.ts';

/** "Forget this person…" in a contact's form: says everything that it will do, and asks for confirmation. */
export function registerAskForget(app: App, services: Services): void {
  onView(app, services, ACTION.forgetContact, {
    read: value => keptJson(contactMetadataSchema, value),
    may: manager,
    opens: {
      title: words => words.people.forget.title,
      command: null,
      fill: (words, { workspace }, metadata) => question(services, words, workspace, metadata),
    },
  });
}

async function question(
  services: Services,
  words: Wording,
  workspace: string,
  metadata: ContactMetadata,
): Promise<ModalView> {
  const { forget } = words.people;
  const [known, { blocklist }] = await Promise.all([
    services.contactBook.one(workspace, metadata.seen?.id ?? ''),
    services.settings.of(workspace),
  ]);
  if (!known)
    return noticeModal(forget.title, words.settings.back, wordProblem(words, { kind: 'CONTACT_GONE' }));
  const { name, number, never } = known.contact;
  const isNever = never !== null || blocklist.includes(number);
  const called = name === '' ? null : harmless(name, 60);
  const lines = [
    forget.intro({ name: called, number }),
    forget.gone,
    forget.kept,
    forget.waiting,
    ...(isNever ? [forget.never] : []),
    forget.slack,
  ];
  return {
    ...formModal({
      id: VIEW.forget,
      title: forget.title,
      submit: forget.submit,
      cancel: words.settings.back,
      blocks: lines.map(section),
    }),
    private_metadata: JSON.stringify(metadata),
  };
}

/**
 * Confirmed. The contact goes at once; the rest is removed step by step, and whoever asked for it is told when that is
 * done.
 */
export function registerForget(app: App, services: Services): void {
  onSubmit(app, services, VIEW.forget, {
    valueOf: ({ private_metadata }) => ({ value: keptJson(contactMetadataSchema, private_metadata) }),
    read: value => keptJson(contactMetadataSchema, value),
    may: manager,
    asksNow: true,
    async carryOut({ contactBook, forgetter, words, log }, press, { seen, list }) {
      const { workspace, userId, client } = press;
      const isForgotten = await contactBook.forget(workspace, userId, seen?.id ?? '');
      log.info({ workspace, by: userId, isForgotten }, 'somebody is to be forgotten');
      forgetter.wake();
      if (list) await showList(services, client, press, list);
      if (!isForgotten) return { kind: 'refused', problem: { kind: 'CONTACT_GONE' } };
      return { kind: 'told', message: { text: (await words.of(workspace, userId)).people.forget.done } };
    },
  });
}
