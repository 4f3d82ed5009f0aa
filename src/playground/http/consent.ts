import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConsentRequest, Consents } from '../world/consents.ts';
import type { Workspace } from '../world/types.ts';
import { findPerson, findWorkspace, type World } from '../world/world.ts';
import { consentPage, refusalPage } from './consent-page.ts';
import { readBody, send } from './respond.ts';
import { isFromOwnPage } from './visitors.ts';

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
  consents: Consents,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const asked = consentRequest(url.searchParams);
  const problem = consents.problemOf(asked);
  if (problem) return send(response, 400, refusalPage(problem, asked), PAGE_HEADERS);
  if (request.method !== 'POST') {
    const page = consentPage(world, asked, url, url.searchParams.get('team') ?? '');
    return send(response, 200, page, PAGE_HEADERS);
  }
  if (!isFromOwnPage(request)) return send(response, 403, 'forbidden', {});
  const form = new URLSearchParams(await readBody(request));
  const location = decide(world, consents, asked, form);
  send(response, 302, '', { location });
}

/** What the app asked for, from the address that it sent the person to. */
export function consentRequest(query: URLSearchParams): ConsentRequest {
  return {
    clientId: query.get('client_id') ?? '',
    scopes: (query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean),
    state: query.get('state') ?? '',
    redirectUri: query.get('redirect_uri') ?? '',
  };
}

function decide(world: World, consents: Consents, asked: ConsentRequest, form: URLSearchParams): string {
  if (form.get('answer') !== 'allow') return consents.refuse(asked);
  const workspace = findWorkspace(world, form.get('team') ?? '');
  const user = form.get('user');
  const person = user ? findPerson(workspace, user) : installer(workspace);
  return consents.allow(asked, workspace, person.id);
}

/** Who installs if nobody is named: an owner, or otherwise an admin. */
export function installer(workspace: Workspace) {
  const people = [...workspace.people.values()];
  const found = people.find(one => one.isOwner) ?? people.find(one => one.isAdmin);
  if (!found) throw new Error(`Nobody in ${workspace.name} may install apps`);
  return found;
}
