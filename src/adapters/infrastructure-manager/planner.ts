import type { Planner, Submission } from '../../domain/deployers/planner.ts';

/**
 * The Infrastructure Manager reads TOSCA: it gets the template itself, with inputs and edits written in. What writes them is
 * loaded only then: most calls of a function that sends a template send none.
 */
export const planner: Planner = {
  plan: async ({ template, inputs, name, edits }) => {
    const { bindTemplate } = await import('../../tosca/infrastructure-manager/bind.ts');
    return bindTemplate(template, { inputs, name, edits }) as Submission;
  },
  updateEdits: async (order) => (await import('./update-edits.ts')).updateEdits(order),
  runsNothing:
    'the Infrastructure Manager runs no single operation: its reconfiguration runs all software of a machine again. A login on the machine (toscanini ssh) can run one',
};
