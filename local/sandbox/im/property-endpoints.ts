import type { Owner } from './authorization.ts';
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
import { acceptsJson, empty, jsonOnly, type Reply, text } from './reply.ts';
import { statesAt } from './states.ts';
import { asText, isMap } from './value.ts';

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

/** The owner that a body names, as a line of the header without its type. */
function ownerNamed(call: Call): Owner {
  const type = (call.contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json') throw new Refusal(415, `Unsupported Media Type ['${type}']`, { prefixed: false });
  let named: unknown;
  try {
    named = JSON.parse(call.body);
  } catch {
    throw new Refusal(400, 'Expecting value: line 1 column 1 (char 0)');
  }
  const texts = Object.entries(isMap(named) ? named : {}).map(([key, value]) => [key, asText(value) ?? ''] as const);
  try {
    return call.identify({ type: 'InfrastructureManager', ...Object.fromEntries(texts) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(400, `Invalid new infrastructure data provided: ${error.message}`);
  }
}

/** Adds an owner beside those that there are, or in their place. One that is an owner already is none twice. */
function addOwner(call: Call): Reply {
  const overwrite = flag(call, 'overwrite');
  const added = ownerNamed(call);
  const { infrastructure } = open(call.sandbox, call.params['id'] ?? '', call.owner());
  const isOwner = infrastructure.owners.some(({ name, proof }) => name === added.name && proof === added.proof);
  if (isOwner && !overwrite) return empty;
  const owners = overwrite ? [added] : [...infrastructure.owners, added];
  call.sandbox.infrastructures.put({ ...infrastructure, owners });
  return empty;
}

export const propertyEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/infrastructures/:id/authorization',
    prefix: 'Error modifying infrastructure owner: ',
    credentials: 400,
    handle: addOwner,
  },
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
