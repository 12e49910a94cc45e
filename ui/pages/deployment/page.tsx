import type { PageProps } from '../../pages.ts';
import { useTitle } from '../../parts/title.ts';

const DeploymentPage = ({ parameters }: PageProps) => {
  useTitle('Deployment');
  return <h1>{parameters['id']}</h1>;
};

export default DeploymentPage;
