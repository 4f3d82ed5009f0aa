import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeEntities } from '../world/escape.ts';
import {
  allowConsent,
  type ConsentRequest,
  consentRequest,
  installation,
  installer,
  problemOfConsent,
  refuseConsent,
} from '../world/install.ts';
import { findPerson, findWorkspace, type World } from '../world/world.ts';
import { isFromOwnPage, readBody, send } from './respond.ts';

export const CONSENT_PATH = '/oauth/v2/authorize';

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // No form-action: the answer to this form redirects to the app's own address.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The page where a person installs the app in a workspace: GET shows it, POST is Allow or Cancel. */
export async function serveConsent(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const asked = consentRequest(url.searchParams);
  const problem = problemOfConsent(world, asked);
  if (problem) return send(response, 400, refusalPage(problem, asked), PAGE_HEADERS);
  if (request.method !== 'POST') {
    const page = consentPage(world, asked, url, url.searchParams.get('team') ?? '');
    return send(response, 200, page, PAGE_HEADERS);
  }
  if (!isFromOwnPage(request)) return send(response, 403, 'forbidden', {});
  const form = new URLSearchParams(await readBody(request));
  const location = decide(world, asked, form);
  send(response, 302, '', { location });
}

function decide(world: World, asked: ConsentRequest, form: URLSearchParams): string {
  if (form.get('answer') !== 'allow') return refuseConsent(world, asked);
  const workspace = findWorkspace(world, form.get('team') ?? '');
  const user = form.get('user');
  const person = user ? findPerson(workspace, user) : installer(workspace);
  return allowConsent(world, asked, workspace, person.id);
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 30rem; margin: 12vh auto; padding: 0 1rem }
  fieldset { border: 1px solid #8886; border-radius: .5rem; padding: .5rem 1rem }
  label { display: block; padding: .25rem 0 }
  button { font: inherit; padding: .5rem 1.25rem; border: 1px solid #8888; border-radius: .4rem; cursor: pointer }
  button[value=allow] { background: #007a5a; border-color: #007a5a; color: #fff; font-weight: 600 }
`;

/** Asks whether the app may do what it asks for, and in which workspace. */
function consentPage(world: World, asked: ConsentRequest, url: URL, preferred: string): string {
  const name = escaped(world.manifest.display_information.name);
  const workspaces = [...world.workspaces.values()];
  const chosen = world.workspaces.has(preferred) ? preferred : workspaces[0]?.id;
  const choices = workspaces.map(({ id, name: label }) => {
    const mark = id === chosen ? ' checked' : '';
    const note = installation(world, id) ? ' (installed)' : '';
    return `<label><input type="radio" name="team" value="${escaped(id)}"${mark}> ${escaped(label)}${note}</label>`;
  });
  const scopes = asked.scopes.map(scope => `<li><code>${escaped(scope)}</code></li>`);
  return page(
    `Install ${name}`,
    `<h1>${name} wants to join a workspace</h1>
    <form method="post" action="${escaped(url.pathname + url.search)}">
      <fieldset><legend>Workspace</legend>${choices.join('')}</fieldset>
      <p>It will be able to:</p><ul>${scopes.join('')}</ul>
      <button name="answer" value="cancel">Cancel</button>
      <button name="answer" value="allow">Allow</button>
    </form>`,
  );
}

/** The page for a request that nobody can grant. */
function refusalPage(problem: string, asked: ConsentRequest): string {
  const details = problem === 'bad_redirect_uri' ? `<p>redirect_uri: ${escaped(asked.redirectUri)}</p>` : '';
  return page(
    'Something is wrong',
    `<h1>The app can’t be installed</h1><p>${escaped(problem)}</p>${details}`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style>
    <main>${body}</main></html>`;
}

const escaped = (text: string): string => escapeEntities(text).replaceAll('"', '&quot;');
