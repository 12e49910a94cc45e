import type { Inspection } from '../../client/types.ts';
import type { DeclaredInput } from '../../src/tosca/declared-inputs.ts';
import type { Checked } from '../editor/checking.ts';

/** What the service says of a template, as the checker of the page says it: both run the same program. */
export const checkedOf = ({ valid, problems, inputs, nodes, name, description, archive }: Inspection): Checked => ({
  ok: valid,
  problems,
  inputs: inputs as unknown as readonly DeclaredInput[],
  nodes,
  name,
  description,
  milliseconds: undefined,
  ...(archive && { archive }),
});
