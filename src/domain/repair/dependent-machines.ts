import type { Json } from '../../tosca/topology.ts';
import type { RequestedNode, RequestedNodes } from '../changes/requested.ts';

/**
 * Names of the machines whose software was given something of these machines, such as an address, and has to be configured
 * again when they are made anew.
 */
export const machinesDependingOn = (requested: RequestedNodes, machines: readonly string[]): ReadonlySet<string> => {
  const lost = new Set(machines);
  const isOnLost = (one: RequestedNode): boolean => one.machines.some((name) => lost.has(name));
  const parts = Object.entries(requested).filter(([, one]) => isOnLost(one));
  const names = new Set([...lost, ...parts.map(([name]) => name)]);
  const dependent = Object.values(requested).filter(
    (one) => callsOf(one, names) || (!isOnLost(one) && requires(one, names)),
  );
  return new Set(dependent.flatMap((one) => one.machines));
};

/** The relationship of a requirement can give the software the attributes of its target. */
const requires = ({ values }: RequestedNode, names: ReadonlySet<string>): boolean =>
  Object.entries(values).some(
    ([path, value]) => path.startsWith('requirements.') && targetsIn(value).some((name) => names.has(name)),
  );

const callsOf = ({ values }: RequestedNode, names: ReadonlySet<string>): boolean =>
  Object.values(values).some((value) => calls(value, names));

const targetsIn = (value: Json): readonly string[] =>
  (Array.isArray(value) ? value : []).flatMap((one) => {
    const target =
      typeof one === 'object' && one !== null && !Array.isArray(one) ? (one as { node?: Json }).node : undefined;
    return typeof target === 'string' ? [target] : [];
  });

/** Whether a function in the value, such as `get_attribute`, names one of these nodes first. */
const calls = (value: Json, names: ReadonlySet<string>): boolean => {
  let isCalled = false;
  JSON.stringify(value, (key, inner: unknown) => {
    if (key.startsWith('get_') && Array.isArray(inner) && names.has(inner[0])) isCalled = true;
    return inner;
  });
  return isCalled;
};
