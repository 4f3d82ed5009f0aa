/** Prints what a run found, past the test runner, which shows it beside a failure only. */
export function say(about: string, ...lines: string[]): void {
  for (const line of lines) process.stdout.write(`chaos, ${about}: ${line}\n`);
}
