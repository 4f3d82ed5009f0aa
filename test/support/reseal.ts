import { execFile } from 'node:child_process';

/** `npm run reseal`, as that runs it: what it said, on either stream, and its exit code. */
export function runReseal(environment: Record<string, string>): Promise<{ code: number; said: string }> {
  const args = ['--import', './src/node-version.mjs', 'src/reseal.ts'];
  return new Promise(resolve => {
    execFile(process.execPath, args, { env: environment }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
    });
  });
}
