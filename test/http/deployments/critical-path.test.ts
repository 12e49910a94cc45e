import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Accepting, acceptingOver } from '../../support/accepting.ts';
import { pathOf } from '../../support/critical-path.ts';
import { type Engine, startEngine } from '../../support/engine.ts';

let engine: Engine;
let accepting: Accepting;

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  engine = await startEngine();
  accepting = acceptingOver(engine);
});
afterAll(async () => {
  await engine.stop();
  vi.restoreAllMocks();
});

const node = '      type: tosca.nodes.Compute\n';
const template = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web:
${node}    database:
${node}`;

const path = (headers?: Readonly<Record<string, string>>) =>
  accepting.calls.pathOf(async () =>
    expect(await accepting.post({ template }, headers)).toMatchObject({ statusCode: 201 }),
  );

describe('what a client waits for until its deployment is accepted', () => {
  it('is three calls in sequence: store what is needed, make it visible, start it', async () => {
    expect(await path()).toEqual({
      calls: 6,
      inSequence: 3,
      atOnce: 3,
      shown: 'PutObject ‖ PutObject ‖ BatchWriteItem → TransactWriteItems → StartExecution ‖ TransactWriteItems',
    });
  });

  it('is six with an Idempotency-Key: claim it first, ask whether it is still held, store the answer last', async () => {
    const { calls, inSequence, shown } = await path({ 'Idempotency-Key': 'once' });
    expect({ calls, inSequence }).toEqual({ calls: 9, inSequence: 6 });
    expect(shown).toMatch(/^PutItem → .*GetItem.* → BatchWriteItem.* → .* → UpdateItem$/);
  });
});

describe('a critical path', () => {
  const call = (name: string, began: number, ended: number) => ({ name, began, ended });

  it('counts only calls that cannot overlap', () => {
    expect(pathOf([])).toEqual({ calls: 0, inSequence: 0, atOnce: 0, shown: '' });
    const long = call('long', 0, 7);
    const made = [call('a', 1, 2), call('b', 3, 6), call('c', 4, 5), long, call('d', 8, 9)];
    expect(pathOf(made)).toEqual({ calls: 5, inSequence: 3, atOnce: 3, shown: 'long ‖ a → b ‖ c → d' });
  });
});
