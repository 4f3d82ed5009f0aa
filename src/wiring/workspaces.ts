import { createHookSecrets } from '../alerts/http/hook-callers.ts';
import { createContactBook } from '../contacts/book.ts';
import { createContactGroups } from '../contacts/groups.ts';
import { createLargeGroups } from '../contacts/large-groups.ts';
import { createNeverHash, createNeverText } from '../contacts/never-text.ts';
import { wordingsOf } from '../kit/feature.ts';
import { createPoster, createResponseUrlCheck } from '../kit/slack/posting.ts';
import { webClientOptions } from '../kit/slack/web-api.ts';
import { createRotas } from '../rotas/book.ts';
import { createComing } from '../rotas/hand-overs.ts';
import { createTemplateBook } from '../templates/book.ts';
import { createGateway, createProbe } from '../texts/gateway/client.ts';
import { logRefused } from '../texts/sending/dispatcher.ts';
import { createAlertLinks, createStopLinks } from '../texts/text-links.ts';
import { createInstallations, createUninstall } from '../workspace/installations.ts';
import { createLinkedKeys } from '../workspace/linked-keys.ts';
import { createLanguages, createSettings, createWords } from '../workspace/settings.ts';
import { accessByInstallation, accessByToken } from '../workspace/slack/access.ts';
import { INSTALL_PATH } from '../workspace/slack/install/routes.ts';
import { createPeople } from '../workspace/slack/people.ts';
import { createUserGroups } from '../workspace/slack/user-groups.ts';
import type { Ground } from './ground.ts';

export type Workspaces = ReturnType<typeof wireWorkspaces>;

/**
 * What is known of workspaces: from our store, and from Slack.
 *
 * @param wake called when texts may be sent that couldn't before
 * @param handOvers called when who is on call somewhere may have changed
 */
export function wireWorkspaces(ground: Ground, wake: () => void, handOvers: () => void) {
  const { config, log, time, clock, newId, sealer, storage, publicUrl, hasTextedLinks } = ground;
  const { claims, queue, documents, revisions, deletions, audit, contacts } = storage;
  const { tokens, apiUrl: slackApiUrl } = config.slack;

  const ask = ground.slackFetch;
  const clientOptions = webClientOptions({ slackApiUrl, time, ask, log });
  const installations = createInstallations({ documents, deletions, sealer, clock });
  const access =
    tokens.kind === 'one'
      ? accessByToken(tokens.botToken, clientOptions)
      : accessByInstallation(installations, clientOptions, () => publicUrl() + INSTALL_PATH);
  const { webFor } = access;
  const isSlacks = createResponseUrlCheck(slackApiUrl);
  const settings = createSettings({ documents, revisions, audit, clock });
  const languages = createLanguages({ documents, settings, fallback: config.language });
  const gateway = ground.gateway ?? createGateway({ baseUrl: config.smsBaseUrl, clock });
  const baseUrl = config.smsBaseUrl;
  const keys = createLinkedKeys({
    ...{ documents, deletions, queue, audit, sealer, baseUrl, clock, wake },
    askAbout: createProbe({ claims, gateway, clock }),
    refused: (texts, why) => logRefused(log, texts, why),
  });
  const { inboxes } = storage;
  const coming = createComing({ inboxes, clock, newId, wake: handOvers });
  const rotas = createRotas({ documents, revisions, audit, clock, newId, coming });
  const neverHash = createNeverHash({ documents, revisions, sealer });
  const address = () => (hasTextedLinks() ? publicUrl() : null);
  const textLinks = { links: storage.textLinks, sealer, address, clock };
  const book = { documents, contacts, neverHash, settings, audit, clock, newId };
  return {
    clientOptions,
    installations,
    access,
    isSlacks,
    poster: createPoster({ webFor, isSlacks, time, ask }),
    people: createPeople({ webFor, documents, clock }),
    userGroups: createUserGroups({ webFor, temporary: storage.temporary, clock }),
    settings,
    languages,
    words: createWords(languages, wordingsOf(ground.features)),
    gateway,
    keys,
    rotas,
    contactGroups: createContactGroups({ contacts, audit, duties: rotas.duties, clock, newId }),
    contactBook: createContactBook(book),
    largeGroups: createLargeGroups(book),
    neverHash,
    neverText: createNeverText(book),
    hookSecrets: createHookSecrets({ documents, revisions, sealer }),
    templates: createTemplateBook({ stored: storage.templates, audit, clock, newId }),
    stopLinks: createStopLinks(textLinks),
    alertLinks: createAlertLinks(textLinks),
    uninstall: createUninstall({ installations, keys, deletions, clock }),
  };
}
