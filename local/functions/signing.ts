/**
 * Who calls AWS on a laptop. In the cloud each function has a role of its own; here all of them share a process and its
 * credentials. So each request to the sandbox's AWS is signed with the name of the function that makes it: the sandbox applies
 * the policies of that function's role (local/sandbox/aws/iam).
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

const running = new AsyncLocalStorage<string>();

/** `functions/tasks/poll-attempt.ts` signs as `functions.tasks.poll-attempt`: an access key has no slash. */
const accessKeyOf = (entry: string): string => entry.replace(/\.ts$/, '').replaceAll('/', '.');

/** Runs a function whose calls of AWS are its own, also those that it makes later. */
export const asFunction = <T>(entry: string, run: () => T): T => running.run(accessKeyOf(entry), run);

/** The signature of the function that runs, if it is made with this access key. */
export const asRunning = (signature: string, accessKey: string): string => {
  const key = running.getStore();
  return key === undefined ? signature : signature.replace(`Credential=${accessKey}/`, `Credential=${key}/`);
};

/** Node emits it before anything of the request is sent, in the context of whoever makes it. */
const channel = 'http.client.request.created';

/** Signs requests to this address, which carry this access key, as the functions that make them. Returns what ends it. */
export const signAsFunctions = (awsUrl: string, accessKey: string): (() => void) => {
  const { host } = new URL(awsUrl);
  const sign = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    const signature = request.getHeader('authorization');
    if (request.getHeader('host') !== host || typeof signature !== 'string') return;
    request.setHeader('authorization', asRunning(signature, accessKey));
  };
  subscribe(channel, sign);
  return () => void unsubscribe(channel, sign);
};
