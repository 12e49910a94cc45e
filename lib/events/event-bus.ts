import type { Stack } from 'aws-cdk-lib';

/** The bus that has the events of all deployments (docs/events.md). */
export const busName = (installation: string): string => `${installation}-events`;

export const busArn = (stack: Stack, installation: string): string =>
  stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: busName(installation) });
