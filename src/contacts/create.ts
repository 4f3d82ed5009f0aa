import { type CreatedFeature, inboxContentsOf } from '../kit/feature.ts';
import { PEOPLE_PATH } from '../kit/pages/magic-links.ts';
import type { Services } from '../kit/slack/services.ts';
import { createWorkspaceNames } from '../kit/slack/web-api.ts';
import { STOP_PATH } from '../texts/text-links.ts';
import { createDoNotTextHash, createDoNotTextInStep, createDoNotTextList } from './do-not-text.ts';
import { createErasureWorker, tellPeopleRemoved } from './erasure-worker.ts';
import { failingNumberWarnings } from './failing-number-warnings.ts';
import { createFieldLookup } from './field-lookup.ts';
import { createContactGroups } from './groups.ts';
import { createImporting } from './importing/importing.ts';
import { createReadFile, createReadInThread, type ReadOne } from './importing/reading/thread.ts';
import { createSortRows } from './importing/sort-rows.ts';
import { createExportPages } from './pages/export-pages.ts';
import { createImportPages, createUploads } from './pages/import-pages.ts';
import { peopleRoute } from './pages/routes.ts';
import { stopRoute } from './pages/stop-page.ts';
import { createContactBook } from './service.ts';
import { createErasureNotice } from './slack/erase-form.ts';
import type { ContactServices } from './slack/index.ts';

/** Limit for all uploads that are in memory at a time. */
const FILES_BYTES = 32 * 1024 * 1024;
/** Limit for the bodies of all presses that are in memory at a time. Each has a few bytes. */
const PRESSES_BYTES = 1024 * 1024;

declare module '../kit/infrastructure.ts' {
  interface Externals {
    /** Reads an uploaded file. */
    readFile: ReadOne;
  }
}

/** Contacts, groups and the do-not-text list. */
export function create(services: Services): CreatedFeature<ContactServices> {
  const {
    storage,
    extensions,
    config,
    externals,
    magicLinks,
    visits,
    readBody,
    clock,
    newId,
    log,
    logSparingly,
  } = services;
  const { access, sealer, settings, people, poster, words, languages, audit, stopLinks, onCallRotas, wake } =
    services;
  const { documents, revisions, contacts, imports, erasure, isShared } = storage;

  const doNotTextHash = createDoNotTextHash({ documents, revisions, sealer });
  const deps = { documents, contacts, doNotTextHash, settings, audit, onCallRotas, clock, newId };
  const doNotTextList = createDoNotTextList(deps);
  const contactBook = createContactBook(deps);
  const contactGroups = createContactGroups(deps);
  const importing = createImporting({
    imports,
    isShared,
    clock,
    newId,
    log,
    removed: workspace => tellPeopleRemoved(extensions, workspace),
  });
  const sortRows = createSortRows({ contacts, doNotTextList });
  const readFile = createReadFile(
    externals.readFile ?? createReadInThread(error => log.error({ err: error }, 'reading a file failed')),
  );
  const workspaceName = createWorkspaceNames({ webFor: access.webFor, clock });
  const erasureWorker = createErasureWorker({
    erasure,
    imports,
    settings,
    wake,
    isShared,
    clock,
    log,
    erasers: () => extensions.erasers ?? [],
    contents: inboxContentsOf(services.features),
    tell: createErasureNotice({ poster, words, log }),
  });
  return {
    services: {
      contacts,
      contactGroups,
      contactBook,
      doNotTextList,
      importing,
      sortRows,
      readFile,
      erasureWorker,
      workspaceName,
    },
    extend: () => ({
      book: {
        ...contactGroups,
        one: contactBook.one,
        withNumbers: contacts.withNumbers,
        columns: contacts.columns,
        ...createFieldLookup(contacts),
      },
      doNotText: { of: doNotTextList.of, inStep: createDoNotTextInStep(doNotTextHash) },
      warnings: [failingNumberWarnings({ history: services.history, contacts })],
      filePages: [createExportPages({ contacts, audit, clock })],
    }),
    workers: [importing.worker, erasureWorker],
    routes: {
      [STOP_PATH]: stopRoute({
        stopLinks,
        doNotTextList,
        visits,
        clock,
        words,
        logSparingly,
        readBody: readBody(PRESSES_BYTES),
        nameOf: workspaceName,
      }),
      [PEOPLE_PATH]: peopleRoute({
        magicLinks,
        nameOf: workspaceName,
        languages,
        words,
        language: config.language,
        logSparingly,
        importPages: createImportPages({
          contacts,
          imports,
          importing,
          sortRows,
          readFile,
          people,
          usesOf: services.usesOf,
          // Only people who opened a magic link can send a file.
          readBody: readBody(FILES_BYTES),
          uploads: createUploads(),
        }),
        files: () => extensions.filePages ?? [],
        linkProblem: (permission, link) => permission(services, link, link),
      }),
    },
  };
}
