import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import { factorAddress, isFactorSecret, newFactorSecret, shownRecoveryCode } from '../people/credentials.ts';
import { type ChosenPassword, MIN_PASSWORD_LENGTH, type NotIn } from '../people/sign-in.ts';
import { callerNetwork } from '../server/server.ts';
import type { User } from '../store/people.ts';
import { card, copyable } from './components.ts';
import {
  forgetSession,
  type Html,
  type PageContext,
  type Refused,
  readChosenFor,
  readSession,
  writeChosenFor,
  writeSession,
} from './context.ts';
import { fieldsOf, form, refuse } from './forms.ts';
import { page, shownOnce } from './layout.ts';

const NEW_PASSWORD = { type: 'password', autocomplete: 'new-password', required: true } as const;

export const signIn = form('sign-in', signInPage, ['email', 'password'], async (c, { email, password }) => {
  const { site, words } = c.var;
  const address = callerNetwork(c.env.incoming, site.behindProxy);
  const result = await site.people.signIn({ email, password, address });
  if (result.kind !== 'in' && result.kind !== 'code') {
    return refuse(c, { field: 'password', ...refusalOf(c, result, words.signIn.wrong) });
  }
  // End the session that the browser brought: an attacker may have planted its cookie to share the session.
  const earlier = readSession(c);
  if (earlier !== undefined) site.people.signOut(earlier);
  writeSession(c, result.token);
  return c.redirect(result.kind === 'in' ? '/' : '/sign-in/code', 303);
});

export const enterCode = form('code', codePage, ['code'], (c, { code }) => {
  const { site, words } = c.var;
  const result = site.people.enterCode(readSession(c) ?? '', code);
  if (result.kind === 'gone') return c.redirect('/sign-in', 303);
  if (result.kind !== 'in')
    return refuse(c, { field: 'code', ...refusalOf(c, result, words.secondFactor.wrong) });
  writeSession(c, result.token);
  return c.redirect('/', 303);
});

export function signOut(c: PageContext) {
  const token = readSession(c);
  if (token !== undefined) c.var.site.people.signOut(token);
  forgetSession(c);
  return c.redirect('/sign-in?done=ended', 303);
}

export function signOutEverywhere(c: PageContext) {
  const { visitor, site } = c.var;
  if (visitor !== null) site.people.signOutEverywhere(visitor.user.id);
  return signOut(c);
}

export const choosePassword = form(
  'choose',
  passwordPage,
  ['password', 'again'],
  async (c, { password, again }) => {
    const { people } = c.var.site;
    const link = c.req.param('link') ?? '';
    const user = people.linked(link);
    const chosen = password === again ? await people.choosePassword(link, password) : 'different';
    if (chosen === 'chosen') {
      writeChosenFor(c, user?.email ?? '');
      return c.redirect('/sign-in?done=chosen', 303);
    }
    return refuse(c, passwordRefusal(c, chosen));
  },
);

export const changePassword = form(
  'password',
  mePage,
  ['current', 'password', 'again'],
  async (c, { current, password, again }, self: User) => {
    const { site, words } = c.var;
    if (password !== again) return refuse(c, passwordRefusal(c, 'different'));
    const token = readSession(c) ?? '';
    const result = await site.people.changePassword(self, { current, password, token });
    if (result.kind === 'changed') return c.redirect('/me?done=password', 303);
    if (result.kind === 'short' || result.kind === 'long') return refuse(c, passwordRefusal(c, result.kind));
    return refuse(c, { field: 'current', ...refusalOf(c, result, words.password.wrong) });
  },
);

export const turnOnSecondFactor = form(
  'factor',
  mePage,
  ['secret', 'code'],
  (c, { secret, code }, self: User) => {
    const { site, words } = c.var;
    const codes = self.hasSecondFactor ? null : site.people.turnOnSecondFactor(self, secret, code);
    if (codes === null) return refuse(c, { field: 'code', says: words.secondFactor.wrong });
    const { recovery } = words.secondFactor;
    const shown = codes.map(shownRecoveryCode).join('\n');
    const display = { id: 'recovery-codes', secret: shown, next: '/me', button: words.copy };
    return shownOnce(c, {
      title: recovery.title,
      text: recovery.text,
      label: recovery.label,
      go: recovery.go,
      ...display,
    });
  },
);

export const turnOffSecondFactor = form('factor', mePage, ['code'], (c, { code }, self: User) => {
  const { site, words } = c.var;
  const result = site.people.turnOffSecondFactor(self, code);
  if (result.kind === 'off') return c.redirect('/me?done=second-factor-off', 303);
  return refuse(c, { field: 'code', ...refusalOf(c, result, words.secondFactor.wrong) });
});

/** The reason why a sign-in failed, as a sentence with its status. */
function refusalOf(c: PageContext, refusal: NotIn, wrong: string): Pick<Refused, 'says' | 'status'> {
  const { signIn } = c.var.words;
  if (refusal.kind === 'wrong') return { says: wrong, status: 422 };
  if (refusal.kind === 'busy') return { says: signIn.busy, status: 503 };
  c.header('Retry-After', String(Math.ceil(refusal.waitMs / 1000)));
  return { says: signIn.wait(Math.ceil(refusal.waitMs / 60_000)), status: 429 };
}

