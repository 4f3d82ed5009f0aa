import { writeFileSync } from 'node:fs';
import { createDemo } from '../../src/demo/demo.ts';
import { launchChromium } from './chromium.ts';

/* `node test/support/screenshot.ts [file]`: makes the README's picture again from the product itself. */

const file = process.argv[2] ?? new URL('../../docs/screenshot.png', import.meta.url).pathname;

const demo = await createDemo({ log: { write: line => void process.stderr.write(line) } });
const { slack, service } = demo;
const knob = async (id: string, value: unknown) => {
  await fetch(`${slack.url}/page/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ do: 'knob', id, value }),
  });
};
const receipt = (words: RegExp) =>
  slack.waitForPost(post => post.author.kind === 'app' && words.test(post.text));

try {
  await slack.command({ user: 'nusrat', text: 'link' });
  const form = await slack.waitForView('nusrat', view => JSON.stringify(view.content).includes('api_key'));
  await slack.submit(form, { api_key: service.apiKey() });
  await slack.waitFor(() => JSON.stringify(form.content).includes('unproven'));
  await slack.closeView(form);

  slack.say({ user: 'nusrat', text: 'Truck 7 is early, who is at the Tejgaon gate?' });
  await slack.command({
    user: 'rafiq',
    text: '01712345678 Truck 7 is at gate 2. Please have the papers ready.',
  });
  await receipt(/texted/);
  slack.say({ user: 'shirin', text: 'আমি সিলেটের গ্রাহককে জানিয়ে দিচ্ছি।' });
  await knob('language', 'bn');
  await slack.command({
    user: 'shirin',
    text: '01812345679 প্রিয় গ্রাহক, আপনার পার্সেলটি আজ বিকেল পাঁচটায় সিলেট অফিসে আসছে। দয়া করে জাতীয় পরিচয়পত্র সঙ্গে আনুন। ধন্যবাদ।',
  });
  await receipt(/পাঠিয়েছেন/);
  await knob('language', 'en');
  await knob('connection-breaks', true);
  await slack.command({ user: 'rafiq', text: '01912345670 Gate 2 closes at 6 today.' });
  await receipt(/may or may not/);
  await knob('connection-breaks', false);

  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(`sessionStorage.setItem('playground.user', '${slack.person('rafiq').id}');
    localStorage.setItem('playground.hints', 'off');`);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(slack.url);
  await page.getByRole('button', { name: 'Send again' }).waitFor();
  await page.getByText('Gate 2 closes').waitFor();
  writeFileSync(file, await page.screenshot({ caret: 'hide' }));
  await browser.close();
} finally {
  await demo.close();
}
