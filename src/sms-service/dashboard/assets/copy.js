// @ts-check

// The dashboard's only script: Copy buttons, which are hidden without it. The pages work without it.
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
