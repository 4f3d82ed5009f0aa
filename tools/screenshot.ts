import { inStudio, pictureIn } from './pictures.ts';

/* `node tools/screenshot.ts [file]`: takes the README's picture from the product itself. */

const file = process.argv[2] ?? pictureIn('screenshot');

await inStudio('rafiq', async ({ demo: { slack }, page, knob }) => {
  const receipt = (words: RegExp) =>
    slack.waitForPost(post => post.author.kind === 'app' && words.test(post.text));

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

  await page.getByRole('button', { name: 'Send again' }).waitFor();
  await page.getByText('Gate 2 closes').waitFor();
  await page.screenshot({ path: file, caret: 'hide' });
});
