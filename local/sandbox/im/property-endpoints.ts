import { blueprintOf } from './blueprint.ts';
import { contextualizationMessage } from './contextualization.ts';
import { dataOf } from './data.ts';
import { parseDocument } from './document.ts';
import { type Call, type Endpoint, flag } from './endpoint.ts';
import type { Infrastructure } from './infrastructure.ts';
import { nowOf, open } from './lookup.ts';
import { outputsOf } from './outputs.ts';
import { blueprintText } from './radl-text.ts';
import { Refusal } from './refusal.ts';
import { acceptsJson, jsonOnly, type Reply, text } from './reply.ts';
import { statesAt } from './states.ts';

type Property = (infrastructure: Infrastructure, call: Call) => Reply;

const properties: { readonly [name: string]: Property } = {
  state(infrastructure, { sandbox }) {
    const cloud = sandbox.clouds.find(infrastructure.cloudId);
    const states = statesAt(infrastructure, nowOf(sandbox), cloud);
    return jsonOnly({ state: { state: states?.state ?? 'unknown', vm_states: states?.vms ?? {} } });
  },
  outputs(infrastructure, { sandbox }) {
    const cloud = sandbox.clouds.find(infrastructure.cloudId) ?? sandbox.clouds.list()[0];
    if (cloud?.fault === 'refuse-outputs') throw new Refusal(400, `${cloud.name} is told to evaluate no outputs`);
    return jsonOnly({ outputs: cloud ? outputsOf(infrastructure, cloud, nowOf(sandbox)) : {} });
  },
  contmsg(infrastructure, call) {
    const headerOnly = flag(call, 'headeronly');
    return text('contmsg', contextualizationMessage(infrastructure, nowOf(call.sandbox), headerOnly));
  },
  radl: ({ template }) => text('radl', blueprintText(blueprintOf(parseDocument(template)).wanted)),
  data(infrastructure, { sandbox }) {
    const now = nowOf(sandbox);
    const { cloudId } = infrastructure;
    const data = dataOf(infrastructure, sandbox.clouds.get(cloudId), now);
    return { ...jsonOnly({ data }), date: new Date(now).toUTCString() };
  },
  tosca: ({ template }) => text('tosca', template),
  authorization: ({ owners }) => jsonOnly({ authorization: owners.map(({ name }) => name) }),
};

/** Release 1.19.2 sends properties as JSON, or as text when the caller names no type. It refuses an explicit text/plain. */
function checkAccept({ accept }: Call): void {
  if (accept === undefined || accept.includes('*/*') || acceptsJson(accept)) return;
  const listed = accept.split(',').map((type) => `'${type.trim()}'`);
  throw new Refusal(415, `Unsupported Accept Media Types: [${listed.join(', ')}]`, { prefixed: false });
}

export const propertyEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/infrastructures/:id/:property',
    prefix: 'Error Getting Inf. prop: ',
    credentials: 400,
    handle(call) {
      const read = properties[call.params['property'] ?? ''];
      const { infrastructure } = open(call.sandbox, call.params['id'] ?? '', call.owner());
      if (!read) throw new Refusal(404, 'Incorrect infrastructure property', { prefixed: false });
      checkAccept(call);
      return read(infrastructure, call);
    },
  },
];
