import { execFile } from 'node:child_process';

/** The output of an operator's command, on either stream, and its exit code. */
type Said = { code: number; said: string };

/** Runs what `npm run <command>` runs. */
export function runCommand(
  command: 'reseal' | 'quarantine' | 'people' | 'backup' | 'restore' | 'doctor',
  environment: Record<string, string>,
  args: readonly string[] = [],
): Promise<Said> {
  const all = ['--import', './src/node-version.mjs', 'src/commands/run.ts', command, ...args];
  return new Promise(resolve => {
    execFile(process.execPath, all, { env: environment }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
    });
  });
}
