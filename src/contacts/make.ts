import type { Made } from '../kit/feature.ts';
import { PEOPLE_PATH } from '../kit/pages/page-links.ts';
import type { Services } from '../kit/slack/services.ts';
import { createWorkspaceNames } from '../kit/slack/web-api.ts';
import type { DutiesOf } from '../texts/people.ts';
import { STOP_PATH } from '../texts/text-links.ts';
import { createContactBook } from './book.ts';
import { createForgetter } from './forgetter.ts';
import { createContactGroups } from './groups.ts';
import { createImporting, createSortRows } from './importing/importing.ts';
import { createReadFile, createReadInThread, type ReadOne } from './importing/reading/thread.ts';
import { createNeverHash, createNeverInStep, createNeverText } from './never-text.ts';
import { createExportPages } from './pages/export-pages.ts';
import { createImportPages, createUploads } from './pages/import-pages.ts';
import { peopleRoute } from './pages/routes.ts';
import { stopRoute } from './pages/stop.ts';
import { createForgottenNotice } from './slack/form.ts';
import type { ContactServices } from './slack/index.ts';

/** How much of files that are on their way may be held together. */
const FILES_BYTES = 32 * 1024 * 1024;
/** Presses are a few bytes each. */
const PRESSES_BYTES = 1024 * 1024;

declare module '../kit/ground.ts' {
  interface Outside {
    /** Reads one of people's files. */
    readFile: ReadOne;
  }
}

/** Whom a workspace knows, and who must not be texted. */
export function make(services: Services): Made<ContactServices> {
  const { storage, added, config, outside, door, visits, readBody, clock, newId, log, logSparingly } =
    services;
  const { access, sealer, settings, people, poster, words, languages, audit, stopLinks, wake } = services;
  const { documents, revisions, contacts, imports, forgetting, isShared } = storage;

  const neverHash = createNeverHash({ documents, revisions, sealer });
  const kept = { documents, contacts, neverHash, settings, audit, clock, newId };
  const neverText = createNeverText(kept);
  const duties: DutiesOf = async workspace => (await added.duties?.(workspace)) ?? [];
  const contactBook = createContactBook({ ...kept, duties });
  const contactGroups = createContactGroups({ ...kept, duties });
  const importing = createImporting({ imports, isShared, clock, newId, log });
  const sortRows = createSortRows({ contacts, neverText });
  const readFile = createReadFile(
    outside.readFile ?? createReadInThread(error => log.error({ err: error }, 'reading a file failed')),
  );
  const forgetter = createForgetter({
    ...{ forgetting, imports, settings, wake, isShared, clock, log },
    forgets: () => added.forgets ?? [],
    contents: () => added.inboxContents,
    tell: createForgottenNotice({ poster, words, log }),
  });
  return {
    services: {
      ...{ contacts, contactGroups, contactBook, neverText, importing, sortRows, readFile, forgetter },
    },
    adds: () => ({
      keepers: [{ feature: 'contacts', isOurs: true, chosen: contactGroups.chosen }],
      book: { ...contactGroups, one: contactBook.one, withNumbers: contacts.withNumbers },
      never: { of: neverText.of, inStep: createNeverInStep(neverHash) },
      filePages: [createExportPages({ contacts, audit, clock })],
    }),
    works: [importing.worker, forgetter],
    routes: {
      [STOP_PATH]: stopRoute({
        ...{ stopLinks, neverText, visits, clock, words, logSparingly },
        readBody: readBody(PRESSES_BYTES),
        nameOf: createWorkspaceNames({ webFor: access.webFor, clock }),
      }),
      [PEOPLE_PATH]: peopleRoute({
        ...{ door, languages, words, language: config.language, logSparingly },
        importPages: createImportPages({
          ...{ contacts, imports, importing, sortRows, readFile, people },
          // Only who opened a link gets as far as sending a file.
          readBody: readBody(FILES_BYTES),
          uploads: createUploads(),
        }),
        files: () => added.filePages ?? [],
        linkProblem: (may, link) => may(services, link, link),
      }),
    },
  };
}
