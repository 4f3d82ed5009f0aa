// @ts-check

// The one script of the dashboard: Copy buttons, which are hidden where there is no script. Everything else works without.
for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!(button instanceof HTMLButtonElement) || !navigator.clipboard) continue;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const value = document.getElementById(button.dataset.copy ?? '')?.textContent ?? '';
    await navigator.clipboard.writeText(value);
    button.textContent = button.dataset.done ?? '';
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}
