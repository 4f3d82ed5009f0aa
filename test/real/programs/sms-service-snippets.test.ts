import { execFile, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { startDashboard } from '../../support/dashboard.ts';

/** Runs each program of the API section with the code as people copy it. */
const RUNNERS = {
  curl: { needs: 'curl', run: ['sh', '-c'] },
  php: { needs: 'php', run: ['php'] },
  python: { needs: 'python3', run: ['python3', '-c'] },
  node: { needs: process.execPath, run: [process.execPath, '--input-type=module', '-e'] },
} as const;

/** Why it can't run here; undefined if it can. With CI=true it throws instead. */
function whyNot(program: string): string | undefined {
  if (spawnSync(program, ['--version']).error === undefined) return undefined;
  const sentence = `No ${program}: its program is not tried (apt-get install ${program === 'php' ? 'php-cli' : program}).`;
  if (process.env.CI === 'true') throw new Error(sentence);
  return sentence;
}

/** Runs a program with this code and returns its output. */
function runCode([program = '', ...args]: readonly string[], code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const childArgs = program === 'php' ? args : [...args, code];
    const child = execFile(program, childArgs, (error, stdout, stderr) =>
      error ? reject(new Error(stderr, { cause: error })) : resolve(stdout),
    );
    // Only this way, PHP reads a whole file with its opening tag.
    child.stdin?.end(program === 'php' ? code : '');
  });
}

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The page's program, with a key filled in as the page says. */
async function shownProgram(kind: string) {
  const { service, signedIn } = await startDashboard();
  const { id } = service.accounts.create({ name: 'Padma', credits: '1' });
  const owner = await signedIn({ accountId: id, role: 'owner', email: 'o@x.example' });
  const page = (await owner.get('/api')).text;
  const code = unescaped(new RegExp(`<code id="code-${kind}">([\\s\\S]*?)</code>`).exec(page)?.[1] ?? '');
  expect(code).toContain('YOUR_API_KEY');
  const { key } = service.keys.create(id);
  return { service, id, code: code.replace('YOUR_API_KEY', key) };
}

describe.each(Object.entries(RUNNERS))('the %s program of the API section', (kind, { needs, run }) => {
  const why = whyNot(needs);

  it.skipIf(why)(`sends a text, and prints the reason if it is refused${why ? `: ${why}` : ''}`, async () => {
    const { service, id, code } = await shownProgram(kind);
    expect(await runCode(run, code)).toMatch(/0\.65/);
    expect(service.log.list(id)).toEqual([
      expect.objectContaining({ number: '01712345678', message: expect.stringMatching(/^Hello from \w/) }),
    ]);
    service.accounts.suspend(id);
    expect(await runCode(run, code)).toContain('ACCOUNT_SUSPENDED');
    expect(service.log.list(id)).toHaveLength(1);
  });
});
