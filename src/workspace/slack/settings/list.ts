import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { actions, button, context, section } from '../../../kit/slack/elements.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import { COMMAND } from '../../../kit/slack/ids.ts';
import { opensList, type PagedList, type Skipped, turned } from '../../../kit/slack/list.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { AuditEntry } from '../../audit.ts';
import type { Settings } from '../../settings.ts';
import { manager } from '../rights.ts';
import { settingForm } from './form.ts';
import { GROUP_NAMES, GROUPS, type GroupName } from './groups.ts';
import { changeLine, settingLine } from './words.ts';

/** How many rows of what a feature adds; more don't fit into a modal beside the settings. */
const PAGE = 50;
const MOST_ROWS = 1000;

/** What a feature lists below the settings, such as groups of contacts. */
export type SettingsPart = {
  /** How many there are, a page of them with what stands above, and what stands below. */
  page(
    words: Wording,
    workspace: string,
    place: (total: number) => { skipped: number; size: number },
  ): Promise<{ total: number; blocks: KnownBlock[]; foot: KnownBlock[] }>;
};

declare module '../../../kit/slack/services.ts' {
  interface Additions {
    settingsPart: SettingsPart;
  }
}

/** `/sms settings`: all current settings, and what a feature lists below, each with a button to change it; for admins and managers. */
export const settingsList: PagedList<Skipped> = {
  id: 'settings',
  title: words => words.settings.title,
  command: `${COMMAND} settings`,
  may: manager,
  place: z.object({ skipped: z.int().min(0).max(MOST_ROWS) }),
  start: () => ({ skipped: 0 }),
  turning: ({ groups }) => groups,
  async page(services, words, { workspace, userId }, place) {
    const [settings, rows, asked] = await Promise.all([
      services.settings.of(workspace),
      services.added.settingsPart?.page(words, workspace, total => ({
        skipped: turned(place, PAGE, total).skipped,
        size: PAGE,
      })),
      services.people.facts(workspace, userId),
    ]);
    const isAdmin = asked.kind === 'known' && asked.facts.admin;
    const names = GROUP_NAMES.filter(name => isAdmin || !GROUPS[name].adminsOnly);
    const { skipped: _, ...around } = turned(place, PAGE, rows?.total ?? 0);
    return {
      ...around,
      blocks: [
        section(words.settings.intro),
        ...names.flatMap(name => settingBlocks(words, settings, name)),
        ...(rows?.blocks ?? []),
      ],
      foot: [
        ...(rows?.foot ?? []),
        actions(button({ action: opensList(auditList), label: words.audit.title })),
      ],
    };
  },
};

function settingBlocks(words: Wording, settings: Settings, name: GroupName): KnownBlock[] {
  const { change, group } = words.settings;
  const lines = GROUPS[name].settings.map(setting => settingLine(words.settings, setting, settings));
  return [
    { type: 'header', text: { type: 'plain_text', text: group[name] } },
    {
      ...section(lines.join('\n')),
      accessory: {
        ...button({ action: openerOf(settingForm, 'change'), label: change, value: name }),
        // Six buttons say "Change"; people with a screen reader are told what.
        accessibility_label: `${change}: ${group[name]}`,
      },
    },
  ];
}

const ENTRIES = 10;
const MOST = 100_000;

/** "Audit log", in the Home tab and in the settings: who changed what, for admins and managers. The newest come first. */
export const auditList: PagedList<Skipped> = {
  id: 'audit',
  title: words => words.audit.title,
  command: `${COMMAND} settings`,
  may: manager,
  place: z.object({ skipped: z.int().min(0).max(MOST) }),
  start: () => ({ skipped: 0 }),
  turning: ({ audit }) => ({ previous: audit.newer, next: audit.older }),
  async page({ audit }, words, { workspace }, place) {
    // One more than is shown tells whether there is an older page.
    const entries = await audit.list(workspace, place.skipped + ENTRIES + 1);
    const { skipped, ...around } = turned(place, ENTRIES, entries.length);
    const shown = entries.slice(skipped, skipped + ENTRIES);
    return {
      ...around,
      blocks: [
        context(words.audit.intro),
        ...(shown.length > 0
          ? shown.map(entry => section(lineOf(words, entry)))
          : [section(words.audit.none)]),
      ],
    };
  },
};

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
