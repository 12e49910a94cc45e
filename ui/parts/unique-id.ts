import { useState } from 'preact/hooks';

let given = 0;

/**
 * An id that no other element of the document has. Preact's own `useId` counts within what is rendered together, and a dialog is
 * rendered apart from its page: both would begin with the same.
 */
export const useUniqueId = (): string => useState(() => `id-${++given}`)[0];
