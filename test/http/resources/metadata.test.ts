import { describe, expect, it } from 'vitest';
import { metadataShownTo } from '../../../src/domain/deployments/record/disclosure.ts';
import { extendedInfo } from '../../../src/http/resources/metadata.ts';
import { people } from '../requests.ts';
import { sampleDeployment, vmInfo } from '../samples.ts';

const deployment = sampleDeployment({ userGroup: 'physics', parameters: { pin: 'hunter2' } });
const withoutSecrets = (metadata: { readonly [name: string]: string }) =>
  metadataShownTo(people.mia, deployment, metadata);

describe('metadata without secrets', () => {
  const masked = JSON.parse(withoutSecrets({ VirtualMachineInfo: JSON.stringify(vmInfo) })['VirtualMachineInfo'] ?? '');

  it('hides keys, passwords and whatever else is called credentials', () => {
    expect(JSON.stringify(masked)).not.toContain('MATERIAL');
    expect(masked.vmProperties[1]).toMatchObject({
      'disk.0.os.credentials.private_key': '********',
      'disk.0.os.credentials.token': '********',
    });
  });

  it('keeps the user name, empty values and everything else', () => {
    expect(masked.vmProperties[0]).toEqual(vmInfo.vmProperties[0]);
    expect(masked.vmProperties[1]).toMatchObject({
      'disk.0.os.credentials.username': 'cloudadm',
      'disk.0.os.credentials.password': '',
      'cpu.count': 2,
    });
  });

  it.each([
    [{ password: 'x' }, { password: '********' }],
    [
      { 'ssh.private_key': 'x', note: 'a password is needed' },
      { 'ssh.private_key': '********', note: 'a password is needed' },
    ],
    [{ Job: '{"token": {"value": "x"}, "id": 7}' }, { Job: '{"token":"********","id":7}' }],
    [{ note: '{not JSON' }, { note: '{not JSON' }],
    [{ note: 'started with hunter2' }, { note: 'started with ********' }],
    [{}, {}],
  ])('%j becomes %j', (metadata, expected) => {
    expect(withoutSecrets(metadata as Record<string, string>)).toEqual(expected);
  });
});

describe('the extended information', () => {
  const vm = (...vmProperties: unknown[]) => ({ metadata: { VirtualMachineInfo: JSON.stringify({ vmProperties }) } });
  const network = (id: string, more: object = {}) => ({ class: 'network', id, ...more });
  const system = (id: string) => ({ class: 'system', id });

  it('is empty before a provider works', () => {
    expect(extendedInfo([])).toEqual({ vmProperties: [] });
    expect(extendedInfo([{ metadata: {} }, { metadata: { VirtualMachineInfo: 'cut o' } }, vm(null, 5)])).toEqual({
      vmProperties: [],
    });
  });

  it('is the list of jobs where there are jobs', () => {
    const job = (id: string) => ({ metadata: { Job: JSON.stringify({ id, state: 'FINISHED' }) } });
    expect(extendedInfo([job('a'), { metadata: {} }, job('b')])).toEqual([
      { id: 'a', state: 'FINISHED' },
      { id: 'b', state: 'FINISHED' },
    ]);
  });

  it('has every VM, and each network once', () => {
    const first = vm(network('pub', { outbound: 'yes' }), network('priv'), system('a'));
    const second = vm(network('pub'), system('b'), system('b'));
    expect(extendedInfo([first, second])).toEqual({
      vmProperties: [network('pub', { outbound: 'yes' }), network('priv'), system('a'), system('b'), system('b')],
    });
  });
});
