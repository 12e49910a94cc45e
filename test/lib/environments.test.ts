import type { Context } from 'aws-lambda';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { permissions } from '../../lib/permissions/permissions.ts';
import { exampleConfiguration, templates } from './stacks.ts';

const before = { ...process.env };
/** Nothing listens there: a function that gets as far as a call fails, and that is far enough. */
const nowhere = {
  AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
  AWS_REGION: 'eu-south-1',
  AWS_MAX_ATTEMPTS: '1',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
};
const nobody = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' };

/** Every function with the variables that the template gives to it, and no others. */
describe('the environment of each function', () => {
  let variables: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  beforeAll(() => {
    // so that there is a function that publishes events
    const { service } = templates({ ...exampleConfiguration, events: { bus: true } });
    const functions = Object.values(service.findResources('AWS::Lambda::Function'));
    variables = new Map(
      functions.map(({ Properties, Metadata }) => [Metadata['toscanini:entry'], Properties.Environment.Variables]),
    );
  });
  beforeEach(() => {
    vi.resetModules();
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    process.env = { ...before };
  });

  it.each(Object.keys(permissions))('has what %s asks for', async (name) => {
    const entry = `functions/${name}.ts`;
    const { handler } = (await import(/* @vite-ignore */ `../../${entry}`)) as {
      handler: (event: unknown, context: Context) => unknown;
    };
    const given = Object.entries(variables.get(entry) ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : filledIn(value),
    ]);
    process.env = { ...nowhere, ...nobody, ...Object.fromEntries(given), NODE_OPTIONS: '' };
    const complaint = await call(handler);
    expect(complaint).not.toMatch(/environment variable .* (is not set|has the wrong form)/);
  });
});

/** A text with values that only CloudFormation knows; JSON stays JSON. */
const filledIn = (value: unknown): string => {
  const parts = (value as { readonly 'Fn::Join'?: readonly [string, readonly unknown[]] })['Fn::Join']?.[1] ?? [];
  const text = parts.map((part) => (typeof part === 'string' ? part : 'eu-south-1')).join('');
  return text.startsWith('{') ? text : 'arn:aws:states:eu-south-1:1:stateMachine:x';
};

/** What it throws at an event that means nothing to it. */
const call = async (handler: (event: unknown, context: Context) => unknown): Promise<string> => {
  try {
    await handler({}, { awsRequestId: 'x' } as Context);
    return '';
  } catch (error) {
    return String(error);
  }
};
