import type { TrueState } from './true-states.ts';

const words: { readonly [state in TrueState]?: string } = {
  CREATING: 'in the queue',
  CREATED: 'in the queue',
  CONFIGURING: 'running',
  CONFIGURED: 'succeeded',
  STARTED: 'succeeded',
};

/**
 * The state of a node in words, for people. The states of TOSCA are those of machines: a job is CONFIGURING while it runs,
 * and STARTED when it has succeeded. `other`: the words for any other kind of node.
 */
export const wordOfNode = (state: TrueState, kind: string | undefined, other: string): string =>
  (kind === 'job' ? words[state] : undefined) ?? other;
