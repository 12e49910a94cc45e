/**
 * What the Infrastructure Manager makes of a machine in its own language, RADL, and what RADL refuses. Only values that are known
 * before the launch are looked at.
 */

import { disksOf } from './disks.ts';
import { endpointsOf } from './endpoints.ts';
import { evaluate, requirementTarget } from './functions.ts';
import { hostedBy, hostOf, isCompute, nodesOf, staticScope } from './nodes.ts';
import { Refusal } from './refusal.ts';
import { requiresBinding } from './steps.ts';
import { asBytes, asList, asMap, asText, at, isMap, type YamlMap } from './value.ts';

/** Throws a 400 for the first thing that it refuses, as the IM does. */
export function checkRadl(document: YamlMap): void {
  for (const [name, node] of nodesOf(document)) {
    if (!isCompute(document, asText(at(node, 'type')))) continue;
    const [reason] = [
      ...ofPorts(document, name),
      ...ofSystem(document, node),
      ...ofDisks(document, node),
      ...ofInterfaces(document, name),
    ];
    if (reason !== undefined) throw new Refusal(400, reason);
  }
}

const architectures = ['I386', 'X86_64'];
const systems = ['LINUX', 'WINDOWS', 'MAC OS X'];

const capability = (document: YamlMap, node: unknown, name: string): YamlMap =>
  asMap(evaluate(at(node, 'capabilities', name, 'properties'), staticScope(document)));

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && !isMap(value);

function ofSystem(document: YamlMap, node: unknown): readonly string[] {
  const host = capability(document, node, 'host');
  const os = capability(document, node, 'os');
  const memory = asText(host['mem_size']);
  const version = asText(os['version']);
  const user = asText(at(os, 'credential', 'user'));
  return [
    ...(isGiven(host['cpu_frequency']) ? ["Invalid type; expected <class 'float'>"] : []),
    ...(memory !== undefined && !isWhole(memory) ? ["Invalid type; expected <class 'int'>"] : []),
    ...listed(os['architecture'], architectures),
    ...listed(os['type'], systems),
    ...(version !== undefined && !/^(?:\d+(?:\.\d+)*)?$/.test(version)
      ? ["Invalid value in property 'disk.0.os.version'"]
      : []),
    ...(isMap(os['credential']) && !user ? ['User must be specified in the image credentials.'] : []),
  ];
}

const listed = (value: unknown, names: readonly string[]): readonly string[] =>
  !isGiven(value) || names.includes(String(value).toUpperCase())
    ? []
    : [`Invalid value; expected one of [${names.map((name) => `'${name}'`).join(', ')}]`];

/** RADL takes whole amounts of a unit of bytes: 1.5 GB are counted by it in bytes. */
const isWhole = (size: string): boolean => {
  const [, digits = '', unit = ''] = /^\s*([\d.]+)\s*(\w*)\s*$/.exec(size) ?? [];
  const bytes = asBytes(`1 ${unit}`) ?? 1;
  return Number.isInteger(Number(digits) * bytes);
};

function* ofPorts(document: YamlMap, name: string): Generator<string> {
  for (const endpoint of endpointsOf(document, name)) {
    const ports = Object.values(asMap(endpoint['ports'])).filter(isMap);
    for (const port of ports) {
      const numbers = ['source', 'target'].some((each) => Boolean(port[each]));
      if (!numbers && port['source_range'] === undefined)
        yield 'source or target port must be specified in PortSpec type.';
      if (isGiven(port['protocol']) && !isOpened(port['protocol'])) yield "Invalid value in property 'outports'";
    }
    if (isGiven(endpoint['port']) && isGiven(endpoint['protocol']) && !isOpened(endpoint['protocol']))
      yield "Invalid value in property 'outports'";
  }
}

const isOpened = (protocol: unknown): boolean => protocol === 'tcp' || protocol === 'udp';

/** Disks are numbered from 0, the one with the system, without a gap. */
function ofDisks(document: YamlMap, node: unknown): readonly string[] {
  const os = capability(document, node, 'os');
  const host = capability(document, node, 'host');
  const first = [
    ...['type', 'distribution', 'version', 'image'].map((name) => os[name]),
    host['disk_size'],
    host['disk_type'],
    at(os, 'credential', 'user'),
  ];
  const isKnown = first.some(isGiven);
  const isSized = disksOf(document, node).some(({ bytes }) => bytes > 0);
  return isSized && !isKnown ? ["Invalid indices values in properties 'disk'"] : [];
}

/** The interfaces too: a machine without the first gets one to any network. */
function ofInterfaces(document: YamlMap, machine: string): readonly string[] {
  const orders = hostedBy(document, machine)
    .filter(([, node]) => requirementTarget(node, 'binding') === machine)
    .map(([, node]) => Number(asText(evaluate(at(node, 'properties', 'order'), staticScope(document))) ?? 0));
  const isWithoutGap = [...new Set([0, ...orders])].toSorted((a, b) => a - b).every((order, index) => order === index);
  return isWithoutGap ? [] : ["Invalid indices values in properties 'net_interface'"];
}

/** A value of an operation's input that the manager cannot work out before it configures machines. */
export function checkInputs(document: YamlMap): void {
  const configured = nodesOf(document).filter(
    ([name, node]) => hostOf(document, name) !== undefined && !requiresBinding(node),
  );
  for (const [name, node] of configured)
    for (const [, face] of Object.entries(asMap(at(node, 'interfaces'))))
      for (const [operation, assigned] of Object.entries(asMap(face)))
        for (const [input, value] of Object.entries(asMap(at(assigned, 'inputs'))))
          if (run.has(operation) && isUnknown(value))
            throw new Refusal(400, `input value for ${input} in interface ${operation} of node ${name} not valid`);
}

const run = new Set(['create', 'configure', 'start']);

const known = new Set([
  ...['tosca_id', 'tosca_name', 'private_address', 'public_address', 'ip_address', 'tls_certificates', 'endpoint'],
  'endpoints',
]);

const isUnknown = (value: unknown): boolean => {
  const path = isMap(value) && Object.keys(value).length === 1 ? asList(value['get_attribute']) : [];
  return path.length > 1 && !path.slice(1).some((step) => known.has(String(step)));
};
