import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SESSION_MS } from '../people/people.ts';
import type { PageContext } from './site.ts';

/**
 * The session's token in the browser. `Secure` and bound to exactly this host, unless the browser is on this machine,
 * where there is no TLS; there the name contains the port, since all ports of a host share its cookies.
 */
function cookieOf(c: PageContext): { name: string; options: { secure: boolean; prefix?: 'host' } } {
  const { hostname, port } = new URL(c.req.url);
  const here = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) && !c.var.site.behindProxy;
  if (here) return { name: `sms_session_${port}`, options: { secure: false } };
  return { name: 'sms_session', options: { secure: true, prefix: 'host' } };
}

export function readSession(c: PageContext): string | undefined {
  const { name, options } = cookieOf(c);
  return getCookie(c, name, options.prefix);
}

export function writeSession(c: PageContext, token: string): void {
  const { name, options } = cookieOf(c);
  const kept = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: SESSION_MS / 1000 } as const;
  setCookie(c, name, token, { ...kept, ...options });
}

export function forgetSession(c: PageContext): void {
  const { name, options } = cookieOf(c);
  deleteCookie(c, name, { path: '/', ...options });
}
