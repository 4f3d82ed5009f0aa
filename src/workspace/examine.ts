import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../kit/config.ts';
import {
  clockFinding,
  type Examined,
  type Finding,
  look,
  ok,
  whyUnreachable,
  wrong,
} from '../kit/examination.ts';
import { createInstallations, INSTALLATION } from './installations.ts';
import { sealedDocumentsOf, unopenable } from './resealing.ts';
import { createSealer, existingEncryptionKeys, type Sealer } from './sealing.ts';
import { scopesFor } from './slack/install/routes.ts';

/* The part of `npm run doctor` about Slack and what is sealed. Slack is asked who we are, and nothing is posted. */

const ANSWER_MS = 10_000;
const SLACK_API = 'https://slack.com/api/';
/** Asking Slack about more would take minutes. */
const MAX_ASKED = 20;

export async function examine(about: Examined): Promise<Finding[]> {
  const { config } = about;
  const keys = existingEncryptionKeys(config);
  const sealer = createSealer(keys ?? [randomBytes(32)]);
  return [
    await sealed(about, sealer, keys !== null),
    ...(config.slack.tokens.kind === 'one'
      ? await tokenFindings(about, config.slack.tokens.botToken)
      : await installationFindings(about, sealer)),
    ...(await connection(about)),
    ...(await address(config)),
    look(
      'channels',
      'Slack doesn’t tell which channels the app is in: it has no scope for that',
      'type /invite @SMS where alerts, broadcasts or hand-overs are posted; where a post fails, the log says so',
    ),
  ];
}

async function sealed({ features, storage }: Examined, sealer: Sealer, hasKeys: boolean): Promise<Finding> {
  const name = 'encryption keys';
  const documents = sealedDocumentsOf(features);
  const lost = await unopenable(documents, storage, sealer);
  const [first] = lost;
  if (!first)
    return hasKeys
      ? ok(name, 'they open everything that is sealed')
      : look(name, 'there are none yet', 'the first start makes them');
  const remedy = documents.find(({ kind }) => kind === first.kind)?.remedy ?? '';
  if (!hasKeys)
    return wrong(
      name,
      `the file encryption-keys is gone from DATA_DIR (keys or tokens sealed by it: ${lost.length})`,
      `put it back before the app starts, which would make a new one; if it is lost: ${remedy}`,
    );
  return wrong(
    name,
    `they don't open ${lost.length} of what is sealed, such as the ${first.kind} of ${first.workspace}`,
    `add the key that sealed it to the end of the list; if it is lost: ${remedy}`,
  );
}

type ExaminedMachine = Pick<Examined, 'config' | 'time'>;

const answerSchema = z.object({ ok: z.boolean(), error: z.string().optional(), team: z.string().optional() });

type ExaminedAnswer =
  | { kind: 'answered'; ok: boolean; error: string; team: string; scopes: string | null; clock: Finding[] }
  | { kind: 'unreachable'; why: string };

