/** The control interface, which the Infrastructure Manager does not have: it sets faults and shows what the clouds hold. */

import type { FastifyInstance } from 'fastify';
import { examine, listed } from '../../../src/foundation/shape/examine.ts';
import { behindChanges, graceSeconds } from './behind.ts';
import { type Cloud, cloudChanges } from './clouds.ts';
import { heldMachines, type Infrastructure } from './infrastructure.ts';
import { existingAt, nowOf, type Sandbox } from './lookup.ts';
import { statesAt } from './states.ts';

interface Refused {
  readonly message: string;
  readonly code: number;
}

const bad = (message: string): Refused => ({ message, code: 400 });

function parse(body: string | undefined): unknown {
  try {
    return JSON.parse(body || 'null');
  } catch {
    return undefined;
  }
}

function heldBy(sandbox: Sandbox, infrastructure: Infrastructure): unknown {
  const now = nowOf(sandbox);
  return {
    id: infrastructure.id,
    name: infrastructure.name,
    state: statesAt(infrastructure, now)?.state ?? 'unknown',
    forgotten: infrastructure.forgotten ?? false,
    virtualMachines: heldMachines(infrastructure, now).map(({ id, instanceId, system }) => ({
      id,
      instanceId,
      node: system.node,
    })),
  };
}

const view = (sandbox: Sandbox, cloud: Cloud): unknown => ({
  ...cloud,
  infrastructures: existingAt(sandbox, cloud).map((one) => heldBy(sandbox, one)),
});

/**
 * `GET /_sandbox/clouds`, `PUT /_sandbox/clouds/{id}`, `PUT /_sandbox/infrastructures/{id}/vms/{number}` (behind.ts),
 * `DELETE /_sandbox`; JSON, errors as `{"message","code"}`.
 */
export function addControl(app: FastifyInstance, sandbox: Sandbox): void {
  const { clouds, infrastructures } = sandbox;
  app.get('/_sandbox/clouds', () => ({ clouds: clouds.list().map((cloud) => view(sandbox, cloud)) }));
  app.put<{ Params: { id: string }; Body: string | undefined }>('/_sandbox/clouds/:id', async (request, reply) => {
    const { id } = request.params;
    if (!clouds.find(id)) {
      const known = clouds.list().map((cloud) => cloud.id);
      return reply.code(404).send({ message: `there is no cloud "${id}": there are ${known.join(', ')}`, code: 404 });
    }
    const changes = examine(cloudChanges, parse(request.body));
    if (!changes.ok) return reply.code(400).send(bad(listed(changes.mistakes)));
    return view(sandbox, clouds.change(id, changes.value));
  });
  app.put<{ Params: { id: string; vm: string }; Body: string | undefined }>(
    '/_sandbox/infrastructures/:id/vms/:vm',
    async (request, reply) => {
      const { id, vm } = request.params;
      const found = infrastructures.find(id);
      const machine = found?.machines.find((one) => `${one.id}` === vm && !one.removed);
      if (!found || !machine) return reply.code(404).send({ message: `there is no VM ${vm} of ${id}`, code: 404 });
      const changes = examine(behindChanges, parse(request.body));
      if (!changes.ok) return reply.code(400).send(bad(listed(changes.mistakes)));
      const { quietSeconds = graceSeconds + 1, ...value } = changes.value;
      const behind = { ...machine.behind, ...value, at: nowOf(sandbox), quietSeconds };
      const machines = found.machines.map((one) => (one === machine ? { ...one, behind } : one));
      infrastructures.put({ ...found, machines });
      return behind;
    },
  );
  app.delete('/_sandbox', async (_request, reply) => {
    clouds.reset();
    for (const { id } of infrastructures.all()) infrastructures.remove(id);
    return reply.code(204).send();
  });
}
