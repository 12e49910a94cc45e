import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checks } from '../checks.ts';
import { client } from '../client.ts';
import type { Service } from '../service.ts';

const template = readFileSync(join(import.meta.dirname, '../../../examples/cluster-2.0.yaml'), 'utf8');

/** A template of TOSCA 2.0, which no release of the Infrastructure Manager reads: docs/decisions/0008. */
export const checkTranslation = async (service: Service, checks: Checks): Promise<void> => {
  const user = client(service.url, await service.token());
  const nodes = async (id: string): Promise<readonly string[]> =>
    (await user.resources(id)).map((one) => one.toscaNodeName).sort();
  let id = '';
  await checks.check('TOSCA 2.0: a template is translated, and its outputs are told', async () => {
    id = (await user.create({ template, parameters: { workers: 1, memory: '1 GB' } })).uuid;
    const settled = await user.settled(id);
    assert.equal(settled.status, 'CREATE_COMPLETE', settled.statusReason);
    assert.deepEqual(settled.outputs, { url: 'http://10.0.0.1:8080/', worker_cpus: 2 });
    assert.deepEqual(await nodes(id), ['front', 'worker']);
    assert.equal(await user.text(id, 'template'), template);
  });
  await checks.check('TOSCA 2.0: an input makes it larger', async () => {
    assert.equal((await user.update(id, { template, parameters: { workers: 2 } })).status, 202);
    const settled = await user.settled(id);
    assert.equal(settled.status, 'UPDATE_COMPLETE', settled.statusReason);
    assert.deepEqual(await nodes(id), ['front', 'worker', 'worker']);
  });
  await checks.check('TOSCA 2.0: deleted, it is gone', async () => {
    assert.equal((await user.delete(id)).status, 204);
    await user.gone(id);
  });
};