/** Calls a method that changes nothing. Not by the client, which keeps the headers of an answer to itself. */
async function ask(
  { config, time }: ExaminedMachine,
  method: string,
  token: string | null,
): Promise<ExaminedAnswer> {
  const askedAt = time.wall();
  try {
    const answer = await fetch(`${config.slack.apiUrl ?? SLACK_API}${method}`, {
      method: 'POST',
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const body = answerSchema.safeParse(await answer.json().catch(() => null));
    if (!body.success) return { kind: 'unreachable', why: `an answer that isn't Slack's, ${answer.status}` };
    const { headers } = answer;
    return {
      kind: 'answered',
      ok: body.data.ok,
      error: body.data.error ?? '',
      team: body.data.team ?? '',
      scopes: headers.get('x-oauth-scopes'),
      clock: clockFinding('clock, by Slack', headers.get('date'), { askedAt, answeredAt: time.wall() }),
    };
  } catch (error) {
    return { kind: 'unreachable', why: whyUnreachable(error) };
  }
}

const UNREACHABLE = 'look at the network, the proxy and SLACK_API_URL';

async function tokenFindings(about: ExaminedMachine, botToken: string): Promise<Finding[]> {
  const answer = await ask(about, 'auth.test', botToken);
  if (answer.kind === 'unreachable') return [wrong('Slack', `can't be reached: ${answer.why}`, UNREACHABLE)];
  if (!answer.ok)
    return [
      wrong(
        'Slack token',
        `Slack refuses it: ${answer.error}`,
        'copy SLACK_BOT_TOKEN again from api.slack.com/apps → your app → OAuth & Permissions',
      ),
      ...answer.clock,
    ];
  return [
    ok('Slack token', `for ${answer.team}`),
    scopesFinding(answer.scopes, about.config.slack.forSlackbot),
    ...answer.clock,
  ];
}

/** The scopes that the manifest asks for and a token doesn't have. */
export const missingScopes = (granted: string | null, forSlackbot: boolean): readonly string[] => {
  const scopes = new Set((granted ?? '').split(',').map(scope => scope.trim()));
  return scopesFor(forSlackbot).filter(scope => !scopes.has(scope));
};

function scopesFinding(granted: string | null, forSlackbot: boolean): Finding {
  const name = 'Slack scopes';
  if (granted === null)
    return look(name, 'Slack doesn’t say which the token has', 'compare them with manifest.yml');
  const missing = missingScopes(granted, forSlackbot);
  if (missing.length === 0) return ok(name, 'all that the manifest asks for');
  return wrong(
    name,
    `the token lacks ${missing.join(', ')}`,
    'paste what `npm run manifest -s` prints, then install the app again',
  );
}

async function installationFindings(about: Examined, sealer: Sealer): Promise<Finding[]> {
  const { storage } = about;
  const owners = await storage.everyWorkspace.documentsCalled(INSTALLATION.document);
  const slack = await ask(about, 'api.test', null);
  if (slack.kind === 'unreachable') return [wrong('Slack', `can't be reached: ${slack.why}`, UNREACHABLE)];
  if (owners.length === 0)
    return [
      look('Slack tokens', 'the app is installed in no workspace yet', 'open PUBLIC_URL/slack/install'),
      ...slack.clock,
    ];
  const installations = createInstallations({ ...storage, sealer, clock: clockOf(storage) });
  const refused: string[] = [];
  const lacking: string[] = [];
  let count = 0;
  const some = owners.slice(0, MAX_ASKED);
  for (const owner of some) {
    const installed = await installations.of(owner);
    const answer = typeof installed === 'string' ? null : await ask(about, 'auth.test', installed.botToken);
    if (answer?.kind !== 'answered') continue;
    count += 1;
    if (!answer.ok) refused.push(`${owner} (${answer.error})`);
    else if (missingScopes(answer.scopes, about.config.slack.forSlackbot).length > 0) lacking.push(owner);
  }
  const again = 'an admin there installs the app again at PUBLIC_URL/slack/install';
  const of = `${count} of ${owners.length} installations asked`;
  if (count === 0)
    return [look('Slack tokens', of, 'mend the encryption keys or the connection to Slack'), ...slack.clock];
  return [
    refused.length > 0
      ? wrong('Slack tokens', `${of}; Slack refuses those of ${refused.join(', ')}`, again)
      : ok('Slack tokens', of),
    lacking.length > 0
      ? wrong('Slack scopes', `the manifest asks for more than ${lacking.join(', ')} granted`, again)
      : ok('Slack scopes', 'all that the manifest asks for'),
    ...slack.clock,
  ];
}

const clockOf = ({ now, wall }: Examined['storage']) => ({
  now,
  wall,
  after: (): (() => void) => () => undefined,
});

/** Socket Mode: whether Slack would let us connect. No connection is opened. */
async function connection(about: ExaminedMachine): Promise<Finding[]> {
  const { connection: how } = about.config.slack;
  if (how.mode === 'http') return [];
  const answer = await ask(about, 'apps.connections.open', how.appToken);
  if (answer.kind === 'unreachable')
    return [wrong('Socket Mode', `Slack can't be reached: ${answer.why}`, UNREACHABLE)];
  if (answer.ok) return [ok('Socket Mode', 'Slack accepts the app-level token')];
  const todo =
    'switch Socket Mode on in the app’s settings, and copy SLACK_APP_TOKEN again: it needs connections:write';
  return [wrong('Socket Mode', `Slack refuses: ${answer.error}`, todo)];
}

/** Whether the app answers at its own address, as seen from here. */
async function address({ publicUrl, slack, port }: Config): Promise<Finding[]> {
  const name = 'address';
  const isNeeded = slack.connection.mode === 'http';
  if (publicUrl === null)
    return isNeeded
      ? [
          look(
            name,
            'PUBLIC_URL isn’t set, so links and hooks lead to this machine',
            'set it to the address in the manifest',
          ),
        ]
      : [];
  try {
    const { status } = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (status === 200) return [ok(name, 'PUBLIC_URL leads to the app')];
    return [
      look(
        name,
        `PUBLIC_URL/healthz answers ${status}`,
        `have your web server forward it to port ${port}, or only what docs/operating/start.md names; then this says nothing`,
      ),
    ];
  } catch (error) {
    return [
      look(
        name,
        `PUBLIC_URL can't be reached from here: ${whyUnreachable(error)}`,
        'start the app, and look at the name, the certificate and the web server; from elsewhere it may be reached',
      ),
    ];
  }
}
