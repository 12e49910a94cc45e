import { App, type AppProps, Aspects, Tags } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { type ConfigurationInput, configuration } from './configuration.ts';
import { DataStack } from './data-stack.ts';
import { ServiceStack } from './service-stack.ts';

/**
 * The whole app. `toscanini-data` must outlive every deployment; `toscanini-service` can be put up again at any time.
 * The laptop and the tests build it with the context `aws:cdk:bundling-stacks: []`, which leaves the bundles out.
 */
export const buildApp = (input: ConfigurationInput, props?: AppProps): App => {
  const values = configuration(input);
  const app = new App(props);
  const data = new DataStack(app, 'toscanini-data', values, { description: 'Toscanini: tables, files and secrets' });
  new ServiceStack(app, 'toscanini-service', {
    configuration: values,
    data,
    description: 'Toscanini: API, functions and workflows',
  });
  Tags.of(app).add('application', 'toscanini');
  Aspects.of(app).add(new AwsSolutionsChecks());
  return app;
};
