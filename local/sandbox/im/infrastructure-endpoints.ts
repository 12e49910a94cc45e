import { power, reconfigure, update } from './changes.ts';
import { create, dryRunCreate } from './create.ts';
import { destroy } from './destroy.ts';
import { parseDocument } from './document.ts';
import { type Call, type Endpoint, flag, infrastructureUri, machineUri, toscaBody } from './endpoint.ts';
import type { Infrastructure } from './infrastructure.ts';
import { listOwn, machineIds, nowOf, open } from './lookup.ts';
import { Refusal } from './refusal.ts';
import { empty, jsonOnly, type Reply, uri, uris } from './reply.ts';
import { validate } from './validation.ts';

const collection = '/infrastructures';
const one = '/infrastructures/:id';
const idOf = ({ params }: Call): string => params['id'] ?? '';

function filterOf({ query }: Call): RegExp | undefined {
  const filter = query['filter'];
  if (filter === undefined) return undefined;
  try {
    return new RegExp(filter);
  } catch {
    throw new Refusal(400, 'Invalid regex in filter parameter');
  }
}

/** The infrastructure of the call with its cloud, for calls that need the cloud. */
export function atItsCloud(
  call: Call,
): ReturnType<typeof open> & { cloud: NonNullable<ReturnType<typeof open>['cloud']> } {
  const { infrastructure, cloud } = open(call.sandbox, idOf(call), call.owner());
  if (!cloud) throw new Refusal(400, 'No auth data has been specified to OpenStack.');
  call.sandbox.clouds.authorise(cloud, call.lines);
  return { infrastructure, cloud };
}

function createOne(call: Call): Reply {
  const mode = flag(call, 'async') ? 'async' : 'sync';
  const document = parseDocument(toscaBody(call));
  validate(document);
  const creation = { owner: call.owner(), lines: call.lines, document, mode } as const;
  if (flag(call, 'dry_run')) return jsonOnly(dryRunCreate(call.sandbox, creation));
  const { id } = create(call.sandbox, creation);
  return { ...uri(infrastructureUri(call, id)), infrastructureId: id };
}

function destroyOne(call: Call): Reply {
  const mode = flag(call, 'async') ? 'async' : 'sync';
  const force = flag(call, 'force');
  const { infrastructure } = open(call.sandbox, idOf(call), call.owner());
  destroy(call.sandbox, infrastructure, { lines: call.lines, mode, force });
  return empty;
}

function updateOne(call: Call): Reply {
  const contextualize = flag(call, 'context', true);
  const template = toscaBody(call);
  const { infrastructure, cloud } = atItsCloud(call);
  const added = update(call.sandbox, infrastructure, cloud, { template, contextualize });
  return {
    ...uris(added.map((machine) => machineUri(call, infrastructure.id, machine))),
    infrastructureId: infrastructure.id,
  };
}

function listedIds({ query }: Call): readonly number[] | undefined {
  const list = query['vm_list'];
  if (list === undefined) return undefined;
  if (!/^\d+(,\d+)*$/.test(list)) throw new Refusal(400, 'Incorrect vm_list format.', { prefixed: false });
  return list.split(',').map(Number);
}

function reconfigureOne(call: Call): Reply {
  const ids = listedIds(call);
  const { infrastructure, cloud } = atItsCloud(call);
  reconfigure(call.sandbox, infrastructure, cloud, ids);
  return { ...empty, infrastructureId: infrastructure.id };
}

const notThere =
  '404 Not Found: The requested URL was not found on the server. ' +
  'If you entered the URL manually please check your spelling and try again.';

function operate(call: Call): Reply {
  const operation = call.params['operation'];
  if (operation !== 'start' && operation !== 'stop') throw new Refusal(400, notThere);
  const { infrastructure } = atItsCloud(call);
  power(call.sandbox, infrastructure, operation);
  return empty;
}

const uriOfEach = (call: Call, list: readonly Infrastructure[]): Reply =>
  uris(list.map(({ id }) => infrastructureUri(call, id)));

export const infrastructureEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: collection,
    prefix: 'Error Getting Inf. List: ',
    credentials: 401,
    handle: (call) => uriOfEach(call, listOwn(call.sandbox, call.owner(), filterOf(call))),
  },
  {
    method: 'POST',
    path: collection,
    prefix: 'Error Creating Inf.: ',
    credentialsPrefix: 'Error Creating Inf. info: ',
    credentials: 401,
    handle: createOne,
  },
  {
    method: 'GET',
    path: one,
    prefix: 'Error Getting Inf. info: ',
    credentials: 400,
    handle: (call) => {
      const { infrastructure } = open(call.sandbox, idOf(call), call.owner());
      return uris(
        machineIds(infrastructure, nowOf(call.sandbox)).map((machine) => machineUri(call, infrastructure.id, machine)),
      );
    },
  },
  { method: 'POST', path: one, prefix: 'Error Adding resources: ', credentials: 400, handle: updateOne },
  { method: 'DELETE', path: one, prefix: 'Error Destroying Inf: ', credentials: 400, handle: destroyOne },
  {
    method: 'PUT',
    path: `${one}/reconfigure`,
    prefix: 'Error in reconfigure operation: ',
    credentials: 400,
    handle: reconfigureOne,
  },
  {
    method: 'PUT',
    path: `${one}/:operation`,
    prefix: ({ params }) => `Error in ${params['operation']} operation: `,
    credentials: 400,
    handle: operate,
  },
];
