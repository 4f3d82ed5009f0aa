import { permissionsOf } from '../people/roles.ts';
import type { Account, ApiKey } from '../store/accounts.ts';
import type { User } from '../store/people.ts';
import type { LogLine } from '../store/texts.ts';
import { apiPage, askRevoking, makeKey, revokeKey } from './account/api.ts';
import { creditsPage, csvFile } from './account/credits.ts';
import { entryPage, refusedPage, searchedLog } from './account/log.ts';
import { overviewPage } from './account/overview.ts';
import { chooseLanguage } from './choose-language.ts';
import { type Answered, idOf, type PageContext, readSession } from './context.ts';
import { notFound } from './layout.ts';
import * as operators from './operators.ts';
import { askRemoval, invitePerson, newLink, peoplePage, remove } from './people.ts';
import * as signIn from './sign-in.ts';

/** The users that a route is for. */
type Audience =
  | 'everybody'
  /** The password was right, and the code from the phone is missing. */
  | 'awaits-code'
  /** Signed in, in any role. */
  | 'user'
  /** Has an account open: their own, or an operator any account. */
  | 'viewer'
  /** Has an account open, and isn't a viewer. */
  | 'owner'
  | 'operator';

/** The kinds of subject that the id in a route's path names. */
interface Subjects {
  nothing: undefined;
  /** The signed-in user. */
  self: User;
  /**
   * Any other user. Users can't act on themselves, because a new link asks for no proof and a removal could lock out
   * the last operator.
   */
  another: User;
  /** Another user of the open account. */
  colleague: User;
  key: ApiKey;
  text: LogLine;
  account: Account;
}

interface RouteOn<About extends keyof Subjects> {
  method: 'GET' | 'POST';
  path: string;
  audience: Audience;
  about: About;
  /** The proof that a signed-in user must give again, which `answer` checks; null if there is none. */
  asks: 'password' | 'code' | null;
  answer(c: PageContext, subject: Subjects[About]): Answered;
}

export type Route = { [About in keyof Subjects]: RouteOn<About> }[keyof Subjects];

type Answer<About extends keyof Subjects> = RouteOn<About>['answer'];

/** Builds an entry of the table. */
const route = <About extends keyof Subjects>(
  call: `${'GET' | 'POST'} /${string}`,
  audience: Audience,
  about: About,
  answer: Answer<About>,
  asks: RouteOn<About>['asks'] = null,
): Route => {
  const [method, path] = call.split(' ');
  return { method, path, audience, about, answer, asks } as Route;
};

