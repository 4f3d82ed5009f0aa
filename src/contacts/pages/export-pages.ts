import type { Clock } from '../../kit/clock.ts';
import { ownOf } from '../../kit/own.ts';
import { type FilePages, sendCsv } from '../../kit/pages/file-pages.ts';
import type { PageLink } from '../../kit/pages/magic-links.ts';
import type { Audit } from '../../workspace/audit-log.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import type { Contact } from '../contact.ts';
import type { Contacts } from '../store/store.ts';

/** How many contacts are read at a time. */
const TOGETHER = 200;
/** More columns than any list of people has. */
const MOST_COLUMNS = 500;

/** The file with a workspace's contacts. What was exported is recorded in the audit log. */
export function createExportPages(deps: { contacts: Contacts; audit: Audit; clock: Clock }): FilePages {
  const { contacts, audit, clock } = deps;

  async function* allOf({ workspace, about: group }: PageLink): AsyncGenerator<Contact[]> {
    for (let after: Contact | null = null; ; ) {
      const page: Contact[] = await contacts.listed(workspace, after?.number ?? null, TOGETHER);
      if (page.length === 0) return;
      yield page.filter(({ groups }) => group === null || groups.includes(group));
      after = page.at(-1) ?? null;
    }
  }

  async function sizeOf({ workspace, about: group }: PageLink): Promise<number> {
    const found = await contacts.find(workspace, group === null ? {} : { groups: [group] });
    return group === null ? found.counts.contacts : (found.sizes.get(group) ?? 0);
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
          for (const column of Object.keys(columns)) if (own.size < MOST_COLUMNS) own.add(column);
      }
      const people = await sizeOf(link);
      await audit.record(link.workspace, {
        what: 'people_exported',
        people,
        at: clock.wall(),
        by: link.userId,
      });
      const { name, number, language: its, note, doNotText, groups: ofGroups } = heading;
      const header = [name, number, its, note, doNotText, ofGroups, ...own];
      const cellsOf = (one: Contact): string[] => [
        one.name,
        one.number,
        one.language === null ? '' : language[one.language],
        one.note,
        one.doNotText === null ? '' : yes,
        one.groups.flatMap(id => names.get(id) ?? []).join(', '),
        ...[...own].map(column => ownOf(one.columns, column) ?? ''),
      ];
      await sendCsv(response, 'contacts', { header, pages: allOf(link), cellsOf });
    },
  };
}
