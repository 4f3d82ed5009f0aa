import type { LocalNumber } from '../src/domain/number.ts';
import { createGateway } from '../src/gateway/client.ts';

/* What sending is measured against: the same gateway client in a bare loop. Says its rate when it is done. */

const [baseUrl = '', total, warm, width] = process.argv.slice(2);
const clock = {
  now: Date.now,
  wall: Date.now,
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
const gateway = createGateway({ baseUrl, clock });
let left = Number(total);
let done = 0;
let began = 0;
await Promise.all(
  Array.from({ length: Number(width) }, async () => {
    while (left > 0) {
      left -= 1;
      const text = { apiKey: 'k', number: '01712345678' as LocalNumber, message: `hello ${left}` };
      await gateway.send(text, () => true);
      done += 1;
      if (done === Number(warm)) began = performance.now();
    }
  }),
);
process.stdout.write(`${(Number(total) - Number(warm)) / ((performance.now() - began) / 1000)}\n`);
process.exit(0);
