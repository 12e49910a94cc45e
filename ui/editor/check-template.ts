import { defaultName } from '../../src/domain/deployments/record/default-name.ts';
import { outlineOf } from '../../src/domain/deployments/record/outline.ts';
import { validateTemplate } from '../../src/tosca/process.ts';
import type { Imports } from '../../src/tosca/topology.ts';
import type { Checked, Question } from './checking.ts';

/** A page may not read files of other origins. What it cannot read is a warning here; the service reads it. */
const unreadable: Imports = {
  read: () => Promise.reject(new Error('a browser may not read it; the plan does')),
};

/** The service's own checker, unchanged. */
export async function checkTemplate({ text, inputs }: Question): Promise<Checked> {
  const began = performance.now();
  const { ok, topology, problems, inputs: declared } = await validateTemplate(text, unreadable, inputs);
  return {
    ok,
    problems,
    inputs: declared,
    nodes: topology ? outlineOf(topology).nodes : [],
    name: topology && defaultName(topology).name,
    description: topology?.description,
    milliseconds: performance.now() - began,
  };
}
