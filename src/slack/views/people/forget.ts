import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { harmless } from '../../../domain/slack-text.ts';
import { type Wording, wordProblem } from '../../../wording/index.ts';
import { webOf } from '../../access.ts';
import { section } from '../../blocks/elements.ts';
import { ACTION, VIEW } from '../../ids.ts';
import { keptJson } from '../../kept.ts';
import { viewSubmissionSchema } from '../../payloads/interactions.ts';
import { onView } from '../../press.ts';
import type { Services } from '../../services.ts';
import { type Who, whoOf } from '../../who.ts';
import { failureNews } from '../forms/news.ts';
import { formModal, managerProblem, noticeModal, openJudgedModal, showView } from '../modals.ts';
import { type ContactMetadata, contactMetadataSchema } from './form.ts';
import { showList } from './list.ts';

/** "Forget this person…" in a contact's form: says everything that it will do, and asks for confirmation. */
export function registerAskForget(app: App, services: Services): void {
  onView(app, services, ACTION.forgetContact, async press => {
    const { workspace, userId, client } = press;
    const metadata = keptJson(contactMetadataSchema, press.value);
    await openJudgedModal(services, client, press, {
      title: words => words.people.forget.title,
      command: null,
      onTop: true,
      judge: () => managerProblem(services, workspace, userId),
      fill: words => question(services, words, workspace, metadata),
    });
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
  app.view({ callback_id: VIEW.forget, type: 'view_submission' }, async ({ ack, body, context }) => {
    const client = webOf(context);
    const who = whoOf(body);
    const { view } = viewSubmissionSchema.parse(body);
    const metadata = keptJson(contactMetadataSchema, view.private_metadata);
    const words = await services.words.of(who.workspace, who.userId);
    const { title } = words.people.forget;
    const say = (line: string) => noticeModal(title, words.settings.back, line);
    await ack({ response_action: 'update', view: say(words.settings.oneMoment) });
    const line = await judgeAndForget(services, words, who, metadata.seen?.id ?? '');
    await showView(services, client, { viewId: view.id, ...who }, say(line));
    if (metadata.list) await showList(services, client, who, metadata.list);
  });
}

async function judgeAndForget(services: Services, words: Wording, who: Who, id: string): Promise<string> {
  const { workspace, userId } = who;
  try {
    const problem = await managerProblem(services, workspace, userId);
    if (problem) return wordProblem(words, problem);
    const isForgotten = await services.contactBook.forget(workspace, userId, id);
    services.log.info({ workspace, by: userId, isForgotten }, 'somebody is to be forgotten');
    services.forgetter.wake();
    return isForgotten ? words.people.forget.done : wordProblem(words, { kind: 'CONTACT_GONE' });
  } catch (error) {
    services.log.error({ err: error }, 'forgetting somebody failed');
    return failureNews(words, error);
  }
}
