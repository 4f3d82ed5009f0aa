import { html } from 'hono/html';
import { SEND_PATH, SPEC_ERRORS, type SpecErrorCode } from '../../decisions.ts';
import type { ApiKey } from '../../store/accounts.ts';
import { card, copyable, table } from '../components.ts';
import type { Html, PageContext } from '../context.ts';
import { fieldsOf, form } from '../forms.ts';
import { confirmation, notFound, page, shownOnce } from '../layout.ts';

export const makeKey = form('key', apiPage, ['name'], (c, typed) => {
  // An empty name would create a key without one, as commands may. A blank name is refused instead.
  const name = typed.name.trim() || ' ';
  return newKeyPage(c, c.var.manage.keys.create(c.var.account.id, name));
});

export function askRevoking(c: PageContext, key: ApiKey) {
  return key.revokedAt === null ? revokePage(c, key) : notFound(c);
}

export function revokeKey(c: PageContext, { id }: ApiKey) {
  c.var.manage.keys.revoke(id);
  return c.redirect('/api?done=revoked', 303);
}

/** The name that the owner gave a key; for a key without one, a phrase with its id. */
export function keyName({ var: { words } }: PageContext, { id, name }: Pick<ApiKey, 'id' | 'name'>): string {
  return name || words.api.unnamed(id);
}

/** The API section: keys, programs to copy, and error codes. */
export function apiPage(c: PageContext) {
  const { site, account, permissions } = c.var;
  const { labels, api } = c.var.words;
  site.flush();
  const make = html`
    <form method="post" action="/keys" class="inline-form">
      ${fieldsOf(c, 'key')('name', labels.name, { hint: api.nameHint, required: true })}
      <button>${api.make}</button>
    </form>`;
  const below = permissions.manage ? make : html`<p class="hint">${api.viewer}</p>`;
  const body = html`
    <p class="lead">${api.intro}</p>
    ${card(labels.keys, keyTable(c, account.id, permissions.manage), below)}
    ${sending(c)}
    ${errors(c)}`;
  return page(c, { at: 'api', body });
}

/** The keys of an account, newest first. */
export function keyTable(c: PageContext, accountId: number, mayRevoke: boolean): Html {
  const { write, manage } = c.var;
  const { labels, none, api } = c.var.words;
  const lastUse = ({ at, from }: { at: number; from: string }) =>
    html`${write.moment(at)} <span class="hint">${api.from(from)}</span>`;
  const revoke = (key: ApiKey) => {
    const label = api.revokeOf(keyName(c, key));
    return html` <a class="danger-link" href="/keys/${key.id}/revoke" aria-label="${label}">${api.revoke}</a>`;
  };
  const stateOf = (key: ApiKey) =>
    key.revokedAt === null
      ? html`${api.inUse}${mayRevoke && revoke(key)}`
      : api.revokedAt(write.moment(key.revokedAt));
  return table(
    labels.keys,
    manage.keys.list(accountId).reverse(),
    [
      [labels.name, key => keyName(c, key)],
      [api.created, key => write.moment(key.createdAt), 'time'],
      [api.lastUsed, ({ lastUsed }) => (lastUsed === null ? api.neverUsed : lastUse(lastUsed))],
      [labels.state, stateOf],
    ],
    { none },
  );
}

function newKeyPage(c: PageContext, { key, name }: ApiKey & { key: string }) {
  const { labels, api } = c.var.words;
  const { made: titleOf, once: text, copyKey: button, toKeys: go } = api;
  const secret = { id: 'api-key', secret: key, label: labels.key, button };
  return shownOnce(c, { at: 'api', title: titleOf(name), text, ...secret, next: '/api', go });
}

function revokePage(c: PageContext, key: ApiKey) {
  const { revokeTitle, revokeText: text, revoke: button } = c.var.words.api;
  const title = revokeTitle(keyName(c, key));
  return confirmation(c, { at: 'api', title, text, action: `/keys/${key.id}/revoke`, button, back: '/api' });
}

function sending(c: PageContext): Html {
  const { site, words } = c.var;
  const { api } = words;
  const programs = Object.entries(snippets(site.ownUrl())).map(([kind, code]) => {
    const label = api.snippetFor[kind as SnippetKind];
    return html`
      <details ${kind === 'curl' ? 'open' : ''}>
        <summary>${label}</summary>
        ${copyable(c, `code-${kind}`, code, { label, button: words.copy, silent: true })}
      </details>`;
  });
  const content = html`
    <p class="hint">${api.snippetsIntro}</p>
    ${programs}
    <details>
      <summary>${api.snippetFor.slack}</summary>
      <p>${api.slackSteps('/sms link')}</p>
      ${copyable(c, 'code-slack', site.ownUrl(), { label: 'SMS_BASE_URL', button: words.copy })}
    </details>`;
  return card(api.snippets, content);
}

function errors(c: PageContext): Html {
  const { labels, api, errors: meanings } = c.var.words;
  const codes = Object.entries(SPEC_ERRORS) as [SpecErrorCode, { status: number }][];
  return card(
    api.errors,
    html`<p class="hint">${api.errorsIntro}</p>`,
    table(api.errors, codes, [
      [api.status, ([, { status }]) => status],
      [labels.code, ([code]) => html`<code>${code}</code>`],
      [labels.meaning, ([code]) => meanings[code].when],
      [api.todo, ([code]) => meanings[code].todo],
    ]),
  );
}

export type SnippetKind = 'curl' | 'php' | 'python' | 'node';

/** Placeholder for the caller's key. */
const KEY_PLACE = 'YOUR_API_KEY';

/**
 * Complete programs that send a text through the service at this address, ready to copy and run. A test runs each.
 */
function snippets(baseUrl: string): Record<SnippetKind, string> {
  const url = baseUrl + SEND_PATH;
  return {
    curl: `curl ${url} \\
  --data-urlencode api_key=${KEY_PLACE} \\
  --data-urlencode number=01712345678 \\
  --data-urlencode 'message=Hello from curl'
`,
    php: `<?php
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => 'Content-Type: application/x-www-form-urlencoded',
    'content' => http_build_query([
        'api_key' => '${KEY_PLACE}',
        'number' => '01712345678',
        'message' => 'Hello from PHP',
    ]),
    'ignore_errors' => true,
]]);
$answer = json_decode(file_get_contents('${url}', false, $context));
echo $answer->success ? "Text $answer->log_id, balance $answer->balance\\n" : "$answer->error\\n";
`,
    python: `import json
import urllib.error
import urllib.parse
import urllib.request

form = urllib.parse.urlencode({
    "api_key": "${KEY_PLACE}",
    "number": "01712345678",
    "message": "Hello from Python",
}).encode()
try:
    reply = urllib.request.urlopen("${url}", form)
except urllib.error.HTTPError as refused:
    reply = refused
answer = json.load(reply)
print(f"Text {answer['log_id']}, balance {answer['balance']}" if answer["success"] else answer["error"])
`,
    node: `const reply = await fetch('${url}', {
  method: 'POST',
  body: new URLSearchParams({
    api_key: '${KEY_PLACE}',
    number: '01712345678',
    message: 'Hello from Node.js',
  }),
});
const answer = await reply.json();
console.log(answer.success ? \`Text \${answer.log_id}, balance \${answer.balance}\` : answer.error);
`,
  };
}
