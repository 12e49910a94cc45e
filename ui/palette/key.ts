/** What opens the palette, as people of this machine call it. */
export const paletteKey = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

/** The browser's own search field is not needed here. An editor that takes the key keeps it. */
export const isPaletteKey = ({ key, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && metaKey !== ctrlKey && !shiftKey && !altKey && !defaultPrevented;
