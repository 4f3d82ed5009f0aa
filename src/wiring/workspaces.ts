import { createGateway } from '../gateway/client.ts';
import { createComing } from '../rotas/hand-overs.ts';
import { logRefused } from '../sending/dispatcher.ts';
import { accessByInstallation, accessByToken } from '../slack/access.ts';
import { INSTALL_PATH } from '../slack/install/routes.ts';
import { createPoster } from '../slack/kit/posting.ts';
import { createResponseUrlCheck } from '../slack/kit/response-urls.ts';
import { webClientOptions } from '../slack/kit/web-api.ts';
import { createPeople } from '../slack/people.ts';
import { createUserGroups } from '../slack/user-groups.ts';
import { createWords } from '../slack/words.ts';
import { createContactBook } from '../workspaces/contact-book.ts';
import { createContactGroups } from '../workspaces/contact-groups.ts';
import { createHookSecrets } from '../workspaces/hook-secrets.ts';
import { createInstallations } from '../workspaces/installations.ts';
import { createLanguages } from '../workspaces/languages.ts';
import { createLargeGroups } from '../workspaces/large-groups.ts';
import { createLinkedKeys } from '../workspaces/linked-keys.ts';
import { createNeverHash } from '../workspaces/never-hash.ts';
import { createNeverText } from '../workspaces/never-text.ts';
import { createRotas } from '../workspaces/rotas.ts';
import { createSettings } from '../workspaces/settings.ts';
import { createTemplateBook } from '../workspaces/template-book.ts';
import { createAlertLinks, createStopLinks } from '../workspaces/text-links.ts';
import { createUninstall } from '../workspaces/uninstall.ts';
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
    ...{ documents, deletions, claims, queue, audit, gateway, sealer, baseUrl, clock, wake },
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
    words: createWords(languages),
    gateway,
    keys,
    rotas,
    contactGroups: createContactGroups({ contacts, audit, rotas, clock, newId }),
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
