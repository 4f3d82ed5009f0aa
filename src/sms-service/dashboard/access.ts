import type { Handler } from 'hono';
import { z } from 'zod';
import type { Management } from '../management.ts';
import type { Visitor } from '../people/people.ts';
import { type Rights, rightsOf } from '../people/roles.ts';
import type { Account } from '../store/accounts.ts';
import { notFound } from './problem-pages.ts';
import type { Env, PageContext } from './site.ts';

/** Somebody who is looking at an account. */
export interface AccountLook {
  visitor: Visitor;
  account: Account;
  rights: Rights;
  manage: Management;
}

type Reply = Response | Promise<Response>;

/** A page for anybody who is signed in and has an account open. */
export function forAccount(page: (c: PageContext, look: AccountLook) => Reply): Handler<Env> {
  return c => {
    const { visitor, site } = c.var;
    if (visitor === null) return c.redirect('/sign-in', 303);
    if (visitor.accountId === null) return c.redirect('/operators', 303);
    const account = site.store.accounts.get(visitor.accountId);
    const { role, email } = visitor.user;
    return page(c, { visitor, account, rights: rightsOf(role), manage: site.manage(email) });
  };
}

/** A page for operators; everybody else is told there is no such page. */
export function forOperators(
  page: (c: PageContext, look: { visitor: Visitor; manage: Management }) => Reply,
): Handler<Env> {
  return c => {
    const { visitor, site } = c.var;
    if (visitor === null) return c.redirect('/sign-in', 303);
    if (visitor.user.role !== 'operator') return notFound(c);
    return page(c, { visitor, manage: site.manage(visitor.user.email) });
  };
}

const idSchema = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** The id in the path; null if there is no valid one. */
export function idOf(c: PageContext): number | null {
  return idSchema.safeParse(c.req.param('id')).data ?? null;
}
