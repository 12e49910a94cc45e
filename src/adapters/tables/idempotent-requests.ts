import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type {
  Claim,
  HeldRequest,
  IdempotentRequest,
  IdempotentRequests,
} from '../../domain/deployments/accepting/idempotent-requests.ts';
import { deleteIf, putIf, updateIf } from './conditional-write.ts';
import { type Condition, holds } from './expressions.ts';
import { requestKey } from './keys.ts';
import type { TablePorts } from './table.ts';

/** For so long a repeat of a request gets the same answer. */
export const keptSeconds = 24 * 60 * 60;

/**
 * In milliseconds. Longer than a function that answers requests may run (lib/service-stack.ts): after this time, the
 * process that worked on a request is dead.
 */
const workMs = 30_000;

/** Stores the requests that came with an idempotency key, in the table of deployments. */
export const idempotentRequests = (ports: TablePorts): IdempotentRequests => ({
  claim: (request) => claim(ports, request),
  complete: (request, answer) => complete(ports, request, answer),
  isHeld: async (request) => (await find(ports, request))?.busyUntil === request.busyUntil,
  release: (request) => release(ports, request),
  letResume: (request) => letResume(ports, request),
});

interface Item {
  readonly fingerprint: string;
  readonly deploymentId: string;
  readonly operationId: string;
  /** instant in milliseconds, while a process works on the request */
  readonly busyUntil?: number;
  readonly answer?: string;
  /** instant in seconds after which DynamoDB deletes the item, sometimes hours later */
  readonly expiresAt: number;
}

const claim = async (ports: TablePorts, request: IdempotentRequest): Promise<Claim> => {
  const now = ports.clock.now().getTime();
  const { owner, key, fingerprint, deploymentId, operationId } = request;
  const about = { fingerprint, deploymentId, operationId };
  const busyUntil = now + workMs;
  const item: Item = { ...about, busyUntil, expiresAt: Math.floor(now / 1_000) + keptSeconds };
  const outcome = await putIf(ports, { ...requestKey(owner, key), ...item }, [isFree(now)]);
  if ('written' in outcome) return { state: 'mine', request: { ...request, busyUntil } };
  return known(ports, request, await find(ports, request), now);
};

/** Nobody used the key, or its record has expired. */
const isFree = (now: number): Condition => ({
  expression: '(attribute_not_exists(#pk) OR #expiresAt <= :now)',
  names: { '#pk': 'pk', '#expiresAt': 'expiresAt' },
  values: { ':now': Math.floor(now / 1_000) },
});

const find = async ({ client, table }: TablePorts, { owner, key }: IdempotentRequest): Promise<Item | undefined> => {
  const command = new GetCommand({ TableName: table, Key: requestKey(owner, key), ConsistentRead: true });
  return (await client.send(command)).Item as Item | undefined;
};

/** The item existed a moment ago. If there is none now, the key was freed just now. */
const known = async (
  ports: TablePorts,
  request: IdempotentRequest,
  item: Item | undefined,
  now: number,
): Promise<Claim> => {
  if (item === undefined) return { state: 'busy' };
  if (item.fingerprint !== request.fingerprint) return { state: 'other' };
  if (item.answer !== undefined) return { state: 'done', answer: item.answer };
  if (item.busyUntil !== undefined && item.busyUntil > now) return { state: 'busy' };
  return resume(ports, request, item, now);
};

/** Continues a request whose process died. If several repeats try, the condition lets only one of them continue. */
const resume = async (ports: TablePorts, request: IdempotentRequest, item: Item, now: number): Promise<Claim> => {
  const { deploymentId, operationId } = item;
  const resumed = { ...request, deploymentId, operationId, busyUntil: now + workMs };
  const asFound = [...itsOwn(resumed), holds('busyUntil', item.busyUntil)];
  const outcome = await write(ports, resumed, { busyUntil: resumed.busyUntil }, asFound);
  return outcome ? { state: 'resumed', request: resumed } : { state: 'busy' };
};

const itsOwn = ({ deploymentId, operationId }: IdempotentRequest): readonly Condition[] => [
  holds('deploymentId', deploymentId),
  holds('operationId', operationId),
];

const complete = async (ports: TablePorts, request: IdempotentRequest, answer: string): Promise<void> => {
  await write(ports, request, { answer, busyUntil: undefined }, itsOwn(request));
};

/** False when the conditions do not hold. */
const write = async (
  ports: TablePorts,
  { owner, key }: IdempotentRequest,
  changes: Partial<Record<keyof Item, unknown>>,
  all: readonly Condition[],
): Promise<boolean> => {
  return 'written' in (await updateIf(ports, { key: requestKey(owner, key), changes }, all));
};

const release = async (ports: TablePorts, request: HeldRequest): Promise<void> => {
  await deleteIf(ports, requestKey(request.owner, request.key), held(request));
};

const letResume = async (ports: TablePorts, request: HeldRequest): Promise<void> => {
  await write(ports, request, { busyUntil: undefined }, held(request));
};

const held = (request: HeldRequest): readonly Condition[] => [
  ...itsOwn(request),
  holds('busyUntil', request.busyUntil),
];
