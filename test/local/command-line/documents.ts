import * as v from 'valibot';
import { nodeStates } from '../../../src/domain/resources/resource.ts';
import { schemas } from '../../../src/http/schemas/answers.ts';

const example = 'examples/web-server.yaml';
const { Deployment, DeploymentItem, Resource, Attempt, Inputs, CreationDryRun, Schedule, CatalogItem } = schemas;
const states = v.array(v.picklist(nodeStates));

/** What each command prints with --json: docs/cli.md, "JSON". */
export const documents: { readonly [command: string]: v.GenericSchema } = {
  ls: v.array(DeploymentItem),
  'show @last': v.strictObject({ ...Deployment.entries, resources: v.array(Resource) }),
  'inputs @last': Inputs,
  'attempts @last': v.array(Attempt),
  'jobs @last': v.array(v.unknown()),
  'graph @last': v.strictObject({ nodes: v.array(v.looseObject({ name: v.string(), type: v.string(), states })) }),
  [`graph ${example}`]: v.strictObject({ nodes: v.array(v.looseObject({ name: v.string(), count: v.number() })) }),
  [`plan ${example}`]: CreationDryRun,
  'schedules list': v.array(Schedule),
  'catalog list': v.array(CatalogItem),
  'catalog show web-server': v.looseObject({ template: v.string(), inputs: v.array(schemas.DeclaredInput) }),
  whoami: v.strictObject({ url: v.string(), context: v.nullable(v.string()), subject: v.string(), issuer: v.string() }),
  'context list': v.strictObject({ current: v.nullable(v.string()), contexts: v.looseObject({}) }),
  doctor: v.array(
    v.strictObject({
      check: v.picklist(['configuration', 'service', 'version', 'clock', 'token', 'dashboard']),
      result: v.picklist(['good', 'doubtful', 'bad']),
      message: v.string(),
      advice: v.optional(v.string()),
    }),
  ),
};
