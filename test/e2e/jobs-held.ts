/** The jobs of the sandbox's AWS Batch, as it says itself. */

export interface HeldJobs {
  /** the id of the provider */
  readonly cloud: string;
  readonly id: string;
  readonly name: string;
  readonly state: string;
  /**
   * names of all jobs that were ever submitted for it, ended ones too: a job that was submitted twice is there twice.
   * A child of an array has its index behind the name.
   */
  readonly jobs: readonly string[];
}

interface Place {
  readonly region: string;
  readonly jobs: readonly {
    readonly id: string;
    readonly name: string;
    readonly definition: string;
    readonly status: string;
  }[];
  readonly definitions: readonly { readonly name: string; readonly status: string }[];
}

/** What has an active definition, or a job that has not ended. A child of an array counts as a job. */
export const jobsAt = async (awsUrl: string, ask: typeof fetch = fetch): Promise<readonly HeldJobs[]> => {
  const { places } = (await (await ask(`${awsUrl}/_sandbox/aws`)).json()) as { places: readonly Place[] };
  return places.flatMap(({ region, jobs, definitions }) => {
    const active = definitions.flatMap(({ name, status }) => (status === 'ACTIVE' ? [name] : []));
    const unfinished = jobs.filter(({ status }) => !/^(SUCCEEDED|FAILED)$/.test(status)).map(infrastructureOf);
    return [...new Set([...active, ...unfinished])].map((name) => {
      const own = jobs.filter((job) => infrastructureOf(job) === name);
      const states = [...new Set(own.map(({ status }) => status))].toSorted().join(' ');
      return { cloud: `sandbox-batch-${region}`, id: name, name, state: states, jobs: own.map(nameOf) };
    });
  });
};

const nameOf = ({ id, name }: Place['jobs'][number]): string => {
  const [, index] = id.split(':');
  return index === undefined ? name : `${name}:${index}`;
};

const infrastructureOf = ({ definition }: { readonly definition: string }): string =>
  /job-definition\/([^:]+)/.exec(definition)?.[1] ?? definition;
