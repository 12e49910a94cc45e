import { cleanedText } from './log.ts';
import { framesOf, messageOf, nameOf } from './sanitised-error.ts';

/** Most characters of a message: a workflow's Cause holds 32,768, including name, stack trace and JSON escapes. */
const longest = 12_000;

const frames = 10;

/**
 * Removes secrets from an error before it leaves the function. Keeps the name, which workflows match on, and the masked
 * message and stack frames. Lambda prints every error that it gets ("Invoke Error") with all its fields, and passes it to
 * the workflow's history, without our log. Causes and fields are in our own line, masked.
 */
export const sanitisedForCaller = (thrown: unknown): Error => {
  const error = new Error(messageForCaller(thrown));
  const name = cleanedText(nameOf(thrown)).slice(0, 256);
  const stack = [name, ...framesOf(thrown, frames).map((frame) => `    ${frame}`)].join('\n');
  const hidden = { enumerable: false, configurable: true, writable: true };
  return Object.defineProperties(error, { name: { ...hidden, value: name }, stack: { ...hidden, value: stack } });
};

/** The message alone. The stack is not touched, because Node reads every source map that it needs to write one. */
export const messageForCaller = (thrown: unknown): string => messageOf(thrown, longest);