/** All routes of the dashboard. The first match answers. */
export const routes: readonly Route[] = [
  route('GET /', 'viewer', 'nothing', overviewPage),
  route('GET /api', 'viewer', 'nothing', apiPage),
  route('POST /keys', 'owner', 'nothing', makeKey),
  route('GET /keys/:id/revoke', 'owner', 'key', askRevoking),
  route('POST /keys/:id/revoke', 'owner', 'key', revokeKey),
  route('GET /log', 'viewer', 'nothing', searchedLog),
  route('GET /log/refused', 'viewer', 'nothing', refusedPage),
  route('GET /log/:id', 'viewer', 'text', entryPage),
  route('GET /log.csv', 'viewer', 'nothing', csvFile),
  route('GET /credits', 'viewer', 'nothing', creditsPage),

  route('GET /people', 'viewer', 'nothing', peoplePage),
  route('POST /people', 'owner', 'nothing', invitePerson),
  route('POST /people/:id/link', 'owner', 'colleague', newLink),
  route('GET /people/:id/remove', 'owner', 'colleague', askRemoval),
  route('POST /people/:id/remove', 'owner', 'colleague', remove),

  route('GET /sign-in', 'everybody', 'nothing', signIn.signInPage),
  route('POST /sign-in', 'everybody', 'nothing', signIn.signIn),
  route('GET /sign-in/code', 'awaits-code', 'nothing', signIn.codePage),
  route('POST /sign-in/code', 'awaits-code', 'nothing', signIn.enterCode),
  route('POST /sign-out', 'everybody', 'nothing', signIn.signOut),
  route('POST /sign-out-everywhere', 'everybody', 'nothing', signIn.signOutEverywhere),
  route('GET /password/:link', 'everybody', 'nothing', signIn.passwordPage),
  route('POST /password/:link', 'everybody', 'nothing', signIn.choosePassword),
  route('POST /language', 'everybody', 'nothing', chooseLanguage),

  route('GET /me', 'user', 'self', signIn.mePage),
  route('POST /me/password', 'user', 'self', signIn.changePassword, 'password'),
  route('POST /me/second-factor/on', 'user', 'self', signIn.turnOnSecondFactor),
  route('POST /me/second-factor/off', 'user', 'self', signIn.turnOffSecondFactor, 'code'),

  route('GET /operators', 'operator', 'nothing', operators.accountsPage),
  route('POST /operators/accounts', 'operator', 'nothing', operators.makeAccount),
  route('POST /operators/close', 'operator', 'nothing', operators.closeAccount),
  route('GET /operators/accounts/:id', 'operator', 'account', operators.accountPage),
  route('POST /operators/accounts/:id/open', 'operator', 'account', operators.openAccount),
  route('POST /operators/accounts/:id/top-up', 'operator', 'account', operators.topUp),
  route('POST /operators/accounts/:id/correct', 'operator', 'account', operators.correct),
  route('POST /operators/accounts/:id/suspend', 'operator', 'account', operators.suspend),
  route('POST /operators/accounts/:id/activate', 'operator', 'account', operators.activate),
  route('POST /operators/accounts/:id/terms', 'operator', 'account', operators.setTerms),
  route('POST /operators/accounts/:id/users', 'operator', 'account', operators.inviteToAccount),
  route('GET /operators/service', 'operator', 'nothing', operators.servicePage),
  route('POST /operators/service/users', 'operator', 'nothing', operators.inviteOperator),
  route('POST /operators/users/:id/link', 'operator', 'another', newLink),
  route('GET /operators/users/:id/remove', 'operator', 'another', askRemoval),
  route('POST /operators/users/:id/remove', 'operator', 'another', remove),
];

/** Answers a route for its audience. For other users the page doesn't exist. */
export function guarded({ audience, about, answer }: Route) {
  return (c: PageContext): Answered => {
    const rejection = reject(c, audience);
    if (rejection !== null) return rejection;
    const subject = SUBJECTS[about](c);
    // The table's types ensure that a route's answer takes its subject.
    return subject === null
      ? notFound(c)
      : (answer as (c: PageContext, subject: unknown) => Answered)(c, subject);
  };
}

/** The answer for users outside the audience; null for users in it. Also sets the variables that pages use. */
function reject(c: PageContext, audience: Audience): Answered | null {
  const { visitor, site } = c.var;
  if (audience === 'everybody') return null;
  if (audience === 'awaits-code' && site.people.awaitsCode(readSession(c) ?? '')) return null;
  if (audience === 'awaits-code' || visitor === null) return c.redirect('/sign-in', 303);
  const { user, accountId } = visitor;
  c.set('user', user);
  c.set('manage', site.manage(user.email));
  if (audience === 'user') return null;
  if (audience === 'operator') return user.role === 'operator' ? null : notFound(c);
  if (accountId === null) return c.redirect('/operators', 303);
  const permissions = permissionsOf(user.role);
  c.set('account', site.store.accounts.get(accountId));
  c.set('permissions', permissions);
  return audience === 'viewer' || permissions.manage ? null : notFound(c);
}

/** Functions that find a request's subject; null, or an InputError, if the user has no such subject. */
const SUBJECTS: { [About in keyof Subjects]: (c: PageContext) => Subjects[About] | null } = {
  nothing: () => undefined,
  self: c => c.var.user,
  another(c) {
    const user = c.var.manage.users.get(idOf(c));
    return user.id === c.var.user.id ? null : user;
  },
  colleague(c) {
    const user = SUBJECTS.another(c);
    return user?.accountId === c.var.account.id ? user : null;
  },
  key: c => c.var.manage.keys.list(c.var.account.id).find(({ id }) => id === idOf(c)) ?? null,
  text: c => c.var.site.store.log.line(c.var.account.id, idOf(c)),
  account: c => c.var.site.store.accounts.get(idOf(c)),
};
