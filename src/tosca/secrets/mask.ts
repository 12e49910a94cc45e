/** Replaces a secret in everything that is shown or logged. */
export const mask = '********';
