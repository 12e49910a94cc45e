import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../../ui/topology/cards.ts';
import { countsOf, instancesOf, toneOfCard } from '../../../ui/topology/instances.ts';
import { factsLine, glyphOf, shortType } from '../../../ui/topology/kinds.ts';

const node = (name: string, count = 1, host?: string) => ({
  name,
  type: 'tosca.nodes.Compute',
  kind: host ? 'software' : 'compute',
  count,
  facts: {},
  requirements: host ? [{ name: 'host', node: host, as: 'host' as const }] : [],
});

const { cards } = drawingOf([node('front'), node('worker', 3), node('slurm', 1, 'worker')]);

describe('the instances of nodes', () => {
  it('are summed up in words, with the most pressing tone', () => {
    const found = instancesOf([
      { node: 'worker', state: 'STARTED', address: '10.0.0.4' },
      { node: 'worker', state: 'ERROR' },
      { node: 'worker', state: 'STARTED', address: '10.0.0.5' },
      { node: 'front', state: 'STOPPED' },
    ]);
    expect(found.get('worker')).toMatchObject({
      tone: 'failed',
      summary: '2 running, 1 failed',
      addresses: ['10.0.0.4', '10.0.0.5'],
    });
    expect(found.get('front')).toMatchObject({ tone: 'off', summary: 'stopped' });
  });

  it('say of a job that it waits, runs and has succeeded', () => {
    const kinds = new Map([['count', 'job']]);
    const wordOf = (state: 'CREATING' | 'CONFIGURING' | 'STARTED') =>
      instancesOf([{ node: 'count', state }], kinds).get('count')?.summary;
    expect([wordOf('CREATING'), wordOf('CONFIGURING'), wordOf('STARTED')]).toEqual([
      ...['in the queue', 'running', 'succeeded'],
    ]);
  });

  it('are at work while some run and others wait', () => {
    const found = instancesOf([
      { node: 'worker', state: 'STARTED' },
      { node: 'worker', state: 'INITIAL' },
    ]);
    expect(found.get('worker')?.tone).toBe('working');
  });

  it('give a card the tone of its most pressing node, and no tone where nothing exists', () => {
    const [, worker] = cards;
    if (worker === undefined) throw new Error('there are two cards');
    const found = instancesOf([
      { node: 'worker', state: 'STARTED' },
      { node: 'slurm', state: 'ERROR' },
    ]);
    expect(toneOfCard(worker, found)).toBe('failed');
    expect(toneOfCard(worker, new Map())).toBeUndefined();
  });

  it('are counted as they are, else as the template asks', () => {
    const found = instancesOf([
      { node: 'worker', state: 'STARTED' },
      { node: 'worker', state: 'STARTED' },
    ]);
    expect([...countsOf(cards, found)]).toEqual([
      ['front', 1],
      ['worker', 2],
    ]);
    expect([...countsOf(cards, new Map())], 'nothing is deployed').toEqual([]);
  });
});

describe('what a card says of its node', () => {
  it('are the facts in one line, else its type', () => {
    const facts = { cpus: '8', memory: '16 GB', gpus: '1', os: 'ubuntu 22.04' };
    expect(factsLine({ type: 'tosca.nodes.Compute', facts })).toBe('8 vCPU · 16 GB · 1 GPU · ubuntu 22.04');
    expect(factsLine({ type: 'tosca.nodes.indigo.LRMS.WorkerNode.Slurm', facts: {} })).toBe('WorkerNode Slurm');
    expect(shortType('tosca.nodes.Compute')).toBe('Compute');
    expect(shortType('tosca.nodes.Container.Application')).toBe('Container Application');
  });

  it('is an icon by kind, then by type', () => {
    expect(glyphOf({ kind: 'compute', type: 'tosca.nodes.WebServer' })).toBe('machine');
    expect(glyphOf({ kind: 'software', type: 'tosca.nodes.WebServer.Apache' })).toBe('web');
    expect(glyphOf({ kind: 'software', type: 'tosca.nodes.DBMS.MySQL' })).toBe('database');
    expect(glyphOf({ kind: 'software', type: 'my.Thing' })).toBe('software');
  });
});
