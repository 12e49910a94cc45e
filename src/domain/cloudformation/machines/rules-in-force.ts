import type { Json } from '../../../tosca/topology.ts';
import { mapOf } from '../../deployers/capability-values.ts';

type Template = { readonly [section: string]: unknown };
type Resources = { readonly [id: string]: Json };

const resourcesOf = (template: Template): Resources => (template['Resources'] ?? {}) as Resources;

const ruleIn = (resource: Json): string | undefined => {
  const { Type, Properties = null } = mapOf(resource);
  return Type === 'AWS::EC2::SecurityGroupIngress' ? JSON.stringify(Properties) : undefined;
};

/**
 * A rule of a security group that stands keeps its id, also when another node needs it now: CloudFormation makes what is new
 * before it removes what is old, and EC2 refuses a rule that the group has.
 */
export const withRulesInForce = (template: Template, inForce: Template): Template => {
  const [wanted, standing] = [resourcesOf(template), resourcesOf(inForce)];
  const idOf = new Map(
    Object.entries(standing).flatMap(([id, one]): [string, string][] => {
      const rule = ruleIn(one);
      return rule === undefined || id in wanted ? [] : [[rule, id]];
    }),
  );
  const renamed = new Map(
    Object.entries(wanted).flatMap(([id, one]): [string, string][] => {
      const old = id in standing ? undefined : idOf.get(ruleIn(one) ?? '');
      return old === undefined ? [] : [[id, old]];
    }),
  );
  if (renamed.size === 0) return template;
  const resources = Object.entries(wanted).map(([id, one]) => [renamed.get(id) ?? id, waiting(one, renamed)]);
  return { ...template, Resources: Object.fromEntries(resources) };
};

const waiting = (resource: Json, renamed: ReadonlyMap<string, string>): Json => {
  const { DependsOn } = mapOf(resource);
  if (!Array.isArray(DependsOn)) return resource;
  return { ...mapOf(resource), DependsOn: DependsOn.map((id: Json) => renamed.get(String(id)) ?? id) };
};
