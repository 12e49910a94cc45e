import { describe, expect, it } from 'vitest';
import { requestedNodes } from '../../../src/domain/changes/requested.ts';
import { hasPort, machineValues, otherValues } from '../../../src/domain/infrastructure-manager/parts.ts';
import { compute, software, type Values } from './requested.ts';

/** A program on a machine, with these properties of its endpoint. */
const asked = (endpoint: Values, properties: Values = {}) => {
  const nodes = [compute('web'), software('app', 'web', { properties, capabilities: { endpoint } })];
  const { app } = requestedNodes({ nodes, policies: [] });
  if (app === undefined) throw new Error('it was asked for');
  return app;
};
const path = (name: string) => `capabilities.endpoint.properties.${name}`;

describe('an endpoint', () => {
  it.each<[Values, boolean]>([
    [{}, false],
    [{ port: 80 }, true],
    [{ ports: { http: { source: 80 } } }, true],
    [{ ports: {} }, false],
    [{ ports: {}, port: 80 }, true],
    [{ ports: [80] }, true],
    [{ protocol: 'tcp' }, false],
  ])('with %j has a port: %j', (properties, expected) => {
    expect(hasPort(asked(properties), 'endpoint')).toBe(expected);
  });
});

describe('the values of software that concern its machine', () => {
  it('are those of its endpoint that set up the network, and all that opens a port', () => {
    const app = asked({ port: 80, protocol: 'tcp', dns_name: 'x', url_path: '/' }, { version: '1' });
    expect(Object.keys(machineValues(app)).toSorted()).toEqual(['dns_name', 'port', 'protocol'].map(path));
    expect(Object.keys(otherValues(app))).toEqual(expect.arrayContaining(['properties.version', path('url_path')]));
    expect(Object.keys(otherValues(app))).not.toContain(path('port'));
  });

  it('are no protocol where no port is open, before or after', () => {
    const [closed, open] = [asked({ protocol: 'tcp' }), asked({ protocol: 'udp', port: 80 })];
    expect(Object.keys(machineValues(closed))).toEqual([]);
    expect(Object.keys(machineValues(closed, open))).toEqual([path('protocol')]);
    expect(Object.keys(machineValues(open, closed)).toSorted()).toEqual(['port', 'protocol'].map(path));
  });

  it('are none within a property, or of what is no endpoint', () => {
    const app = { ...asked({ port: 80 }), values: { [`${path('port')}.x`]: 1, [`x.${path('port')}`]: 1 } };
    expect(machineValues(app)).toEqual({});
  });
});
