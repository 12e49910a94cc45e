import { cleanedText } from './log.ts';
import { framesOf, messageOf, nameOf } from './sanitised-error.ts';

/** Characters of a message: a workflow's Cause holds 32,768 with name, trace and the escapes of JSON. */
const longest = 12_000;

const frames = 10;

/**
 * What may leave a function of an error that was thrown in it: the name, which workflows match on, and the message and where it
 * was thrown, both masked. Lambda prints whatever it gets ("Invoke Error") with all its fields and hands it to the workflow's
 * history, past every line of ours; causes and fields stand in our own line, masked.
 */
export const bare = (thrown: unknown): Error => {
  const error = new Error(messageOf(thrown, longest));
  const name = cleanedText(nameOf(thrown)).slice(0, 256);
  const stack = [name, ...framesOf(thrown, frames).map((frame) => `    ${frame}`)].join('\n');
  const hidden = { enumerable: false, configurable: true, writable: true };
  return Object.defineProperties(error, { name: { ...hidden, value: name }, stack: { ...hidden, value: stack } });
};
