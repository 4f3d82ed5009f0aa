import type { AuditEntry } from '../../domain/audit.ts';
import {
  EVENT_IDENTITIES,
  EVENT_IDENTITY_LISTS,
  EVENT_LISTS,
  EVENTS,
  INBOX_LISTS,
  INBOX_STATES,
  INBOXES,
} from '../alerts/model.ts';
import { ASIDE, ASIDE_LISTS } from '../aside.ts';
import { BROADCAST_LISTS, BROADCASTS, CHUNK_LISTS, CHUNKS } from '../broadcasts/model.ts';
import { FORGETTING_LISTS, FORGETTINGS, LEAVING } from '../contacts/forgetting-model.ts';
import { IMPORT_LISTS, IMPORTS, PIECE_LISTS, PIECES } from '../contacts/imports-model.ts';
import {
  CONTACT_LISTS,
  CONTACTS,
  DIRECTORY,
  DIRECTORY_LISTS,
  GROUP_LISTS,
  GROUPS,
  STOP_LISTS,
  STOPS,
  TAKEN,
  TAKEN_LISTS,
} from '../contacts/model.ts';
import { DOCUMENT_LISTS, DOCUMENTS } from '../documents.ts';
import { SCHEDULE_LISTS, SCHEDULES } from '../schedules/model.ts';
import { removeListed, type Store, type Tx } from '../store.ts';
import { TEMPLATE_LISTS, TEMPLATES } from '../templates/store.ts';
import { removeIntent } from '../texts/history.ts';
import { TEXT_LINK_LISTS, TEXT_LINKS } from '../texts/links.ts';
import { IDENTITIES, IDENTITY_LISTS, INTENT_LISTS, INTENTS, REPORT_LISTS, REPORTS } from '../texts/model.ts';
import { USAGE, USAGE_LISTS, WORKSPACES } from '../texts/usage.ts';
import {
  AUDIT,
  AUDIT_KEPT,
  AUDIT_LISTS,
  type Audit,
  DELETION_LISTS,
  DELETIONS,
  type ScheduledDeletions,
} from './model.ts';
import { LINK_LISTS, LINKS } from './page-links.ts';

export function createAudit(store: Store, newId: () => string): Audit {
  return {
    record: (workspace, entry) => store.change(tx => putAudit(tx, newId, workspace, entry)),
    list: (workspace, limit) =>
      store.read(tx => {
        const entries = tx.readable(AUDIT, { list: AUDIT_LISTS.of(workspace), limit, reverse: true });
        return entries.map(({ entry }) => entry);
      }),
  };
}

/** An entry of the audit log, as part of a step. */
export function putAudit(tx: Tx, newId: () => string, workspace: string, entry: AuditEntry): void {
  tx.insert(AUDIT, { id: newId(), workspace, entry });
  const list = AUDIT_LISTS.of(workspace);
  const over = tx.count(list) + 1 - AUDIT_KEPT;
  if (over > 0) removeListed(tx, AUDIT, { list }, over);
}

/**
 * Workspaces that removed the app, and how their data is deleted. Each step looks whether they are still to be deleted: if the app
 * comes back in between, whatever is there from then on stays.
 */
export function createDeletions(store: Store): ScheduledDeletions {
  return {
    schedule: (workspace, at) =>
      store.change(tx => {
        const before = tx.get(DELETIONS, workspace);
        tx.put(DELETIONS, { id: workspace, forgetAt: Math.min(before?.forgetAt ?? at, at) });
      }),

    cancel: workspace =>
      store.change(tx => {
        if (tx.get(DELETIONS, workspace)) tx.delete(DELETIONS, workspace);
      }),

    async carryOut(now, limit) {
      const [due] = await store.read(tx => tx.list({ list: DELETION_LISTS.due, to: now, limit: 1 }));
      if (!due) return 0;
      const removed = await store.change(tx => {
        const isDue = (tx.get(DELETIONS, due.id)?.forgetAt ?? Number.POSITIVE_INFINITY) <= now;
        return isDue ? removeSome(tx, due.id, limit) : 0;
      });
      if (removed > 0) {
        await store.purge();
        return removed;
      }
      return store.change(tx => {
        if (tx.get(DELETIONS, due.id)) tx.delete(DELETIONS, due.id);
        return 1;
      });
    },
  };
}

/** Removes some of each kind of a workspace's data; returns how many things. */
function removeSome(tx: Tx, workspace: string, limit: number): number {
  let removed = 0;
  const age = INTENT_LISTS.age(workspace);
  const intents = tx.look(INTENTS, { list: age, limit });
  for (const entry of intents.unreadable) tx.discard(INTENTS, { ...entry, list: age });
  for (const entry of intents.gone) tx.leave(age, entry);
  removed += intents.unreadable.length;
  for (const intent of intents.records) {
    if (removed >= limit) break;
    removed += removeListed(tx, REPORTS, { list: REPORT_LISTS.ofIntent(intent.id) }, limit);
    removed += removeIntent(tx, intent, limit - removed);
  }
  for (const inbox of tx.readable(INBOXES, { list: INBOX_LISTS.of(workspace), limit })) {
    removed += removeListed(tx, EVENTS, { list: EVENT_LISTS.in(inbox.id) }, limit);
    if (tx.get(INBOX_STATES, inbox.id)) tx.delete(INBOX_STATES, inbox.id);
    tx.delete(INBOXES, inbox.id);
    removed += 1;
  }
  removed += removeListed(tx, IDENTITIES, { list: IDENTITY_LISTS.age(workspace) }, limit);
  removed += removeListed(tx, EVENT_IDENTITIES, { list: EVENT_IDENTITY_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, ASIDE, { list: ASIDE_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, DOCUMENTS, { list: DOCUMENT_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, AUDIT, { list: AUDIT_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, CHUNKS, { list: CHUNK_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, BROADCASTS, { list: BROADCAST_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, PIECES, { list: PIECE_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, IMPORTS, { list: IMPORT_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, SCHEDULES, { list: SCHEDULE_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, LINKS, { list: LINK_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, USAGE, { list: USAGE_LISTS.days(workspace) }, limit);
  removed += removeListed(tx, DIRECTORY, { list: DIRECTORY_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, CONTACTS, { list: CONTACT_LISTS.numbers(workspace) }, limit);
  removed += removeListed(tx, STOPS, { list: STOP_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, GROUPS, { list: GROUP_LISTS.names(workspace) }, limit);
  removed += removeListed(tx, TAKEN, { list: TAKEN_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, TEMPLATES, { list: TEMPLATE_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, TEXT_LINKS, { list: TEXT_LINK_LISTS.of(workspace) }, limit);
  removed += removeListed(tx, FORGETTINGS, { list: FORGETTING_LISTS.of(workspace) }, limit);
  if (tx.get(LEAVING, workspace)) tx.delete(LEAVING, workspace);
  if (tx.get(WORKSPACES, workspace)) {
    tx.delete(WORKSPACES, workspace);
    removed += 1;
  }
  return removed;
}
