import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ErrorCode, type Installation, InstallProvider } from '@slack/oauth';
import type { WebClientOptions } from '@slack/web-api';
import type { SparingLog } from '../../../kit/http/rate-limit.ts';
import { html, pageHeaders, pageSource } from '../../../kit/pages/layout.ts';
import { SLACKBOT_SCOPE } from '../../../kit/slack/slackbot-ids.ts';
import { slackFailure, slackLogger } from '../../../kit/slack/web-api.ts';
import { StorageError } from '../../../kit/store/errors.ts';
import { type Language, preferredLanguage } from '../../../kit/words/languages.ts';
import type { Wording, WordsFor } from '../../../kit/words/wording.ts';
import type { Log } from '../../../log.ts';
import type { Installations, NewInstallation } from '../../installations.ts';

/** The app's scopes. A test compares both manifests with them, and docs/security.md explains each. */
export const BOT_SCOPES: readonly string[] = ['commands', 'chat:write', 'users:read', 'usergroups:read'];

/** @param forSlackbot Slackbot may use the app: its manifest has `mcp_servers` */
export const scopesFor = (forSlackbot: boolean): readonly string[] =>
  forSlackbot ? [...BOT_SCOPES, SLACKBOT_SCOPE] : BOT_SCOPES;

export const INSTALL_PATH = '/slack/install';
export const REDIRECT_PATH = '/slack/oauth_redirect';

/** Installations in progress at once. Limited because anybody can start one, and each calls Slack. */
const MAX_IN_FLIGHT = 20;

type InstallPage = {
  language: Language;
  title: string;
  text: string;
  /** Links for the next step; the first one is the button. */
  links: { label: string; url: string }[];
};

type InstallParts = {
  oauth: { clientId: string; clientSecret: string; stateSecret: string };
  installations: Installations;
  /** Called once for each stored installation. */
  installed: (installation: NewInstallation) => void;
  /** The app's address for browsers, without a trailing slash. */
  publicUrl: () => string;
  slackApiUrl: string | null;
  scopes: readonly string[];
  clientOptions: WebClientOptions;
  words: Pick<WordsFor, 'in'>;
  /** For browsers that prefer neither of our languages. */
  language: Language;
  log: Log;
  logSparingly: SparingLog;
};

/**
 * The two pages of an installation, by Slack's own library: it creates the state, binds it to the browser with a cookie, and
 * exchanges the code. No process keeps state in between, so another process may serve the second page.
 */
export function createInstallRoutes(deps: InstallParts): Record<string, RequestListener> {
  const { oauth, publicUrl, slackApiUrl, scopes, clientOptions, log, logSparingly } = deps;
  let inFlight = 0;
  const again = (words: Wording) => ({ label: words.install.again, url: publicUrl() + INSTALL_PATH });

  /** A provider for each request, because its pages are in the browser's language. */
  function providerFor(language: Language, stored: (installation: NewInstallation) => void): InstallProvider {
    const words = deps.words.in(language).install;
    return new InstallProvider({
      ...oauth,
      clientOptions,
      logger: slackLogger(log),
      ...(slackApiUrl ? { authorizationUrl: new URL('../oauth/v2/authorize', slackApiUrl).href } : {}),
      renderHtmlForInstallPath: url =>
        installPage({ language, ...words.install, links: [{ label: words.add, url }] }),
      installationStore: {
        async storeInstallation(installation) {
          const saved = newInstallation(installation);
          await deps.installations.save(saved);
          stored(saved);
        },
        fetchInstallation: () => Promise.reject(new Error('Installations are read elsewhere')),
      },
    });
  }

  const urlOptions = (request: IncomingMessage) => {
    const team = /[?&]team=(T[A-Z0-9]+)(&|$)/.exec(request.url ?? '')?.[1];
    return {
      scopes: [...scopes],
      redirectUri: publicUrl() + REDIRECT_PATH,
      ...(team ? { teamId: team } : {}),
    };
  };
  const languageOf = (request: IncomingMessage) =>
    preferredLanguage(request.headers['accept-language'], deps.language);

  return {
    [INSTALL_PATH]: onGet(async (request, response) => {
      keepCookiesHere(response);
      const provider = providerFor(languageOf(request), () => undefined);
      await provider.handleInstallPath(request, response, undefined, urlOptions(request));
    }),
    [REDIRECT_PATH]: onGet(async (request, response) => {
      const language = languageOf(request);
      const words = deps.words.in(language);
      const answer = (status: number, page: Omit<InstallPage, 'language'>) =>
        void response.writeHead(status).end(installPage({ language, ...page }));
      let began = false;
      const handled = providerFor(language, deps.installed).handleCallback(request, response, {
        async beforeInstallation() {
          began = inFlight < MAX_IN_FLIGHT;
          if (began) inFlight += 1;
          else answer(STATUS.away, { ...words.install.away, links: [again(words)] });
          return began;
        },
        successAsync: async installation => {
          log.info({ team: installation.team?.id, org: installation.enterprise?.id }, 'installed');
          const page = words.install[installation.isEnterpriseInstall ? 'orgInstalled' : 'installed'];
          answer(200, { ...page, links: waysBack(words, installation) });
        },
        failureAsync: async error => {
          const failure = failureOf(error);
          logSparingly('warn', { err: error, failure }, 'an installation failed');
          answer(STATUS[failure], { ...words.install[failure], links: [again(words)] });
        },
      });
      await handled.finally(() => {
        if (began) inFlight -= 1;
      });
    }),
  };
}

