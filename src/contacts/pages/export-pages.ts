import type { Clock } from '../../kit/clock.ts';
import { ownOf } from '../../kit/own.ts';
import { type FilePages, sendCsv } from '../../kit/pages/file-pages.ts';
import type { PageLink } from '../../kit/pages/magic-links.ts';
import type { Audit } from '../../workspace/audit-log.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import type { Contact } from '../contact.ts';
import type { Contacts } from '../store/store.ts';

const CONTACTS_PER_PAGE = 200;
/** More columns than any list of people has. */
const MAX_COLUMNS = 500;

/** The page and the file with the contacts of a workspace or of one group. Exports are recorded in the audit log. */
export function createExportPages(deps: { contacts: Contacts; audit: Audit; clock: Clock }): FilePages {
  const { contacts, audit, clock } = deps;

  async function* allOf({ workspace, about: group }: PageLink): AsyncGenerator<Contact[]> {
    for (let after: Contact | null = null; ; ) {
      const page: Contact[] = await contacts.listed(workspace, after?.number ?? null, CONTACTS_PER_PAGE);
      if (page.length === 0) return;
      yield page.filter(({ groups }) => group === null || groups.includes(group));
      after = page.at(-1) ?? null;
    }
  }

  async function sizeOf({ workspace, about: group }: PageLink): Promise<number> {
    const stored = await contacts.find(workspace, group === null ? {} : { groups: [group] });
    return group === null ? stored.counts.contacts : (stored.sizes.get(group) ?? 0);
  }

  return {
    purpose: 'export',
    permission: manager,
    refused: ({ pages }) => pages.notAllowed.text,

    async page(link, { pages }) {
      const { title, intro, download } = pages.export;
      return { title, intro: intro(await sizeOf(link)), download };
    },

    async download(link, { pages }, response) {
      const { heading, yes, language } = pages.export;
      const { groups } = await contacts.find(link.workspace, { allGroups: true });
      const names = new Map(groups.map(({ id, name }) => [id, name]));
      const own = new Set<string>();
      for await (const page of allOf(link)) {
        for (const { columns } of page)
          for (const column of Object.keys(columns)) if (own.size < MAX_COLUMNS) own.add(column);
      }
      const people = await sizeOf(link);
      await audit.record(link.workspace, {
        what: 'people_exported',
        people,
        at: clock.wall(),
        by: link.userId,
      });
      const { name, number, language: languageHeading, note, doNotText, groups: ofGroups } = heading;
      const header = [name, number, languageHeading, note, doNotText, ofGroups, ...own];
      const cellsOf = (contact: Contact): string[] => [
        contact.name,
        contact.number,
        contact.language === null ? '' : language[contact.language],
        contact.note,
        contact.doNotText === null ? '' : yes,
        contact.groups.flatMap(id => names.get(id) ?? []).join(', '),
        ...[...own].map(column => ownOf(contact.columns, column) ?? ''),
      ];
      await sendCsv(response, 'contacts', { header, pages: allOf(link), cellsOf });
    },
  };
}
