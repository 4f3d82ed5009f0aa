import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

const FILE = 'second-tries.log';

/**
 * Names each test that passed only at its second try, with the failure of the first: at the end, and in a
 * file.
 */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap(module =>
      [...module.children.allTests()].flatMap(test => {
        if (!test.diagnostic()?.retryCount || test.result().state !== 'passed') return [];
        const [first] = test.result().errors ?? [];
        return [`${module.relativeModuleId} > ${test.fullName}: ${first?.message ?? 'no message'}`];
      }),
    );
    if (lines.length === 0) return;
    process.stdout.write(
      `${lines.length} passed at the second try:\n${lines.map(line => `  ${line}\n`).join('')}`,
    );
    const now = new Date().toISOString();
    appendFileSync(FILE, lines.map(line => `${now} ${JSON.stringify(line)}\n`).join(''));
  }
}
