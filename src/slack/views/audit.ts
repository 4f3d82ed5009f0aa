import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { AuditEntry } from '../../domain/audit.ts';
import { harmless } from '../../domain/slack-text.ts';
import type { Wording } from '../../wording/index.ts';
import { ACTION, COMMAND, VIEW } from '../ids.ts';
import { actions, button, context, section } from '../kit/elements.ts';
import { kept } from '../kit/kept.ts';
import { pageModal } from '../kit/modals.ts';
import { asIs, onView } from '../kit/press.ts';
import { manager } from '../rights.ts';
import type { Services } from '../services.ts';
import { changeLine } from './setting-words.ts';

const PAGE = 10;
const skippedSchema = z.coerce.number().int().min(0).max(100_000);

/** "Audit log", in the Home tab and in the settings: who changed what, for admins and managers. */
export function registerOpenAudit(app: App, services: Services): void {
  onView(app, services, ACTION.openAudit, {
    read: asIs,
    may: manager,
    opens: {
      title: words => words.audit.title,
      command: `${COMMAND} settings`,
      fill: (words, { workspace }) => auditView(services, words, workspace, 0),
    },
  });
}

/** "Older" and "Newer". */
export function registerTurnAudit(app: App, services: Services): void {
  onView(app, services, ACTION.turnAudit, {
    read: value => kept(skippedSchema, value),
    may: manager,
    turns: (words, { workspace }, skipped) => auditView(services, words, workspace, skipped),
  });
}

/** @param skipped how many newer entries come before this page */
async function auditView(
  services: Services,
  words: Wording,
  workspace: string,
  skipped: number,
): Promise<ModalView> {
  // One more than is shown tells whether there is an older page.
  const entries = await services.audit.list(workspace, skipped + PAGE + 1);
  const shown = entries.slice(skipped, skipped + PAGE);
  const turn = (label: string, to: number) => button({ action: ACTION.turnAudit, label, value: String(to) });
  const buttons = [
    ...(skipped > 0 ? [turn(words.audit.newer, Math.max(0, skipped - PAGE))] : []),
    ...(entries.length > skipped + PAGE ? [turn(words.audit.older, skipped + PAGE)] : []),
  ];
  return pageModal({
    id: VIEW.audit,
    title: words.audit.title,
    close: words.link.close,
    blocks: [
      context(words.audit.intro),
      ...(shown.length > 0 ? shown.map(entry => section(lineOf(words, entry))) : [section(words.audit.none)]),
      // Slack accepts an action's id only once in a block.
      ...buttons.map(one => actions(one)),
    ],
  });
}

function lineOf(words: Wording, entry: AuditEntry): string {
  return words.audit.line({ at: entry.at, by: entry.by, what: whatOf(words, entry) });
}

function whatOf(words: Wording, entry: AuditEntry): string {
  switch (entry.what) {
    case 'setting':
      return changeLine(words.settings, entry);
    case 'key_linked':
      return words.audit.keyLinked;
    case 'key_unlinked':
      return words.audit.keyUnlinked(entry.texts);
    case 'hook_made':
      return words.audit.hookMade(harmless(entry.hook, 60));
    case 'hook_changed':
      return words.audit.hookChanged(harmless(entry.hook, 60));
    case 'hook_revoked':
      return words.audit.hookRevoked(harmless(entry.hook, 60));
    case 'rota_made':
      return words.audit.rotaMade(harmless(entry.rota, 60));
    case 'rota_changed':
      return words.audit.rotaChanged(harmless(entry.rota, 60));
    case 'rota_removed':
      return words.audit.rotaRemoved(harmless(entry.rota, 60));
    case 'rota_override':
      return words.audit.rotaOverride({ ...entry, rota: harmless(entry.rota, 60) });
    case 'tried_again':
      return words.audit.triedAgain;
    case 'group':
      return words.settings.changed.list({ ...entry, name: words.audit.group(harmless(entry.name, 40)) });
    case 'contact': {
      const name = entry.name === '' ? null : harmless(entry.name, 40);
      return words.audit.contactNamed({ number: entry.number, name });
    }
    case 'contact_added':
      return words.audit.contactAdded(contactIn(entry));
    case 'contact_changed':
      return words.audit.contactChanged({ contact: contactIn(entry), fields: entry.fields });
    case 'never_text': {
      const contact = contactIn(entry);
      return entry.by === null ? words.audit.stopped(contact) : words.audit.neverText(contact);
    }
    case 'text_again':
      return words.audit.textAgain(contactIn(entry));
    case 'contact_forgotten':
      return words.audit.contactForgotten(entry);
    case 'template_saved':
      return words.audit.templateSaved(harmless(entry.name, 60));
    case 'template_removed':
      return words.audit.templateRemoved(harmless(entry.name, 60));
    case 'people_imported':
      return words.audit.imported({ ...entry, groups: entry.groups.map(name => harmless(name, 40)) });
    case 'import_undone':
      return words.audit.importUndone({ ...entry, groups: entry.groups.map(name => harmless(name, 40)) });
    case 'people_exported':
      return words.audit.exported(entry.people);
    case 'group_removed':
      return words.audit.groupRemoved(harmless(entry.name, 40));
    case 'schedule_changed':
      return words.audit.scheduleChanged(entry);
    case 'broadcast_started':
      return words.audit.broadcastStarted(entry.people);
    case 'broadcast_approved':
      return words.audit.broadcastApproved(entry);
    case 'broadcast_rejected':
      return words.audit.broadcastRejected(entry);
    case 'broadcast_downloaded':
      return words.audit.broadcastDownloaded(entry);
  }
}

/** A contact, by its name if it has one. */
function contactIn({ name, number }: { name: string; number: string }): string {
  return name === '' ? number : `“${harmless(name, 60)}” (${number})`;
}
