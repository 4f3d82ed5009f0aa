import { digest, story } from './story.ts';

const from = Number(process.env.SIM_SEED ?? 1);
const count = process.env.SIM_SEED ? 1 : Number(process.argv[2] ?? 20);
for (let seed = from; seed < from + count; seed++) {
  const began = performance.now();
  const it = await story(seed);
  const took = Math.round(performance.now() - began);
  process.stdout.write(
    `${seed}: ${it.commits} commits, ${it.requests} requests, ${it.crashes} crashes, ${took} ms, ${digest(it)}\n`,
  );
  for (const words of it.wrong.slice(0, 4)) process.stdout.write(`${words}\n`);
}
