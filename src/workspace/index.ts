import type { CreatedFeature, Feature } from '../kit/feature.ts';
import { LINKS } from '../kit/pages/magic-links.ts';
import { createPictures } from '../kit/slack/pictures.ts';
import { createPoster, createResponseUrlCheck } from '../kit/slack/posting.ts';
import type { Services } from '../kit/slack/services.ts';
import { webClientOptions } from '../kit/slack/web-api.ts';
import { DOCUMENTS } from '../kit/store/documents.ts';
import { QUARANTINE } from '../kit/store/quarantine.ts';
import type { StoreGiven } from '../kit/store/storage.ts';
import { deletionOf, type Store } from '../kit/store/store.ts';
import { workspaceEntries } from './audit.ts';
import { AUDIT, createAudit } from './audit-log.ts';
import { examine } from './examine.ts';
import { createInstallations, INSTALLATION } from './installations.ts';
import { createLinkedKeys, LINKED_KEY } from './linked-keys.ts';
import { reseal } from './reseal-program.ts';
import { createDeletions } from './scheduled-deletions.ts';
import { createSealer, embeddedEncryptionKeys } from './sealing.ts';
import { createLanguages, createSettings, createWords } from './settings.ts';
import { accessByInstallation, accessByToken } from './slack/access.ts';
import { commandWords, listeners, type WorkspaceServices } from './slack/index.ts';
import { createInstallRoutes, INSTALL_PATH, scopesFor } from './slack/install/routes.ts';
import { createWelcome } from './slack/install/welcome.ts';
import { createPeople } from './slack/people.ts';
import { PERMISSION_FACTS } from './slack/permissions.ts';
import { changeLine } from './slack/settings/words.ts';
import { createUserGroups } from './slack/user-groups.ts';
import { createUninstall } from './uninstall.ts';
import { whyNotRestore } from './why-not-restore.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

const persistence = {
  open: (store: Store, { newId, deletions }: StoreGiven) => ({
    audit: createAudit(store, newId),
    deletions: createDeletions(store, deletions),
  }),
  deleteWorkspaceData: deletionOf(QUARANTINE, DOCUMENTS, AUDIT, LINKS),
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof persistence.open> {}
}

function create(services: Services): CreatedFeature<WorkspaceServices> {
  const { config, log, logSparingly, time, clock, storage, externals, publicUrl, extensions } = services;
  const { documents, revisions, deletions, audit, temporary } = storage;
  const { tokens, apiUrl: slackApiUrl } = config.slack;
  const sealer = createSealer(config.encryptionKeys ?? embeddedEncryptionKeys(config.dataDir));
  const ask = externals.slackFetch;
  const clientOptions = webClientOptions({ slackApiUrl, time, ask, log });
  const installations = createInstallations({ documents, deletions, sealer, clock });
  const access =
    tokens.kind === 'one'
      ? accessByToken(tokens.botToken, clientOptions)
      : accessByInstallation(installations, clientOptions, () => publicUrl() + INSTALL_PATH);
  const { webFor } = access;
  const isSlacks = createResponseUrlCheck(slackApiUrl);
  const pictures = createPictures({ temporary, log });
  const poster = createPoster({ webFor, pictures, isSlacks, time, ask });
  const settings = createSettings({ documents, revisions, audit, clock });
  const languages = createLanguages({ documents, settings, fallback: config.language });
  const words = createWords(languages, services.wordings);
  const keys = createLinkedKeys({
    documents,
    deletions,
    audit,
    sealer,
    baseUrl: config.smsBaseUrl,
    clock,
    texts: () => extensions.textsByKey ?? null,
  });
  const welcome = createWelcome({ poster, keys, words, clock, log });
  return {
    services: {
      sealer,
      clientOptions,
      access,
      isSlacks,
      poster,
      pictures,
      settings,
      languages,
      words,
      keys,
      audit,
      people: createPeople({ webFor, documents, clock }),
      userGroups: createUserGroups({ webFor, temporary, clock }),
      uninstall: createUninstall({ installations, keys, deletions, clock }),
      permissionFacts: PERMISSION_FACTS,
    },
    workers: [welcome, { stop: poster.close, isLast: true }],
    routes:
      tokens.kind === 'many'
        ? createInstallRoutes({
            installations,
            publicUrl,
            slackApiUrl,
            scopes: scopesFor(config.slack.forSlackbot),
            clientOptions,
            words,
            log,
            logSparingly,
            language: config.language,
            oauth: tokens,
            installed: welcome.send,
          })
        : {},
  };
}

export const workspace: Feature<'workspace'> = {
  name: 'workspace',
  words: { en, bn },
  audit: {
    kinds: workspaceEntries,
    words: words => ({ ...words.audit.done, setting: entry => changeLine(words.settings, entry) }),
  },
  persistence,
  sealed: { 'linked key': LINKED_KEY, installation: INSTALLATION },
  programs: { reseal },
  examine,
  whyNotRestore,
  create,
  listeners,
  commandWords,
};
