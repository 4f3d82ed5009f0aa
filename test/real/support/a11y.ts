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

/** Elements that overflow the page, or their box, on the right. */
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

/** Texts with a contrast below 4.5 to 1, by the colours that the browser computes. WCAG 2.2, 1.4.3. */
export function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'Canvas';
    const canvas = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
    const behind = node => {
      if (!node) return numbers(canvas);
      const own = numbers(getComputedStyle(node).backgroundColor);
      return own[3] === 0 ? behind(node.parentElement) : own;
    };
    const light = colour => {
      const [r, g, b] = colour.map(it => it / 255).map(it => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const faint = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      if (!data.trim()) continue;
      const [low, high] = [numbers(getComputedStyle(parentElement).color), behind(parentElement)].map(light).sort((a, b) => a - b);
      if ((high + 0.05) / (low + 0.05) < 4.5) faint.push(data.trim());
    }
    return faint;
  })()`);
}
