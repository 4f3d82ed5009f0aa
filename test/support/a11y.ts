import type { Page } from 'playwright-core';

const CONTROLS = new Set([
  'button',
  'checkbox',
  'combobox',
  'dialog',
  'link',
  'listbox',
  'menu',
  'menuitem',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'spinbutton',
  'switch',
  'textbox',
]);

interface AxNode {
  ignored?: boolean;
  role?: { value?: string };
  name?: { value?: string };
  backendDOMNodeId?: number;
}

/** The role of every control without a name, as the browser reports it to assistive software. */
export async function unnamedControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  await session.detach();
  return nodes
    .filter(node => !node.ignored && CONTROLS.has(node.role?.value ?? '') && !node.name?.value?.trim())
    .map(node => `${node.role?.value} #${node.backendDOMNodeId}`);
}

/** What overflows the page, or its box, on the right. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const out = [];
    if (document.documentElement.scrollWidth > innerWidth) out.push('the page');
    for (const box of document.querySelectorAll('.knob, .post-body, .dialog-body, .hint-card, .composer, .phone, .text, .menu, .channel-head, .workspace, .who')) {
      const { width, right } = box.getBoundingClientRect();
      if (width === 0) continue;
      for (const one of box.querySelectorAll('*:not(.visually-hidden)')) {
        if (one.getClientRects().length > 0 && one.getBoundingClientRect().right > right + 1) out.push(box.className + ' > ' + (one.className || one.tagName));
      }
    }
    return out;
  })()`);
}
