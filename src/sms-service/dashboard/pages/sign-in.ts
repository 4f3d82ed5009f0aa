import { html } from 'hono/html';
import { callerNetwork } from '../../http/address.ts';
import { MIN_PASSWORD } from '../../people/people.ts';
import { readForm } from '../forms.ts';
import { page } from '../layout.ts';
import { field } from '../pieces.ts';
import { problemPage } from '../problem-pages.ts';
import { forgetSession, readSession, writeSession } from '../session-cookie.ts';
import type { Html, PageContext, Pages } from '../site.ts';

/** Signing in and out, and choosing a password with a link. */
export function signInPages(app: Pages): void {
  app.get('/sign-in', c => {
    if (c.var.visitor !== null) return c.redirect('/', 303);
    const done = c.req.query('done');
    const { signIn, password } = c.var.words;
    return signInPage(c, done === 'ended' ? signIn.ended : done === 'chosen' ? password.done : undefined);
  });

  app.post('/sign-in', async c => {
    const form = await readForm(c);
    if (form === null) return problemPage(c, 'form', 400);
    const { site, words } = c.var;
    const address = callerNetwork(c.env.incoming, site.behindProxy);
    const email = form('email');
    const result = await site.people.signIn({ email, password: form('password'), address });
    if (result.kind === 'in') {
      // End any session that the browser brought: somebody may have planted it to share this one.
      const earlier = readSession(c);
      if (earlier !== undefined) site.people.signOut(earlier);
      writeSession(c, result.token);
      return c.redirect('/', 303);
    }
    if (result.kind === 'wrong')
      return signInPage(c, undefined, { email, problem: words.signIn.wrong, status: 422 });
    if (result.kind === 'busy')
      return signInPage(c, undefined, { email, problem: words.signIn.busy, status: 503 });
    c.header('Retry-After', String(Math.ceil(result.waitMs / 1000)));
    const problem = words.signIn.wait(Math.ceil(result.waitMs / 60_000));
    return signInPage(c, undefined, { email, problem, status: 429 });
  });

  app.post('/sign-out', c => {
    const token = readSession(c);
    if (token !== undefined) c.var.site.people.signOut(token);
    forgetSession(c);
    return c.redirect('/sign-in?done=ended', 303);
  });

  app.post('/sign-out-everywhere', c => {
    if (c.var.visitor !== null) c.var.site.people.signOutEverywhere(c.var.visitor.user.id);
    forgetSession(c);
    return c.redirect('/sign-in?done=ended', 303);
  });

  app.get('/password/:link', c => passwordPage(c));

  app.post('/password/:link', async c => {
    const form = await readForm(c);
    if (form === null) return problemPage(c, 'form', 400);
    const { password } = c.var.words;
    if (form('password') !== form('again')) return passwordPage(c, password.different);
    const chosen = await c.var.site.people.choosePassword(c.req.param('link'), form('password'));
    if (chosen === 'chosen') return c.redirect('/sign-in?done=chosen', 303);
    if (chosen === 'short') return passwordPage(c, password.short(MIN_PASSWORD));
    if (chosen === 'long') return passwordPage(c, password.long);
    return passwordPage(c, chosen === 'busy' ? c.var.words.signIn.busy : undefined);
  });
}

function signInPage(
  c: PageContext,
  done: string | undefined,
  failed?: { email: string; problem: string; status: 422 | 429 | 503 },
) {
  const { signIn } = c.var.words;
  const email = {
    type: 'email',
    autocomplete: 'username',
    required: true,
    value: failed?.email ?? '',
  } as const;
  const password = { type: 'password', autocomplete: 'current-password', required: true } as const;
  const body = html`${failed === undefined ? '' : alert(failed.problem)}
<form method="post" action="/sign-in" class="card narrow">
${field('email', signIn.email, email)}
${field('password', signIn.password, password)}
<button>${signIn.submit}</button>
<p class="hint">${signIn.forgotten}</p>
</form>`;
  return page(c, { title: signIn.title, body, done, status: failed?.status ?? 200 });
}

function passwordPage(c: PageContext, problem?: string) {
  const { password } = c.var.words;
  const link = c.req.param('link') ?? '';
  const user = c.var.site.people.linked(link);
  if (user === null) {
    const body = html`<p>${password.gone}</p>`;
    return page(c, { title: password.title, body, status: 404 });
  }
  const kept = { type: 'password', autocomplete: 'new-password', required: true } as const;
  const body = html`${problem === undefined ? '' : alert(problem)}
<form method="post" class="card narrow">
${field('email', c.var.words.signIn.email, { value: user.email, autocomplete: 'username', readonly: true })}
${field('password', password.label, { ...kept, hint: password.hint(MIN_PASSWORD) })}
${field('again', password.again, kept)}
<button>${password.submit}</button>
</form>`;
  return page(c, { title: password.title, body, status: problem === undefined ? 200 : 422 });
}

function alert(problem: string): Html {
  return html`<p class="notice danger" role="alert">${problem}</p>`;
}
