import { type Document, isMap, isScalar, isSeq, parse, parseDocument } from 'yaml';
import { Refusal } from '../kit/program.ts';
import { SLACKBOT_PATH, SLACKBOT_SCOPE } from '../kit/slack/slackbot-ids.ts';

/* The Slack app's manifest in its variants, all of them made from manifest.yml. */

/** The address in manifest.yml. */
const EXAMPLE_ADDRESS = 'https://sms.example.com';

const LINE = 120;

export type ManifestChoice = {
  /** Where Slack and browsers reach the app, without a slash at the end; null: nowhere, which only Socket Mode can do with. */
  address: string | null;
  /** For workspaces of others: without what Slack refuses such apps. */
  isPublic: boolean;
  isSocket: boolean;
  /** With the server that Slackbot uses. */
  slackbot: boolean;
  json: boolean;
};

const USAGE = `npm run manifest -s -- ${EXAMPLE_ADDRESS}    your address in place of this one
  --public      for workspaces of others, too: without the workflow step
  --socket      for Socket Mode, which needs no address
  --slackbot    lets Slackbot use the app (docs/slackbot.md)
  --json        as JSON`;

const FLAGS = {
  '--public': 'isPublic',
  '--socket': 'isSocket',
  '--slackbot': 'slackbot',
  '--json': 'json',
} as const;

/** @throws Refusal that says what is wrong with the arguments */
export function readManifestChoice(args: readonly string[]): ManifestChoice {
  const flags = args.filter(arg => arg.startsWith('-'));
  const [address = null, ...more] = args.filter(arg => !arg.startsWith('-'));
  const unknown = flags.find(flag => !Object.hasOwn(FLAGS, flag));
  if (unknown !== undefined) throw new Refusal(`${unknown} is none of its options.\n\n${USAGE}`);
  if (more.length > 0) throw new Refusal(`These are several addresses; write one.\n\n${USAGE}`);
  const choice: ManifestChoice = {
    address: address === null ? null : readAddress(address),
    isPublic: false,
    isSocket: false,
    slackbot: false,
    json: false,
  };
  for (const flag of flags) choice[FLAGS[flag as keyof typeof FLAGS]] = true;
  if (choice.isPublic && choice.isSocket)
    throw new Refusal(
      'Slack allows Socket Mode only in your own workspaces: leave out --public or --socket.',
    );
  if (choice.address === null && !choice.isSocket)
    throw new Refusal(`The address is missing, at which Slack reaches the app.\n\n${USAGE}`);
  if (choice.address === null && choice.slackbot)
    throw new Refusal('Slackbot calls the app at its address, even in Socket Mode: write it, too.');
  return choice;
}

function readAddress(typed: string): string {
  const url = URL.parse(typed);
  const example = `write it like ${EXAMPLE_ADDRESS}`;
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw new Refusal(`${typed} isn’t a web address; ${example}.`);
  if (url.protocol !== 'https:')
    throw new Refusal(
      `${typed} begins with http://, and Slack sends its requests by https:// only; ${example}.`,
    );
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new Refusal(`The address has a user name, a question mark or a # in it; ${example}.`);
  if (!url.hostname.includes('.') || url.hostname.startsWith('127.'))
    throw new Refusal(
      `Slack can’t reach ${url.hostname} from outside; ${example}, or use --socket without it.`,
    );
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** @param source manifest.yml @returns the manifest, with the reasons for its parts as comments; or as JSON, without them */
export function manifestText(source: string, choice: ManifestChoice): string {
  const { address, isPublic, isSocket, slackbot, json } = choice;
  const manifest = parseDocument(source.slice(source.indexOf('_metadata:')));
  if (isPublic) withoutSteps(manifest);
  if (isSocket) overSocket(manifest, address !== null);
  if (slackbot) forSlackbot(manifest);
  const text = `${headerFor(choice)}\n${manifest.toString({ lineWidth: LINE })}`;
  const placed = address === null ? text : text.replaceAll(EXAMPLE_ADDRESS, address);
  return json ? `${JSON.stringify(parse(placed), null, 2)}\n` : placed;
}

function headerFor({ address, isPublic, isSocket, slackbot }: ManifestChoice): string {
  const flags = [isPublic && '--public', isSocket && '--socket', slackbot && '--slackbot'];
  const args = [address === null ? null : EXAMPLE_ADDRESS, ...flags].filter(Boolean).join(' ');
  if (isPublic) return `${PUBLIC}${args}`;
  return `${OWN}\n# ${address === null ? 'In Socket Mode' : 'With your own address in it'}: npm run manifest -s -- ${args}`;
}

const OWN = `# The Slack app for your own workspace or organisation: api.slack.com/apps → Create New App → From a manifest.`;
const PUBLIC = `# The Slack app for workspaces of others too, by OAuth ("public distribution"): without what Slack does not let such apps have,
# steps for Workflow Builder and Socket Mode. Made from manifest.yml: npm run manifest -s -- `;

/** A run of the workflow step is an event. */
const STEP_EVENT = 'function_executed';

function withoutSteps(manifest: Document): void {
  manifest.deleteIn(['functions']);
  manifest.deleteIn(['settings', 'function_runtime']);
  const events = ['settings', 'event_subscriptions', 'bot_events'];
  const names: string[] = manifest.toJS().settings.event_subscriptions.bot_events;
  manifest.deleteIn([...events, names.indexOf(STEP_EVENT)]);
  // Its reason is the step.
  const settings = manifest.get('settings', true);
  for (const { key } of isMap(settings) ? settings.items : [])
    if (isScalar(key) && key.value === 'org_deploy_enabled') key.commentBefore = null;
}

/** In Socket Mode, Slack asks for no address; only browsers that install the app are sent to one. */
function overSocket(manifest: Document, isInstalledByLink: boolean): void {
  manifest.deleteIn(['features', 'slash_commands', 0, 'url']);
  manifest.deleteIn(['settings', 'event_subscriptions', 'request_url']);
  manifest.deleteIn(['settings', 'interactivity', 'request_url']);
  manifest.deleteIn(['settings', 'interactivity', 'message_menu_options_url']);
  manifest.setIn(['settings', 'socket_mode_enabled'], true);
  if (!isInstalledByLink) manifest.deleteIn(['oauth_config', 'redirect_urls']);
}

/** Slackbot finds the app's server in its manifest, and calls it for the people who talk to Slackbot. */
function forSlackbot(manifest: Document): void {
  const scopes = manifest.getIn(['oauth_config', 'scopes', 'bot'], true);
  if (!isSeq(scopes)) throw new Error('manifest.yml has no scopes');
  const scope = manifest.createNode(SLACKBOT_SCOPE);
  scope.commentBefore =
    ' Slackbot may use the app. It reads for whoever asks what they may see, and drafts; nothing is sent by it.';
  scopes.add(scope);
  const key = manifest.createNode('mcp_servers');
  key.commentBefore = ' For Slackbot: docs/slackbot.md. Slack signs each request, and says in it who asks.';
  const server = { url: `${EXAMPLE_ADDRESS}${SLACKBOT_PATH}`, auth_type: 'slack_identity_auth' };
  manifest.add(manifest.createPair(key, { sms: server }));
}
