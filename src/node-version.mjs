// Loaded before each program (see package.json), in plain JavaScript that an old Node understands:
// the programs are TypeScript that only Node 24 runs, and its own error for that helps nobody.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const needed = 24;
const [major] = process.versions.node.split('.').map(Number);
if (major < needed) {
  process.stderr.write(
    `SMS for Slack needs Node ${needed} or newer and this is Node ${process.versions.node}: ` +
      `run "npm ci" without --omit=dev (it brings Node ${needed}), or install Node ${needed}.\n`,
  );
  process.exit(1);
}
// What was compiled once is kept: the next start is faster and takes 20 MB less. Where nothing can be written, it is not.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
