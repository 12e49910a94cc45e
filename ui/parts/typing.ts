/** Whether a key goes into a field, also into one of the editor, whose inside is closed to the page. */
const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
};

/** Whether a key is for the page: nobody types, no dialog is open, and it is none of the browser's own. */
export const isForPage = (event: KeyboardEvent): boolean => {
  const { metaKey, ctrlKey, altKey, defaultPrevented } = event;
  return !(
    metaKey ||
    ctrlKey ||
    altKey ||
    defaultPrevented ||
    isTyping(event) ||
    document.querySelector('dialog[open]')
  );
};
