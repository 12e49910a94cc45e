import { expect, it } from 'vitest';
import { foundBy } from '../../../../src/domain/deployments/record/found-by.ts';

const machine = (toscaNodeName: string, system: object = {}) => ({
  toscaNodeName,
  metadata: { VirtualMachineInfo: JSON.stringify({ vmProperties: [{ class: 'system', ...system }] }) },
});

it('has each node and each address once', () => {
  const resources = [
    machine('worker', { 'net_interface.0.ip': '10.1.0.7', 'net_interface.1.ip': '192.0.2.7' }),
    machine('worker', { 'net_interface.0.ip': '10.1.0.8', 'net_interface.0.ipv6': '2001:db8::8' }),
    { toscaNodeName: 'software', metadata: { VirtualMachineInfo: 'no JSON at all' } },
    { toscaNodeName: 'other', metadata: {} },
  ];
  expect(foundBy(resources)).toEqual([
    ...['worker', 'software', 'other'],
    ...['10.1.0.7', '192.0.2.7', '10.1.0.8', '2001:db8::8'],
  ]);
});

it('stays small beside a record that lists read, with addresses also where there are very many nodes', () => {
  const many = Array.from({ length: 2_000 }, (_, index) =>
    machine(`näme_${index}`, { 'net_interface.0.ip': `10.0.${index >> 8}.${index & 255}` }),
  );
  const found = foundBy(many);
  expect(found).toContain('näme_0');
  expect(found).toContain('10.0.0.0');
  expect(Buffer.byteLength(found.join(''))).toBeLessThanOrEqual(1_500);
});
