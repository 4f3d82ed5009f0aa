/** Prints what a run found directly, since the test runner would show it only beside a failure. */
export function say(about: string, ...lines: string[]): void {
  for (const line of lines) process.stdout.write(`chaos, ${about}: ${line}\n`);
}
