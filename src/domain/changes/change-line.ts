import { mask } from '../../tosca/secrets/material.ts';
import { type Cleaned, withoutSecrets } from '../../tosca/secrets/values.ts';
import type { Json } from '../../tosca/topology.ts';
import type { Change, Way } from './change.ts';
import { isEqual, isMap } from './differences.ts';

/** Most characters of a value that are shown. */
const longest = 200;

const hows: { readonly [W in Way]: string } = {
  altered: 'altered in place',
  replaced: 'it is replaced',
  made: 'applies only to new machines',
  configured: 'the configuration is run again',
  scaled: 'instances are added or removed',
  kept: 'nothing is done',
  refused: 'refused',
};

/** A change as one line, for a log or a refusal. */
export const changeLine = ({ node, property, how, why, ...values }: Change): string => {
  const [old, wanted] = [shown(values.old), shown(values.new)];
  return `${node}: ${property} from ${old} to ${wanted}: ${hows[how]}${why === undefined ? '' : `: ${why}`}`;
};

const shown = (value: Json | undefined): string => {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest)} (and ${text.length - longest} characters more)`;
};

/**
 * A change without secrets. If one of its values holds a secret, the other counts as a secret too: the old secret is no
 * longer known once there is a new one.
 */
export const shownChange = ({ old, new: wanted, ...change }: Change, { cleaned, secrets }: Known): Change => {
  const { property } = change;
  const [shownOld, shownNew] = [cleanValue(property, old, cleaned), cleanValue(property, wanted, cleaned)];
  const isHidden = secrets.some((path) => isWithin(path, property) || isWithin(property, path));
  const isSecret = isHidden || !isEqual(shownOld, old) || !isEqual(shownNew, wanted);
  const member = (value: Json | undefined, shownValue: Json | undefined) =>
    isSecret && (isHidden || isEqual(value, shownValue)) ? mask : shownValue;
  return {
    ...change,
    ...(old !== undefined && { old: member(old, shownOld) ?? null }),
    ...(wanted !== undefined && { new: member(wanted, shownNew) ?? null }),
  };
};

const isWithin = (path: string, other: string): boolean => path === other || path.startsWith(`${other}.`);

interface Known {
  readonly cleaned: Cleaned;
  /** paths of the node's secrets, in the old and the new template */
  readonly secrets: readonly string[];
}

/** Cleans the value inside its path: the names above a value can show that it is a secret. */
const cleanValue = (property: string, value: Json | undefined, cleaned: Cleaned): Json | undefined => {
  if (value === undefined) return undefined;
  const names = property.split('.');
  const whole = names.reduceRight<unknown>((below, name) => ({ [name]: below }), value);
  const shownWhole = withoutSecrets(whole, [], cleaned);
  const found = names.reduce<unknown>(
    (at, name) => (isMap(at as Json) ? (at as { [name: string]: unknown })[name] : at),
    shownWhole,
  );
  return found as Json;
};
