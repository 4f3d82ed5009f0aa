import { Hono } from 'hono';
import { html } from 'hono/html';
import { type ChosenPassword, MIN_PASSWORD, type NotIn } from '../people/sign-in.ts';
import { callerNetwork } from '../server/server.ts';
import { type Env, forgetSession, type PageContext, readSession, writeSession } from './context.ts';
import { fieldsOf, form } from './forms.ts';
import { page, type Refused } from './layout.ts';

const NEW_PASSWORD = { type: 'password', autocomplete: 'new-password', required: true } as const;

/** Signing in, with a code where somebody has a second factor. */
export function signInPages() {
  return new Hono<Env>()
    .get('/', c => {
      if (c.var.visitor !== null) return c.redirect('/', 303);
      const { signIn, password } = c.var.words;
      const done = c.req.query('done');
      return signInPage(c, done === 'ended' ? signIn.ended : done === 'chosen' ? password.done : undefined);
    })
    .post('/', form('email', 'password'), async c => {
      const { site } = c.var;
      const { email, password } = c.req.valid('form');
      const address = callerNetwork(c.env.incoming, site.behindProxy);
      const result = await site.people.signIn({ email, password, address });
      if (result.kind !== 'in' && result.kind !== 'code')
        return signInPage(c, undefined, {
          form: 'sign-in',
          typed: { email },
          field: 'password',
          ...refusalOf(c, result, c.var.words.signIn.wrong),
        });
      // End any session that the browser brought: somebody may have planted it to share this one.
      const earlier = readSession(c);
      if (earlier !== undefined) site.people.signOut(earlier);
      writeSession(c, result.token);
      return c.redirect(result.kind === 'in' ? '/' : '/sign-in/code', 303);
    })
    .get('/code', c => codePage(c))
    .post('/code', form('code'), c => {
      const result = c.var.site.people.enterCode(readSession(c) ?? '', c.req.valid('form').code);
      if (result.kind === 'gone') return c.redirect('/sign-in', 303);
      if (result.kind !== 'in')
        return codePage(c, {
          form: 'code',
          typed: {},
          field: 'code',
          ...refusalOf(c, result, c.var.words.secondFactor.wrong),
        });
      writeSession(c, result.token);
      return c.redirect('/', 303);
    });
}

/** Signing out: of this session, or of all. */
export function signOutPages(where: 'here' | 'everywhere') {
  return new Hono<Env>().post('/', c => {
    const { visitor, site } = c.var;
    const token = readSession(c);
    if (token !== undefined) site.people.signOut(token);
    if (where === 'everywhere' && visitor !== null) site.people.signOutEverywhere(visitor.user.id);
    forgetSession(c);
    return c.redirect('/sign-in?done=ended', 303);
  });
}

/** Choosing a password with a link. */
export function passwordPages() {
  return new Hono<Env>()
    .get('/:link', c => passwordPage(c))
    .post('/:link', form('password', 'again'), async c => {
      const { password, again } = c.req.valid('form');
      if (password !== again) return passwordPage(c, 'different');
      const chosen = await c.var.site.people.choosePassword(c.req.param('link'), password);
      return chosen === 'chosen' ? c.redirect('/sign-in?done=chosen', 303) : passwordPage(c, chosen);
    });
}

/** Why somebody wasn't let in, in words, and with the status for it. */
export function refusalOf(c: PageContext, refusal: NotIn, wrong: string): Pick<Refused, 'says' | 'status'> {
  const { signIn } = c.var.words;
  if (refusal.kind === 'wrong') return { says: wrong, status: 422 };
  if (refusal.kind === 'busy') return { says: signIn.busy, status: 503 };
  c.header('Retry-After', String(Math.ceil(refusal.waitMs / 1000)));
  return { says: signIn.wait(Math.ceil(refusal.waitMs / 60_000)), status: 429 };
}

/** What is wrong with a new password, in words, at its field. */
export function passwordRefusal(
  { var: { words } }: PageContext,
  why: Exclude<ChosenPassword, 'chosen'> | 'different',
): Pick<Refused, 'field' | 'says'> {
  const { password, signIn } = words;
  switch (why) {
    case 'different':
      return { field: 'again', says: password.different };
    case 'short':
      return { field: 'password', says: password.short(MIN_PASSWORD) };
    case 'long':
      return { field: 'password', says: password.long };
    case 'busy':
      return { field: '', says: signIn.busy };
    case 'link-gone':
      return { field: '', says: password.gone };
  }
}

/** The two fields for a new password. */
export function newPasswordFields({ var: { words } }: PageContext, { field }: ReturnType<typeof fieldsOf>) {
  const { password } = words;
  return html`
    ${field('password', password.label, { ...NEW_PASSWORD, hint: password.hint(MIN_PASSWORD) })}
    ${field('again', password.again, NEW_PASSWORD)}`;
}

function signInPage(c: PageContext, done: string | undefined, refused?: Refused) {
  const { signIn } = c.var.words;
  const { field } = fieldsOf('sign-in', refused);
  const body = html`
    <form method="post" action="/sign-in" class="card narrow">
      ${field('email', signIn.email, { type: 'email', autocomplete: 'username', required: true })}
      ${field('password', signIn.password, {
        type: 'password',
        autocomplete: 'current-password',
        required: true,
      })}
      <button>${signIn.submit}</button>
      <p class="hint">${signIn.forgotten}</p>
    </form>`;
  return page(c, { title: signIn.title, body, done, refused });
}

function codePage(c: PageContext, refused?: Refused) {
  const { secondFactor, signIn } = c.var.words;
  if (!c.var.site.people.awaitsCode(readSession(c) ?? '')) return c.redirect('/sign-in', 303);
  const { field } = fieldsOf('code', refused);
  const code = { hint: secondFactor.codeHint, inputmode: 'numeric', autocomplete: 'one-time-code' } as const;
  const body = html`
    <form method="post" action="/sign-in/code" class="card narrow">
      ${field('code', secondFactor.code, { ...code, required: true })}
      <button>${signIn.submit}</button>
      <p class="hint">${secondFactor.lost}</p>
    </form>`;
  return page(c, { title: secondFactor.title, body, refused });
}

function passwordPage(c: PageContext, why?: Exclude<ChosenPassword, 'chosen'> | 'different') {
  const { password, signIn } = c.var.words;
  const user = c.var.site.people.linked(c.req.param('link') ?? '');
  if (user === null)
    return page(c, { title: password.title, body: html`<p>${password.gone}</p>`, status: 404 });
  const refused = why === undefined ? undefined : { form: 'choose', typed: {}, ...passwordRefusal(c, why) };
  const body = html`
    <form method="post" class="card narrow">
      <p>${signIn.email}: <strong>${user.email}</strong></p>
      <input type="hidden" name="email" value="${user.email}" autocomplete="username">
      ${newPasswordFields(c, fieldsOf('choose', refused))}
      <button>${password.submit}</button>
    </form>`;
  return page(c, { title: password.title, body, refused });
}
