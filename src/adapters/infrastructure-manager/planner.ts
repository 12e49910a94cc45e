import type { Planner, Submission } from '../../domain/deployers/planner.ts';
import { bindTemplate } from '../../tosca/bind.ts';
import { updateEdits } from './update-edits.ts';

/** The Infrastructure Manager reads TOSCA: it gets the template itself, with inputs and edits written in. */
export const planner: Planner = {
  plan: ({ template, inputs, name, edits }) => bindTemplate(template, { inputs, name, edits }) as Submission,
  updateEdits,
};
