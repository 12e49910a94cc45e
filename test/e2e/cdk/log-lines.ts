/** What must stand on a line of the log, by the function that wrote it (docs/logs-and-metrics.md). */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { constructId } from '../../../lib/functions/construct-id.ts';

export type Line = Readonly<Record<string, unknown>>;

const root = join(import.meta.dirname, '../../../functions');

/** Of every function, such as `tasks/poll-attempt`, what its name is made of: CloudFormation keeps letters and digits of its id. */
const functions = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .map((name) => ({ name, texts: [lettersOf(name), lettersOf(constructId(name))] }));

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** The function that wrote a line, such as `tasks/poll-attempt`; undefined for a name that was cut off or is no function's. */
export const writerOf = (line: Line): string | undefined => {
  const name = lettersOf(String(line['function_name']));
  return functions.find(({ texts }) => texts.some((text) => name.includes(text)))?.name;
};

const operation = ['deploymentId', 'operationId'];
const callback = ['notificationId', ...operation];
const action = ['deploymentId', 'resourceId', 'actionId'];
const event = ['eventId', ...operation];

/** Those whose input names something else than an operation. */
const tasks: { readonly [name: string]: readonly string[] } = {
  'tasks/send-callback': callback,
  'tasks/give-up-callback': callback,
  'tasks/begin-action': action,
  'tasks/poll-action': action,
  'tasks/fail-action': action,
  'tasks/begin-event': event,
  'tasks/replicate-file': event,
  'tasks/start-event-deployment': event,
  'tasks/fail-event': event,
};

/** Of what one invocation did several times, a line each; its last line is about all of them. */
const messages: { readonly [message: string]: readonly string[] } = {
  'operation started': operation,
  'operation not started': operation,
  'event started': ['scheduleId', ...event],
  'event not started': ['scheduleId', ...event],
  'file matched': ['scheduleId', ...event],
  'file event': ['messageId'],
};

const always = ['requestId', 'timestamp', 'level', 'function_name'];

/** Of a route and what it begins: ids that its line has once the request was accepted. */
const ofRequest = ({ method, route, status }: Line): readonly string[] => {
  if (Number(status) >= 400) return [];
  const path = String(route);
  const named = [...path.matchAll(/\{(deployment|resource|schedule)_id\}/g)].map(([, thing]) => `${thing}Id`);
  const begins: { readonly [request: string]: readonly string[] } = {
    'POST /deployments 201': ['deploymentId'],
    'PUT /deployments/{deployment_id} 202': ['operationId'],
    'DELETE /deployments/{deployment_id} 204': ['operationId'],
    'PATCH /deployments/{deployment_id} 204': ['operationId'],
    'POST /deployments/{deployment_id}/resources/{resource_id}/actions 202': ['actionId'],
    'POST /schedules 201': ['scheduleId'],
  };
  return [...named, ...(begins[`${method} ${path} ${status}`] ?? [])];
};

const wantedOn = (line: Line, writer: string | undefined): readonly string[] => {
  const message = String(line['message']);
  if (message === 'not started' || writer === undefined) return [];
  if (message === 'request') return ofRequest(line);
  if (writer.startsWith('tasks/')) return tasks[writer] ?? operation;
  if (writer === 'events/execution-ended') return ['execution', 'executionStatus'];
  return messages[message] ?? [];
};

/** What is missing, a text for each line: ids, and on the lines of an operation's steps the request that accepted it. */
export const faultsOf = (lines: readonly Line[]): readonly string[] => {
  const origins = acceptances(lines);
  return lines.flatMap((line) => {
    const writer = writerOf(line);
    const missing = [...always, ...wantedOn(line, writer)].filter((id) => !isText(line[id]));
    const origin = originOf(line, writer, origins);
    if (origin !== undefined && line['originRequestId'] !== origin) missing.push(`originRequestId ${origin}`);
    return missing.length === 0 ? [] : [`${writer}: no ${missing.join(', ')} in ${JSON.stringify(line)}`];
  });
};

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** operation -> the request that accepted it, as the API tells it */
const acceptances = (lines: readonly Line[]): ReadonlyMap<unknown, string> =>
  new Map(
    lines
      .filter(({ message, status }) => message === 'request' && [201, 202, 204].includes(Number(status)))
      .filter((line) => line['operationId'] !== undefined && line['actionId'] === undefined)
      .map((line) => [line['operationId'], String(line['requestId'])]),
  );

/** What the line of a step that went well must say. One that fails may not come to read the deployment, nor may a repeat of the last. */
const originOf = (line: Line, writer = '', origins: ReadonlyMap<unknown, string>): string | undefined => {
  const reads = writer.startsWith('tasks/') && tasks[writer] === undefined && writer !== 'tasks/remove-deployment';
  return reads && line['message'] === 'step' && line['error'] === undefined
    ? origins.get(line['operationId'])
    : undefined;
};
