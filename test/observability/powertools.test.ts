import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log } from '../../src/foundation/log.ts';
import { namespace } from '../../src/observability/metric-names.ts';
import { emit } from '../../src/observability/metrics.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';

/** What a function writes when it runs in Lambda: through Powertools, whose console is the process's own output. */
describe('a function in Lambda', () => {
  const written: string[] = [];
  beforeEach(() => {
    written.length = 0;
    const take = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
    vi.spyOn(process.stdout, 'write').mockImplementation(take);
    vi.spyOn(process.stderr, 'write').mockImplementation(take);
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'poll-attempt');
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=557abcec3ee5a047;Sampled=1');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  const lines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);
  const context = { functionName: 'poll-attempt', awsRequestId: 'lambda-1' };
  const run = (work: () => void) => {
    const step = task(v.object({}), () => async () => work());
    return onLambda(step, {})({ deploymentId: 'd-1', operationId: 'o-1', password: 'hunter2' }, context as never);
  };

  it('writes the ids of request, deployment and operation, and the trace, on every line', async () => {
    await run(() => log('WARN', 'something odd', { count: 2 }));
    expect(lines()).toHaveLength(2);
    for (const line of lines())
      expect(line).toMatchObject({
        service: 'toscanini',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        xray_trace_id: '1-5759e988-bd862e3fe1be46a994272793',
        function_name: 'poll-attempt',
        function_request_id: 'lambda-1',
        cold_start: true,
        requestId: 'lambda-1',
        deploymentId: 'd-1',
        operationId: 'o-1',
      });
    expect(lines().map(({ level, message }) => [level, message])).toEqual([
      ['WARN', 'something odd'],
      ['INFO', 'step'],
    ]);
    expect(written.join()).not.toContain('hunter2');
  });

  it('writes a measure in the embedded metric format, with the same ids', async () => {
    await run(() => emit({ name: 'Attempts', dimensions: { provider: 'alpha', outcome: 'FAILED' } }));
    const measure = lines().find((line) => '_aws' in line);
    expect(measure).toMatchObject({
      Attempts: 1,
      provider: 'alpha',
      outcome: 'FAILED',
      deploymentId: 'd-1',
      operationId: 'o-1',
      requestId: 'lambda-1',
    });
    expect(measure?.['_aws']).toMatchObject({
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [expect.arrayContaining(['service', 'provider', 'outcome'])],
          Metrics: [{ Name: 'Attempts', Unit: 'Count' }],
        },
      ],
    });
  });

  it('measures nothing outside of Lambda', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', undefined);
    await run(() => emit({ name: 'FilesMatched' }));
    expect(lines().filter((line) => '_aws' in line)).toEqual([]);
  });
});
