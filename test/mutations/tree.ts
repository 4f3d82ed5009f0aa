import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const copies: string[] = [];
process.once('exit', () => {
  for (const folder of copies) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Copies all files that git tracks or would add, with the same packages; the copy is deleted when this process ends. */
export function copyOfTree(): string {
  const to = mkdtempSync(join(tmpdir(), 'sms-mutations-'));
  copies.push(to);
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' });
  for (const file of listed.split('\0').filter(Boolean)) cpSync(file, join(to, file), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(to, 'node_modules'));
  return to;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