/** The reason why a new password isn't allowed, with its field. */
function passwordRefusal(
  { var: { words } }: PageContext,
  why: Exclude<ChosenPassword, 'chosen'> | 'different',
): Pick<Refused, 'field' | 'says'> {
  const { password, signIn } = words;
  switch (why) {
    case 'different':
      return { field: 'again', says: password.different };
    case 'short':
      return { field: 'password', says: password.short(MIN_PASSWORD_LENGTH) };
    case 'long':
      return { field: 'password', says: password.long };
    case 'busy':
      return { field: '', says: signIn.busy };
    case 'link-gone':
      return { field: '', says: password.gone };
  }
}

function newPasswordFields(c: PageContext, form: string): Html {
  const { password } = c.var.words;
  const field = fieldsOf(c, form);
  return html`
    ${field('password', password.label, { ...NEW_PASSWORD, hint: password.hint(MIN_PASSWORD_LENGTH) })}
    ${field('again', password.again, NEW_PASSWORD)}`;
}

function passwordField(c: PageContext, form: string, name: string, label: string): Html {
  return fieldsOf(c, form)(name, label, {
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  });
}

function codeField(c: PageContext, form: string, more: { hint?: string; autofocus?: boolean } = {}): Html {
  const options = { inputmode: 'numeric', autocomplete: 'one-time-code', required: true } as const;
  return fieldsOf(c, form)('code', c.var.words.secondFactor.code, { ...options, ...more });
}

/** The form to sign in. Redirects a signed-in user to the first page. */
export function signInPage(c: PageContext) {
  if (c.var.visitor !== null && c.req.method === 'GET') return c.redirect('/', 303);
  const { signIn, labels } = c.var.words;
  const field = fieldsOf(c, 'sign-in');
  const body = html`
    <form method="post" action="/sign-in" class="card narrow">
      ${field('email', labels.email, { type: 'email', autocomplete: 'username', required: true, value: readChosenFor(c) })}
      ${passwordField(c, 'sign-in', 'password', signIn.password)}
      <button>${signIn.submit}</button>
      <p class="hint">${signIn.forgotten}</p>
    </form>`;
  return page(c, { title: signIn.submit, body });
}

export function codePage(c: PageContext) {
  const { secondFactor, signIn } = c.var.words;
  const body = html`
    <form method="post" action="/sign-in/code" class="card narrow">
      ${codeField(c, 'code', { hint: secondFactor.codeHint, autofocus: true })}
      <button>${signIn.submit}</button>
      <p class="hint">${secondFactor.lost}</p>
    </form>`;
  return page(c, { title: secondFactor.title, body });
}

export function passwordPage(c: PageContext) {
  const { password, labels } = c.var.words;
  const user = c.var.site.people.linked(c.req.param('link') ?? '');
  if (user === null)
    return page(c, { title: password.title, body: html`<p>${password.gone}</p>`, status: 404 });
  const body = html`
    <form method="post" class="card narrow">
      <p>${labels.email}: <strong>${user.email}</strong></p>
      <input type="hidden" name="email" value="${user.email}" autocomplete="username">
      ${newPasswordFields(c, 'choose')}
      <button>${password.submit}</button>
    </form>`;
  return page(c, { title: password.title, body });
}

/** The user's password, second factor and sessions. */
export function mePage(c: PageContext, user: User) {
  const { words } = c.var;
  const { password, secondFactor, roles } = words;
  const change = html`
    <form method="post" action="/me/password" class="narrow">
      <input type="hidden" name="email" value="${user.email}" autocomplete="username">
      ${passwordField(c, 'password', 'current', password.current)}
      ${newPasswordFields(c, 'password')}
      <button>${password.submit}</button>
    </form>`;
  const signOut = html`
    <form method="post" action="/sign-out-everywhere">
      <p>${words.signOutEverywhereHint}</p>
      <button class="quiet">${words.signOutEverywhere}</button>
    </form>`;
  const body = html`
    <p class="lead">${user.email} · ${roles[user.role]}</p>
    ${card(password.change, change)}
    ${card(secondFactor.title, user.hasSecondFactor ? factorOn(c, user) : factorOff(c))}
    ${card(words.signOutEverywhere, signOut)}`;
  return page(c, { at: 'me', body });
}

function factorOn(c: PageContext, user: User): Html {
  const { secondFactor } = c.var.words;
  return html`
    <p>${secondFactor.on} ${secondFactor.recovery.left(c.var.site.people.recoveryCodesLeft(user))}</p>
    <form method="post" action="/me/second-factor/off" class="inline-form">
      ${codeField(c, 'factor')}
      <button class="quiet">${secondFactor.turnOff}</button>
    </form>`;
}

/** Offers a new secret each time, except after a failed attempt with the last one. */
function factorOff(c: PageContext): Html {
  const { user, refused } = c.var;
  const { secondFactor, copy } = c.var.words;
  const tried = refused?.typed.secret ?? '';
  const secret = isFactorSecret(tried) ? tried : newFactorSecret();
  const picture = renderSVG(factorAddress(user.email, secret), { border: 2 });
  return html`
    <p>${secondFactor.intro}</p>
    <details ${refused?.form === 'factor' ? 'open' : ''}>
      <summary>${secondFactor.setUp}</summary>
      <p>${secondFactor.scan}</p>
      <div class="qr">${raw(picture)}</div>
      ${copyable(c, 'factor-secret', secret, { label: secondFactor.secret, button: copy })}
      <form method="post" action="/me/second-factor/on" class="inline-form">
        <input type="hidden" name="secret" value="${secret}">
        ${codeField(c, 'factor', { hint: secondFactor.codeHint })}
        <button>${secondFactor.turnOn}</button>
      </form>
    </details>`;
}
