import { Hono } from 'hono';
import { html } from 'hono/html';
import { SEND_PATH, SPEC_ERRORS, type SpecErrorCode } from '../../decisions.ts';
import type { ApiKey } from '../../store/accounts.ts';
import { card, confirmation, copyable, table } from '../components.ts';
import { type Env, type Html, having, idOf, inAccount, type PageContext, signedIn } from '../context.ts';
import { carryOut, doneOf, fieldsOf, form } from '../forms.ts';
import { notFound, page, type Refused } from '../layout.ts';

/** The API section: keys, programs to copy, and what can go wrong. */
export function apiPages() {
  return new Hono<Env>().get('/', signedIn, inAccount, c => apiPage(c));
}

/** Making and revoking keys. */
export function keyPages() {
  return new Hono<Env>()
    .use(signedIn, inAccount, having('manageKeys'))
    .post('/', form('name'), c => {
      const { account, manage } = c.var;
      const typed = { name: c.req.valid('form').name.trim() };
      return carryOut(
        c,
        { form: 'key', typed },
        // A command may make a key without a name; here it takes one.
        () => manage.keys.create(account.id, typed.name || ' '),
        made => madePage(c, made),
        refused => apiPage(c, refused),
      );
    })
    .get('/:id/revoke', c => {
      const key = keyInPath(c);
      return key?.revokedAt === null ? revokePage(c, key) : notFound(c);
    })
    .post('/:id/revoke', c => {
      const key = keyInPath(c);
      if (key === undefined) return notFound(c);
      c.var.manage.keys.revoke(key.id);
      return c.redirect('/api?done=revoked', 303);
    });
}

/** The key in the path, if it belongs to this account. */
function keyInPath(c: PageContext): ApiKey | undefined {
  const id = idOf(c);
  return c.var.manage.keys.list(c.var.account.id).find(key => key.id === id);
}

function apiPage(c: PageContext, refused?: Refused) {
  const { site, words, account, rights } = c.var;
  const { api } = words.account;
  site.flush();
  const make = html`
    <form method="post" action="/keys" class="inline-form">
      ${fieldsOf('key', refused).field('name', api.name, { hint: api.nameHint, required: true })}
      <button>${api.make}</button>
    </form>`;
  const body = html`
    <p class="lead">${api.intro}</p>
    ${card(api.keys, keyTable(c, account.id, rights.manageKeys), rights.manageKeys ? make : html`<p class="hint">${api.viewer}</p>`)}
    ${sending(c)}
    ${errors(c)}`;
  return page(c, { title: api.title, body, at: 'api', refused, done: doneOf(c) });
}

/** The keys of an account, the newest first; with a way to revoke them for who may. */
export function keyTable(c: PageContext, accountId: number, mayRevoke: boolean): Html {
  const { words, write } = c.var;
  const { api } = words.account;
  const nameOf = (key: ApiKey) => key.name || api.unnamed(key.id);
  const keys = c.var.manage.keys.list(accountId).reverse();
  if (keys.length === 0) return html`<p>${words.none}</p>`;
  return table(api.keys, keys, [
    [api.name, nameOf],
    [api.created, key => write.moment(key.createdAt)],
    [
      api.lastUsed,
      ({ lastUsed }) =>
        lastUsed === null
          ? api.never
          : html`${write.moment(lastUsed.at)} <span class="hint">${api.from(lastUsed.from)}</span>`,
    ],
    [
      api.state,
      key => {
        if (key.revokedAt !== null) return api.revokedAt(write.moment(key.revokedAt));
        if (!mayRevoke) return api.inUse;
        const label = api.revokeOf(nameOf(key));
        return html`${api.inUse} <a class="danger-link" href="/keys/${key.id}/revoke" aria-label="${label}">${api.revoke}</a>`;
      },
    ],
  ]);
}

/** The only page that ever shows a key. */
function madePage(c: PageContext, { key, name }: ApiKey & { key: string }) {
  const { api } = c.var.words.account;
  const body = html`
    <section class="card">
      <p>${api.once}</p>
      ${copyable(c, 'api-key', key, { label: api.key, button: api.copyKey })}
      <p><a class="button quiet" href="/api">${api.toKeys}</a></p>
    </section>`;
  return page(c, { title: api.made(name), body, at: 'api' });
}

function revokePage(c: PageContext, { id, name }: ApiKey) {
  const { api } = c.var.words.account;
  const about = {
    text: api.revokeText,
    action: `/keys/${id}/revoke`,
    button: api.revokeSubmit,
    back: '/api',
  };
  return page(c, {
    title: api.revokeTitle(name || api.unnamed(id)),
    body: confirmation(c, about),
    at: 'api',
  });
}

function sending(c: PageContext): Html {
  const { site, words } = c.var;
  const { api } = words.account;
  const programs = Object.entries(snippets(site.ownUrl())).map(([kind, code]) => {
    const label = api.snippetFor[kind as SnippetKind];
    return html`
      <details ${kind === 'curl' ? html`open` : ''}>
        <summary>${label}</summary>
        ${copyable(c, `code-${kind}`, code, { label, button: words.copy, silent: true })}
      </details>`;
  });
  return card(
    api.snippets,
    html`
    <p class="hint">${api.snippetsIntro}</p>
    ${programs}
    <details>
      <summary>${api.snippetFor.slack}</summary>
      <p>${api.slackSteps('/sms link')}</p>
      ${copyable(c, 'code-slack', site.ownUrl(), { label: 'SMS_BASE_URL', button: words.copy })}
    </details>`,
  );
}

function errors(c: PageContext): Html {
  const { api, errors: known, overview } = c.var.words.account;
  const codes = Object.entries(SPEC_ERRORS) as [SpecErrorCode, { status: number }][];
  return card(
    api.errors,
    html`<p class="hint">${api.errorsIntro}</p>`,
    table(api.errors, codes, [
      [api.status, ([, { status }]) => status],
      [overview.code, ([code]) => html`<code>${code}</code>`],
      [overview.meaning, ([code]) => known[code].when],
      [api.todo, ([code]) => known[code].todo],
    ]),
  );
}

export type SnippetKind = 'curl' | 'php' | 'python' | 'node';

/** Where callers put their key. */
const KEY_PLACE = 'YOUR_API_KEY';

/**
 * Complete programs that send a text through the service at this address, ready to copy and run. A test runs each of
 * them.
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
