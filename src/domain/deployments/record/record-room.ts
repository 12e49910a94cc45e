/** The record of a deployment has 400 KB. What its workflows write later needs room too: above all, why an operation failed. */

import { TooLargeError } from '../../../foundation/errors.ts';
import type { Deployment } from './deployment.ts';

/** In bytes, as all sizes here: the most that an item of DynamoDB may have. */
const wholeRecord = 400 * 1024;

/** For the keys of the lists, the counts beside the record, a next operation, and what the store needs itself. */
const forTheRest = 6 * 1024;

/** For the provider that is tried, and for the start of a reason. */
const forWorkflows = 10 * 1024;

/** The longest part of a record is its parameters and outputs, which are stored as JSON. */
const bytesOf = (deployment: Deployment): number => Buffer.byteLength(JSON.stringify(deployment));

/** TooLargeError, with this text, if a record leaves too little room for what the workflows write. */
export const requireRoom = (deployment: Deployment, text = tooLarge): void => {
  const most = wholeRecord - forTheRest - forWorkflows;
  if (bytesOf(deployment) > most) throw new TooLargeError(text);
};

export const tooLarge =
  'the parameters and outputs of a deployment come to more than 384 KB, or the metadata of a resource to more than 400 KB: ' +
  'make them smaller, and put large texts into a file that the template names';

/** For how many bytes of texts the record has room, apart from those that it has now. A short text always has room. */
export const roomForTexts = ({ statusReason: _, statusReasonWithLogs: __, ...deployment }: Deployment): number =>
  Math.max(shortText, wholeRecord - forTheRest - bytesOf(deployment));

const shortText = 500;
