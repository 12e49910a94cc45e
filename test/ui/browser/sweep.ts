/** One look over a page at every width, in forced colours and by the keyboard alone: what of it cannot be reached or read. */

import type { Page } from 'playwright-core';
import { violationsOf } from './axe.ts';

const widths = [320, 390, 1024, 1440, 2560] as const;

/** What the functions below have in the page. They are sent there as text, so they can use nothing of this file. */
interface Tools {
  /** the dialog that is open, or the page */
  readonly scope: () => ParentNode;
  readonly nameOf: (element: Element) => string;
  /** what somebody can press or fill in, and sees */
  readonly controls: () => readonly HTMLElement[];
  /** the element, and what may carry the mark of its focus */
  readonly isMarked: (element: Element) => boolean;
}

type WithTools = typeof globalThis & { readonly tools: Tools };

const install = (): void => {
  const scope: Tools['scope'] = () => document.querySelector('dialog[open]') ?? document.body;
  const isOutlined = (one: Element): boolean =>
    [undefined, '::before', '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one, part);
      return outlineStyle !== 'none' && outlineWidth !== '0px';
    });
  const tools: Tools = {
    scope,
    nameOf: (element) => {
      const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${text.trim().slice(0, 40)}"`;
    },
    controls: () =>
      [
        ...scope().querySelectorAll<HTMLElement>(
          ':is(a[href], summary), :is(button, input, select, textarea):not(:disabled)',
        ),
      ].filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })),
    isMarked: (element) =>
      [element, ...element.querySelectorAll('*'), element.nextElementSibling, element.closest('label, .search-field')]
        .filter((one) => one !== null)
        .some(isOutlined),
  };
  Object.assign(globalThis, { tools });
};

/** What is beyond an edge or covered, and texts that are cut with no way to read all of them. */
const misplaced = (): readonly string[] => {
  const { scope, nameOf, controls } = (globalThis as WithTools).tools;
  const tooWide = document.documentElement.scrollWidth - innerWidth;
  const covered = controls().flatMap((element) => {
    // cards are moved with the picture
    if (element.closest('[inert], .skip, .topo-world') !== null) return [];
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const boxes = [...element.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const isHit = boxes.some(({ left, right, top, bottom }) => {
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return at !== null && (element.contains(at) || at.contains(element));
    });
    return boxes.length === 0 || isHit ? [] : [`covered: ${nameOf(element)}`];
  });
  const isCut = (element: HTMLElement): boolean =>
    element.scrollWidth > element.clientWidth + 1 &&
    element.clientWidth > 2 &&
    ['hidden', 'clip'].includes(getComputedStyle(element).overflowX) &&
    !element.matches('input, .topo-canvas, .skip') &&
    getComputedStyle(element).clipPath === 'none' && // what is for screen readers alone
    element.checkVisibility({ visibilityProperty: true });
  const cut = [...scope().querySelectorAll<HTMLElement>('*')].filter(isCut).filter((element) => {
    const whole = element.closest('[title], [aria-label]') ?? element.querySelector('[title]');
    return getComputedStyle(element).textOverflow !== 'ellipsis' || whole === null;
  });
  scrollTo(0, 0);
  return [
    ...(tooWide > 0 ? [`the page is ${tooWide} pixels too wide`] : []),
    ...covered,
    ...cut.map((element) => `cut, and nothing tells the whole: ${nameOf(element)}`),
  ];
};

/** Forgets which controls had the focus, and begins at the top of the page, or within the dialog. */
const begin = (): boolean => {
  for (const one of document.querySelectorAll('[data-swept]')) one.removeAttribute('data-swept');
  const isDialog = document.querySelector('dialog[open]') !== null;
  if (!isDialog && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  scrollTo(0, 0);
  return isDialog;
};

interface Stop {
  /** 1, 2 … in the order of Tab */
  readonly number: number;
  readonly isEditor: boolean;
  readonly faults: readonly string[];
}

/** What has the focus; undefined: nothing of the page. */
const focused = (): Stop | undefined => {
  const { nameOf, isMarked } = (globalThis as WithTools).tools;
  const element = document.activeElement;
  if (element === null || element === document.body) return undefined;
  const inner = element.shadowRoot?.activeElement ?? element;
  if (!inner.hasAttribute('data-swept'))
    inner.setAttribute('data-swept', `${document.querySelectorAll('[data-swept]').length + 1}`);
  const { left, right, top, bottom, width } = inner.getBoundingClientRect();
  const isInSight = width > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const isEditor = inner.classList.contains('cm-content');
  return {
    number: Number(inner.getAttribute('data-swept')),
    isEditor,
    faults: [
      ...(isInSight ? [] : [`out of sight with the focus: ${nameOf(inner)}`]),
      // an editor shows its cursor
      ...(isEditor || isMarked(inner) ? [] : [`nothing marks the focus: ${nameOf(inner)}`]),
    ],
  };
};

/** Controls that Tab has not got to. Arrows move among radio buttons, and in a group of which one stop is enough. */
const missed = (): readonly string[] => {
  const { nameOf, controls } = (globalThis as WithTools).tools;
  return controls()
    .filter((one) => one.tabIndex >= 0 && !one.hasAttribute('data-swept') && !one.matches('[type=radio]'))
    .map((one) => `Tab does not get to: ${nameOf(one)}`);
};

/** Goes through the page by Tab: each stop is in sight and marked, and every control is a stop. */
const byKeyboard = async (page: Page): Promise<readonly string[]> => {
  const faults: string[] = [];
  const isDialog = await page.evaluate(begin);
  let last = 0;
  for (let presses = isDialog ? 0 : 1; presses < 900; presses += 1) {
    if (presses > 0) await page.keyboard.press('Tab');
    const stop = await page.evaluate(focused);
    // the browser's own bars come after the last one
    if (stop === undefined && isDialog) continue;
    if (stop === undefined || stop.number < last) break;
    // a date has several stops within one field
    if (stop.number > last) faults.push(...stop.faults);
    last = stop.number;
    if (stop.isEditor) await page.keyboard.press('Escape');
  }
  return [...faults, ...(await page.evaluate(missed))];
};

/** Controls whose focus nothing marks, once somebody uses the keyboard. */
const unmarked = (): readonly string[] => {
  const { nameOf, controls, isMarked } = (globalThis as WithTools).tools;
  const before = document.activeElement;
  const faults = controls().flatMap((one) => {
    one.focus({ preventScroll: true });
    return document.activeElement !== one || isMarked(one) ? [] : [`nothing marks the focus: ${nameOf(one)}`];
  });
  if (before instanceof HTMLElement) before.focus();
  return faults;
};

/** Faults of the page as it is, or of the dialog that is open on it. */
export const sweep = async (page: Page): Promise<readonly string[]> => {
  const faults = new Set<string>();
  const add = (where: string, found: readonly string[]): void => {
    for (const fault of found) faults.add(`${where}: ${fault}`);
  };
  await page.evaluate(install);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    add(`${width}`, await page.evaluate(misplaced));
  }
  add('by keyboard', await byKeyboard(page));
  await page.emulateMedia({ forcedColors: 'active' });
  add('forced colours', await page.evaluate(unmarked));
  await page.emulateMedia({ forcedColors: 'none' });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    add(`${width}`, await violationsOf(page));
  }
  return [...faults];
};
