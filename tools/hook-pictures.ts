import { inStudio, pictureIn, take } from './pictures.ts';

/* `node tools/hook-pictures.ts`: takes the pictures of docs/hooks.md and docs/alerts.md from the product itself. */

await inStudio('nusrat', async ({ demo, page, knob }) => {
  const { slack, service } = demo;
  const bench = page.getByRole('dialog', { name: /Alert bench/ });
  const press = (name: string) => bench.getByRole('button', { name, exact: true }).click();
  const openBench = () => page.getByRole('button', { name: 'Alert bench' }).click();
  const close = () => page.keyboard.press('Escape');
  const post = page.getByRole('article').filter({ hasText: 'Alert bench' }).last();

  await page.getByRole('button', { name: /^on-call/ }).click();
  await openBench();
  await bench.getByRole('switch').click();
  await press('Fire');
  await bench.getByText('202', { exact: true }).nth(1).waitFor();
  await press('Repeat');
  await bench.getByText('202', { exact: true }).nth(2).waitFor();
  await take('hooks-bench', bench);
  await close();

  // Without an acknowledgement, the next step is texted.
  await knob('clock', '10');
  await post.filter({ hasText: /Text to @Rafiq, @Nusrat/ }).waitFor({ timeout: 90_000 });
  await knob('clock', '1');
  await take('hooks-post', post);

  const phone = await page
    .context()
    .browser()
    ?.newPage({
      viewport: { width: 320, height: 568 },
      colorScheme: 'light',
    });
  if (!phone) throw new Error('The page has no browser');
  await phone.goto(/http:\S+$/.exec(service.texts()[1]?.message ?? '')?.[0] ?? '');
  await phone.screenshot({ path: pictureIn('hooks-phone'), fullPage: true });
  await phone.getByRole('button').click();
  await phone.getByText('You have it').waitFor();
  await phone.close();
  await post.getByText('Acknowledged by').waitFor();
  await take('hooks-acknowledged', post);

  await openBench();
  await press('Resolve');
  await knob('clock', '10');
  await slack.waitFor(() => service.texts().length === 4, 'that both know that it is over');
  await knob('clock', '1');
  await press('Storm');
  await bench.getByText('100 of 100').waitFor();
  await close();
  // The last lines of the sixth post, which all further groups share.
  await post.getByRole('button', { name: 'Acknowledge all' }).waitFor();
  await post.getByText(/Text to @Rafiq.*: accepted/).waitFor();
  await take('hooks-storm', post, post.getByText('CRITICAL').nth(-3));

  await slack.command({ user: 'nusrat', text: 'hooks' });
  const modal = page.locator('#modal');
  await modal.getByRole('button', { name: 'Change' }).last().click();
  await modal.getByText('If nobody acknowledges').first().waitFor();
  await page.evaluate(`[...document.querySelectorAll('#modal *')]
    .findLast(node => node.textContent === 'If nobody acknowledges').scrollIntoView()`);
  await take('hooks-escalation', modal);
});
