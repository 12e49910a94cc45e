import * as v from 'valibot';
import { defaultName } from '../../domain/deployments/record/default-name.ts';
import { outlineOf } from '../../domain/deployments/record/outline.ts';
import { inputSchema } from '../../tosca/input-schema.ts';
import type { Examined } from '../../tosca/process.ts';
import type { Imports } from '../../tosca/topology.ts';
import { creationFields } from '../deployments/creation.ts';
import { declaredView } from '../deployments/inputs.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { members } from '../pipeline/fields.ts';
import { importsView } from '../pipeline/imports-view.ts';
import { problemView } from '../pipeline/problem-view.ts';
import type { BodyOf } from '../schemas/answers.ts';

/** This route never makes anything, so `dryRun` has no effect. */
export const inspectionQuery = v.object(dryRunQuery);

const { template, parameters } = creationFields({ callbacksToPrivateAddresses: false });

/** Checks `parameters` if there are any. */
export const inspecting = () => members({ template, parameters });

interface Input {
  readonly body: v.InferOutput<ReturnType<typeof inspecting>>;
}

/** POST /templates/inspect: an extension. A template that is wrong is an answer here, not a refusal. */
export const inspect =
  ({ imports }: { readonly imports: Imports }) =>
  async ({ body }: Input): Promise<Answer> => {
    const { validateTemplate } = await import('../../tosca/process.ts');
    return ok(inspectionView(await validateTemplate(body.template, imports, body.parameters)));
  };

export const inspectionView = (examined: Examined): BodyOf<'Inspection'> => {
  const { ok: valid, version, topology, inputs, problems, imports, archive } = examined;
  const { description, metadata = {}, outputs = [] } = topology ?? {};
  return {
    valid,
    ...(version !== undefined && { version }),
    ...(topology && defaultName(topology)),
    ...(description !== undefined && { description }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    inputs: inputs.map(declaredView),
    inputSchema: inputSchema(inputs),
    nodes: topology ? outlineOf(topology).nodes : [],
    outputs: outputs.map(({ name, description: about, deferred }) => ({
      name,
      ...(about !== undefined && { description: about }),
      deferred,
    })),
    problems: problems.map(problemView),
    ...(archive && { archive: { entry: archive.entry, text: archive.text, files: archive.paths } }),
    ...importsView(imports),
  };
};
