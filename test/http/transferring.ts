import { beforeEach } from 'vitest';
import type { Quotas } from '../../src/domain/quotas/quota.ts';
import { call, type Name, type Sent } from './requests.ts';
import { type Service, serviceForTests } from './service.ts';
import { create, type give, type take, view } from './under-test.ts';

export const template = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates: { web: { type: tosca.nodes.Compute } }
`;

type Ports = Partial<Service> & { readonly quotas?: Quotas };

/** A deployment of olga for the group physics, anew for each test, and what is asked and answered about it. */
export const transferring = ({ ask, answer }: { readonly ask: typeof give; readonly answer: typeof take }) => {
  const test = serviceForTests();
  const at = { uuid: '' };
  beforeEach(async () => {
    const body = { template, userGroup: 'physics', callback: 'https://olga.example/cb', labels: { team: 'a' } };
    const made = await call(create(test.service), { as: 'olga', method: 'POST', body });
    at.uuid = String(made.json['uuid']);
    await record({ status: 'CREATE_COMPLETE' });
  });
  const found = async () => {
    const deployment = await test.service.deployments.find(at.uuid);
    if (deployment === undefined) throw new Error('it is gone');
    return deployment;
  };
  const record = async (changes: Parameters<typeof test.service.deployments.record>[2]) =>
    test.service.deployments.record(at.uuid, (await found()).operation.id, changes);
  const of = (as: Name, more: Sent = {}): Sent => ({ as, path: { deployment_id: at.uuid }, ...more });
  const asking = (transfer: unknown, more: Sent = {}, as: Name = 'olga') =>
    call(ask(test.service), of(as, { method: 'PUT', body: { transfer }, ...more }));
  const answering = (as: Name, said: string, more: Sent = {}, ports: Ports = {}) =>
    call(answer({ ...test.service, ...ports }), of(as, { method: 'POST', body: { answer: said }, ...more }));
  const accepting = (as: Name, more: Sent = {}, ports: Ports = {}) => answering(as, 'accept', more, ports);
  const ownerNow = async () => (await found()).createdBy.subject;
  const viewed = async (as: Name) => (await call(view(test.service), of(as))).json;
  return { test, at, found, record, of, asking, answering, accepting, ownerNow, viewed } as const;
};
