import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Contact } from '../../../domain/contact.ts';
import { harmless } from '../../../domain/slack-text.ts';
import { type Wording, wordProblem } from '../../../wording/index.ts';
import type { ContactDecided, WantedContact } from '../../../workspaces/contact-decision.ts';
import { versionOf } from '../../../workspaces/contact-decision.ts';
import { isSameName } from '../../../workspaces/number-group.ts';
import { VIEW } from '../../ids.ts';
import { type FormAnswer, onForm, type SubmittedForm } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { managerProblem, noticeModal, showView } from '../../kit/modals.ts';
import { failureNews } from '../../kit/news.ts';
import { stateOf } from '../../kit/state.ts';
import type { Who } from '../../kit/who.ts';
import { adder, manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { addedModal, type ContactMetadata, contactFormWithNews, contactMetadataSchema } from './form.ts';
import { showList } from './list.ts';
import { readContact, type TypedContact } from './read.ts';

/**
 * A submitted contact. Its fields show what is wrong with them; then we ask Slack whether the person may do this right
 * now, and save it unless somebody else changed it meanwhile. Until then, the form stays as it is, with everything that
 * was typed.
 */
export function registerSaveContact(app: App, services: Services): void {
  onForm(app, services, VIEW.contact, {
    may: (judging, who, isNew) => (isNew ? adder : manager)(judging, who, null),
    of: ({ private_metadata }) => keptJson(contactMetadataSchema, private_metadata).seen === null,
    submit: async form => submission(services, form),
  });
}

function submission(services: Services, { who, view, words, client }: SubmittedForm): FormAnswer {
  const read = readContact(words, stateOf(view.state.values));
  if (read.kind === 'wrong') return { answer: { response_action: 'errors', errors: read.errors } };

  const metadata = keptJson(contactMetadataSchema, view.private_metadata);
  const again = (its: ContactMetadata, ...news: string[]) =>
    contactFormWithNews(words, its, view.blocks, ...news);
  const { contact } = read;
  async function carryOut(): Promise<void> {
    const done = await save(services, words, who, contact, metadata);
    const show = (next: ModalView) => showView(services, client, { viewId: view.id, ...who }, next);
    const { title } = words.people;
    switch (done.kind) {
      case 'again':
        return show(again({ ...metadata, seen: done.seen }, done.news));
      case 'said':
        await show(
          metadata.seen
            ? noticeModal(title, words.settings.back, ...done.lines)
            : addedModal(words, done.lines, metadata),
        );
        if (metadata.list) await showList(services, client, who, metadata.list);
    }
  }
  const answer = { response_action: 'update', view: again(metadata, words.settings.oneMoment) } as const;
  return { answer, again: news => again(metadata, news), carryOut };
}

type Submitted =
  | { kind: 'said'; lines: string[] }
  /** Not saved yet; `seen`: what the form replaces if it is submitted again. */
  | { kind: 'again'; seen: ContactMetadata['seen']; news: string };

async function save(
  services: Services,
  words: Wording,
  { workspace, userId }: Who,
  typed: TypedContact,
  { seen }: ContactMetadata,
): Promise<Submitted> {
  try {
    const isManager = (await managerProblem(services, workspace, userId)) === null;
    // People who may only add decide neither whom groups reach nor who is never texted.
    const wanted: WantedContact = {
      ...typed,
      groups: isManager ? (typed.groups ?? []) : [],
      never: isManager && typed.never === true,
    };
    const decided = await services.contactBook.save(workspace, userId, wanted, seen);
    services.log.info({ workspace, by: userId, outcome: decided.kind }, 'a contact was submitted');
    const done = submitted(words, decided, seen);
    if (done.kind === 'said' && decided.kind === 'saved' && (await isShared(services, decided.contact)))
      done.lines.push(words.people.sameName(harmless(decided.contact.name, 60)));
    return done;
  } catch (error) {
    services.log.error({ err: error }, 'saving a contact failed');
    return { kind: 'again', seen, news: failureNews(words, error) };
  }
}

/** Whether another contact has the name too. */
async function isShared({ contacts }: Services, { workspace, id, name }: Contact): Promise<boolean> {
  const found = await contacts.find(workspace, { names: [name], contactsToo: true });
  return found.contacts.some(one => one.id !== id && isSameName(one.name, name));
}

function submitted(words: Wording, decided: ContactDecided, seen: ContactMetadata['seen']): Submitted {
  const { people, settings } = words;
  switch (decided.kind) {
    case 'problem': {
      const because = wordProblem(words, decided.problem);
      if (decided.problem.kind === 'CONTACT_GONE') return { kind: 'again', seen: null, news: because };
      return { kind: 'again', seen, news: settings.notSaved(because) };
    }
    case 'changed': {
      const now = { id: decided.now.id, version: versionOf(decided.now) };
      return { kind: 'again', seen: now, news: people.changedMeanwhile };
    }
    case 'unchanged':
      return { kind: 'said', lines: [people.unchanged] };
    case 'saved': {
      const name = harmless(decided.contact.name, 60);
      return {
        kind: 'said',
        lines: [
          seen ? people.saved(name) : people.added(name),
          ...(decided.stopped ? [people.stoppedBefore] : []),
        ],
      };
    }
  }
}
