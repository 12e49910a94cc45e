import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { providerRecord } from '../../src/adapters/tables/provider-record.ts';
import { exchangeToken } from '../../src/adapters/tokens/exchange.ts';
import { alertOperators } from '../../src/domain/deployments/polling/outage.ts';
import type { Attempt } from '../../src/domain/deployments/record/attempt.ts';
import type { ProviderRecord } from '../../src/domain/providers/ports.ts';
import { checkSoon } from '../../src/domain/schedules/check-soon.ts';
import { causes, needsAttention } from '../../src/foundation/attention.ts';
import { ProviderUnavailableError, UnavailableError } from '../../src/foundation/errors.ts';
import { type Fields, logThrough } from '../../src/foundation/log.ts';
import { countedSweeps } from '../../src/observability/counted-sweeps.ts';
import { failuresInARow, reportFailingProviders } from '../../src/observability/failing-providers.ts';
import { settableClock } from '../adapters/tables/samples.ts';
import { directEngine, type Engine } from '../support/engine.ts';

/** Lines that somebody has to look at; the others by their message. */
let lines: Fields[] = [];
beforeAll(() => logThrough((level, message, fields) => lines.push({ level, message, ...fields })));
beforeEach(() => {
  lines = [];
});
const attention = () => lines.flatMap((line) => ('attention' in line ? [line['attention']] : []));

describe('what needs attention', () => {
  it('is one line of an error that says what helps', () => {
    for (const cause of causes) needsAttention(cause, 'happened', { providerId: 'alpha' });
    expect(attention()).toEqual(causes);
    for (const line of lines)
      expect(line).toMatchObject({ level: 'ERROR', providerId: 'alpha', advice: expect.stringMatching(/.{20}/) });
  });

  it('is a workflow that was cut off, or had to be ended, and none that somebody stopped', async () => {
    const end = checkSoon({} as never);
    for (const status of ['FAILED', 'TIMED_OUT', 'ABORTED']) await end({ detail: { name: 'x', status, input: '{}' } });
    countedSweeps(() => {}).swept();
    expect(attention()).toEqual(['workflow-failed', 'workflow-failed', 'workflow-lost']);
  });

  it('is an outage that lasts, and credentials that are refused from the first call on', () => {
    const away = new ProviderUnavailableError('nobody answers');
    const refused = new ProviderUnavailableError('refused', { outageCause: 'credentials-refused' });
    alertOperators('alpha', away, false);
    expect(lines).toEqual([]);
    alertOperators('alpha', away, true);
    alertOperators('alpha', refused, false);
    expect(attention()).toEqual(['provider-away', 'credentials-refused']);
  });

  it('is an issuer that refuses our own secret, which is no word on the user', async () => {
    const answer = (error: string) => async () => Response.json({ error }, { status: 401 });
    const client = {
      issuer: 'https://iam.example',
      clientId: 'us',
      clientSecret: 's',
      tokenEndpoint: 'https://iam.example/token',
    };
    const ask = (error: string) => exchangeToken({ ...client, fetch: answer(error) as typeof fetch }, 'token');
    await expect(ask('invalid_grant')).rejects.toMatchObject({ name: 'ForbiddenError' });
    expect(lines).toEqual([]);
    await expect(ask('invalid_client')).rejects.toThrow(UnavailableError);
    expect(attention()).toEqual(['credentials-refused']);
  });
});

describe('a provider', () => {
  let engine: Engine;
  let record: ProviderRecord;
  beforeAll(async () => {
    engine = await directEngine();
    record = providerRecord({ client: engine.client, table: engine.tables.deployments, clock: settableClock() });
  });
  afterAll(() => engine.stop());
  const attemptAt = (providerId: string, deploymentId: string) => ({ providerId, deploymentId, number: 1 }) as Attempt;

  it('needs attention once five attempts in a row have failed, of whichever deployments, until one succeeds', async () => {
    const ended = reportFailingProviders(record);
    for (let n = 1; n < failuresInARow; n++) await ended(attemptAt('alpha', `d-${n}`), false);
    await ended(attemptAt('beta', 'd-5'), false);
    expect(lines).toEqual([]);
    await ended(attemptAt('alpha', 'd-5'), false);
    await ended(attemptAt('alpha', 'd-6'), false);
    expect(lines.map(({ failures, providerId }) => [providerId, failures])).toEqual([
      ['alpha', 5],
      ['alpha', 6],
    ]);
    await ended(attemptAt('alpha', 'd-7'), true);
    await ended(attemptAt('alpha', 'd-8'), false);
    expect(attention()).toEqual(['provider-failing', 'provider-failing']);
  });

  it('is known to have no room when its failure says so, in its own words or in its log', async () => {
    const said: (string | undefined)[] = [];
    const failed = async (_: string, __: object, noRoom?: string) => said.push(noRoom);
    const ended = reportFailingProviders({ failed, succeeded: async () => {} });
    await ended({ ...attemptAt('zeta', 'd-1'), reason: 'server: No valid host was found' }, false);
    await ended({ ...attemptAt('zeta', 'd-2'), reason: 'it failed', quotedLog: 'Quota exceeded for cores' }, false);
    await ended({ ...attemptAt('zeta', 'd-3'), reason: 'the image is gone' }, false);
    expect(said).toEqual(['server: No valid host was found', 'Quota exceeded for cores', undefined]);
  });

  it('is not counted twice for a step that is repeated', async () => {
    for (let n = 0; n < 3; n++) expect(await record.failed('gamma', attemptAt('gamma', 'd-1'))).toBe(1);
  });

  it('is counted up to a hundred, so that its item does not grow for ever', async () => {
    const counts = [];
    for (let n = 0; n < 103; n++) counts.push(await record.failed('delta', attemptAt('delta', `d-${n}`)));
    expect(counts.slice(-4)).toEqual([100, 100, 100, 100]);
  });

  it('that cannot be counted stops no attempt', async () => {
    const failing = { failed: () => Promise.reject(new UnavailableError('DynamoDB')), succeeded: async () => {} };
    await reportFailingProviders(failing)(attemptAt('alpha', 'd-1'), false);
    expect(lines).toMatchObject([{ level: 'WARN', message: 'the outcome of an attempt was not counted' }]);
  });
});
