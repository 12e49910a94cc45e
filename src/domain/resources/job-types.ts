/** The types whose nodes are jobs: each resource of such a node is one job, or one array of jobs. */
export const jobTypes = [
  'toscanini.nodes.Job',
  'tosca.nodes.indigo.Container.Application.Docker.Chronos',
  'tosca.nodes.indigo.Batch.Job',
] as const;

export const isJob = ({ types }: { readonly types: readonly string[] }): boolean =>
  types.some((type) => jobTypes.some((one) => one === type));
