import { useState } from 'preact/hooks';
import { useRead } from '../../data/read.ts';
import type { DeploymentView } from '../../data/view.ts';
import type { PageProps } from '../../pages.ts';
import { AllDeployments } from '../../parts/all-deployments.tsx';
import { Loading, Notice, Problem } from '../../parts/notice.tsx';
import { useTitle } from '../../parts/title.ts';
import { deploymentState } from '../../states/tones.ts';
import { hasJobs } from '../deployment/stages.ts';
import { readInForce } from './source.ts';
import { UpdateWizard } from './update-wizard.tsx';

/** An update: the template and the inputs in force, changed; what that would do; and off it goes. */
const UpdatePage = ({ parameters: { id = '' } }: PageProps) => {
  const [reading, setReading] = useState(0);
  const { value, problem } = useRead(() => readInForce(id), [id, reading]);
  useTitle('Update', value?.view.name);
  if (problem !== undefined)
    return (
      <Problem error={problem}>
        <AllDeployments />
      </Problem>
    );
  if (value === undefined) return <Loading what="the deployment" />;
  const why = obstacleOf(value.view);
  if (why !== undefined) return <NotNow view={value.view} why={why} onAgain={() => setReading(reading + 1)} />;
  return <UpdateWizard inForce={value} onAgain={() => setReading(reading + 1)} />;
};

const updatable: readonly DeploymentView['status'][] = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'];

/** Why no update can begin now; undefined: it can. */
const obstacleOf = (view: DeploymentView): string | undefined => {
  const { may, status, createdBy } = view;
  if (!may.change) return `Only ${createdBy.subject} and administrators may update it.`;
  if (hasJobs(view)) return 'A job runs once. To run it again, make a new deployment like this one.';
  if (updatable.includes(status)) return undefined;
  return `It can be updated once it runs. Its state is: ${deploymentState(status).word}.`;
};

interface NotNowProps {
  readonly view: DeploymentView;
  readonly why: string;
  readonly onAgain: () => void;
}

const NotNow = ({ view, why, onAgain }: NotNowProps) => (
  <Notice icon="lock" title={`${view.name} cannot be updated now`}>
    <p>{why}</p>
    <p class="actions">
      <a class="button primary" href={`deployments/${view.uuid}`}>
        Back to the deployment
      </a>
      {view.may.change && (
        <>
          <button type="button" class="button" onClick={onAgain}>
            Look again
          </button>
          <a class="button" href={`new?from=${view.uuid}`}>
            New one like it
          </a>
        </>
      )}
    </p>
  </Notice>
);

export default UpdatePage;
