import { expect, it } from 'vitest';
import { viewOfOperation } from '../../client/earlier-causes.ts';
import { eventText, eventWords } from '../../client/event-text.ts';
import type { DeploymentView, TimelineEvent } from '../../client/types.ts';

const causes = [
  { provider: { id: 'a', name: 'Cloud A' }, attempt: 1, cause: 'server: the quota is reached' },
  { provider: { id: 'b', name: 'Cloud B' }, attempt: 2, cause: 'database: no host' },
];

const view = {
  cause: causes,
  status: 'CREATE_FAILED',
  operation: { id: 'o' },
  providers: [{ id: 'a', name: 'Cloud A' }],
} as unknown as DeploymentView;

const event = (kind: TimelineEvent['kind'], message: string, attempt?: number): TimelineEvent => ({
  ...{ name: 'n', kind, message, at: '2026-11-27T02:19:00.000Z', operation: 'o' },
  ...(attempt !== undefined && { attempt }),
});

it('has a line for each provider that failed', () => {
  const failed = event('FAILED', 'the deployment is CREATE_FAILED: all of it in one text');
  const lines = ['Cloud A: server: the quota is reached', 'Cloud B: database: no host'];
  expect(eventWords(failed, view)).toEqual({ says: 'the deployment is CREATE_FAILED', causes: lines });
  expect(eventText(failed, view)).toBe(`the deployment is CREATE_FAILED: ${lines.join('; ')}`);
  expect(eventText({ ...failed, operation: 'an earlier one' }, view)).toBe(failed.message);
});

it('says of an attempt that failed what its provider said, and names providers elsewhere', () => {
  expect(eventWords(event('ATTEMPT_FAILED', 'the infrastructure is failed', 2), view)).toEqual({
    says: '',
    causes: ['Cloud B: database: no host'],
  });
  expect(eventText(event('PROVIDER_SAID', 'provider a: the infrastructure is pending', 1), view)).toBe(
    'provider Cloud A: the infrastructure is pending',
  );
});

it('says why attempts of earlier operations failed, once another operation has followed', () => {
  const attempts = [
    { number: 1, operation: 'before', cloudProviderName: 'a', cause: 'server: the quota is reached' },
    { number: 2, operation: 'before', cloudProviderName: 'b' },
  ];
  const told = { ...view, cause: [], status: 'UPDATE_COMPLETE' } as unknown as DeploymentView;
  const pointed = 'server: it failed at its provider; the log, which its owner sees, may say why';
  const attempt = { ...event('ATTEMPT_FAILED', `provider a: ${pointed}`, 1), operation: 'before' };
  const failed = { ...event('FAILED', `the deployment is CREATE_FAILED: Cloud A: ${pointed}`), operation: 'before' };
  expect(eventText(attempt, viewOfOperation(attempt, told, attempts))).toBe('Cloud A: server: the quota is reached');
  expect(eventText(failed, viewOfOperation(failed, told, attempts))).toBe(
    'the deployment is CREATE_FAILED: Cloud A: server: the quota is reached',
  );
  const late = { ...failed, message: 'the deployment is CREATE_FAILED: Timeout: 5 minutes are over' };
  expect(eventText(late, viewOfOperation(late, told, attempts))).toBe(late.message);
});
