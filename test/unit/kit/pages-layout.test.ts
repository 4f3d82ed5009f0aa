import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { html, sendPage } from '../../../src/kit/pages/layout.ts';

test('a value filled into a page is text, whatever it contains', () => {
  const bad = `"><script>alert('x')</script>&`;
  const { source } = html`<p title="${bad}">${[html`<b>${bad}</b>`, html`<i>${2}</i>`]}${null}${false}</p>`;
  expect(source).not.toContain('<script>');
  expect(source).toMatch(/^<p title="&quot;&gt;&lt;script&gt;alert\(&#39;x&#39;\)/);
  expect(source).toMatch(/<\/b>\n<i>2<\/i><\/p>$/);
});

test('a page runs only our script files, and names its language', () => {
  const answer = { status: 0, body: '', headers: {} as Record<string, string> };
  const response = {
    setHeader: (name: string, value: string) => void Object.assign(answer.headers, { [name]: value }),
    writeHead(status: number) {
      answer.status = status;
      return response;
    },
    end: (body: string) => void Object.assign(answer, { body }),
  };
  sendPage(response as unknown as ServerResponse, 410, {
    language: 'bn',
    title: 'STYLE $&',
    body: html`<p>x</p>`,
    script: '/people/page.js',
  });
  expect(answer.status).toBe(410);
  expect(answer.body).toContain('<html lang="bn">');
  expect(answer.body).toContain('<script type="module" src="/people/page.js"></script>');
  expect(answer.body).toContain('<h1>STYLE $&amp;</h1>');
  expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self'/);
});
