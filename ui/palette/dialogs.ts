/** What is loaded when the first of these dialogs is opened. */

export { Keys } from './keys.tsx';
export { Palette } from './palette.tsx';
