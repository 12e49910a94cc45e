import { isWorking } from '../../../../client/pace.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { later } from '../../../parts/later.tsx';
import { Awaited, Notice } from '../../../parts/notice.tsx';
import { useDeployment } from '../data.ts';
import type { TabProps } from '../tab-props.ts';
import type { ListProps } from './output-list.tsx';

export const OutputsTab = ({ view }: TabProps) => {
  const { value: deployment, problem } = useDeployment(view);
  if (deployment === undefined) return <Awaited what="outputs" problem={problem} />;
  const { outputs, hiddenOutputs } = deployment;
  if (Object.keys(outputs).length === 0) return <NoOutputs view={view} />;
  return (
    <section class="card outputs">
      <OutputList outputs={outputs} hidden={hiddenOutputs} addresses={addressesIn(view)} />
      {!view.may.seeSecrets && (
        <p class="faint">Secrets are for {view.createdBy.subject} and administrators; you see that they are there.</p>
      )}
    </section>
  );
};

export const addressesIn = ({ resources }: DeploymentView): readonly string[] =>
  resources.flatMap(({ address }) => address ?? []);

const NoOutputs = ({ view: { status } }: { view: DeploymentView }) => (
  <Notice icon="box" title={isWorking(status) ? 'No outputs yet' : 'There are no outputs'}>
    <p>
      {isWorking(status)
        ? 'They come when everything runs.'
        : status.endsWith('_FAILED')
          ? 'It failed before there were any.'
          : 'The template declares none.'}
    </p>
  </Notice>
);

/** What it takes to recognise a secret is loaded when there is an output to show. */
export const OutputList = later<ListProps>('outputs', async () => (await import('./output-list.tsx')).Outputs);