/** Adds SameSite to the library's cookie, so that other sites' requests come without it; the library has no option for that. */
function keepCookiesHere(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, name === 'Set-Cookie' ? `${String(value)}; SameSite=Lax` : value);
}

function installPage({ language, title, text, links }: InstallPage): string {
  const [first, ...further] = links.map(({ label, url }, index) =>
    index === 0 ? html`<a class="button" href="${url}">${label}</a>` : html`<a href="${url}">${label}</a>`,
  );
  return pageSource({
    language,
    title,
    body: html`<p>${text}</p>
${first ? html`<p>${[first, ...further]}</p>` : null}`,
  });
}

/** @throws RotatingTokens if token rotation is on, because replicas would race for each new token */
function newInstallation(installation: Installation): NewInstallation {
  const { bot, team, enterprise, user, isEnterpriseInstall } = installation;
  const owner = isEnterpriseInstall ? enterprise?.id : team?.id;
  if (!owner || !bot) throw new Error('Slack’s answer names no workspace, or no bot');
  if (bot.refreshToken || bot.expiresAt) throw new RotatingTokens('The app has token rotation on');
  return {
    owner,
    orgWide: isEnterpriseInstall ?? false,
    botToken: bot.token,
    botId: bot.id,
    botUserId: bot.userId,
    installedBy: user.id,
  };
}

/** Links to Slack's desktop program and to Slack in the browser. */
function waysBack({ install }: Wording, { team, appId }: Installation): InstallPage['links'] {
  if (!team) return [];
  const where = new URLSearchParams({ ...(appId ? { app: appId } : {}), team: team.id });
  return [
    { label: install.open, url: `slack://open?${new URLSearchParams({ team: team.id })}` },
    { label: install.openInBrowser, url: `https://slack.com/app_redirect?${where}` },
  ];
}

function onGet(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET') {
      response.writeHead(405, { allow: 'GET', 'content-type': 'text/plain' }).end('Only GET\n');
      return;
    }
    pageHeaders(response);
    return serve(request, response);
  };
}

/** The reason of a failed installation, as its page explains it. */
type Failure = 'denied' | 'expired' | 'rotating' | 'away' | 'failed';

const STATUS: Record<Failure, number> = {
  denied: 403,
  expired: 400,
  rotating: 400,
  away: 503,
  failed: 500,
};

/** Thrown for an installation whose tokens expire, which the app refuses. */
class RotatingTokens extends Error {
  override name = 'RotatingTokens';
}

/** Slack's errors for a code that was used or is older than ten minutes. */
const STALE_CODE = new Set([
  'invalid_code',
  'code_already_used',
  'code_expired',
  'oauth_authorization_url_mismatch',
]);

function failureOf(error: Error & { code?: string }): Failure {
  if (error instanceof RotatingTokens) return 'rotating';
  if (error instanceof StorageError) return 'away';
  switch (error.code) {
    case ErrorCode.AuthorizationError:
      return 'denied';
    case ErrorCode.MissingStateError:
    case ErrorCode.InvalidStateError:
      return 'expired';
    case ErrorCode.MissingCodeError:
    case ErrorCode.UnknownError:
      return 'failed';
  }
  const failure = slackFailure(error);
  if (failure.kind === 'away') return 'away';
  return STALE_CODE.has(failure.error) ? 'expired' : 'failed';
}
