import { App, type AppProps, Aspects, Tags } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { type ConfigurationInput, configuration } from './configuration.ts';
import { DataStack } from './data-stack.ts';
import { ServiceStack } from './service-stack.ts';

/** Here and not in cdk.json, so that the laptop and the tests build the very same templates. */
const flags = {
  '@aws-cdk/core:enablePartitionLiterals': true,
  '@aws-cdk/core:checkSecretUsage': true,
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  '@aws-cdk/aws-iam:minimizePolicies': true,
};

/**
 * The whole app. `toscanini-data` must outlive every deployment; `toscanini-service` can be put up again at any time.
 * The laptop and the tests build it with the context `aws:cdk:bundling-stacks: []`, which leaves the bundles out.
 */
export const buildApp = (input: ConfigurationInput, props?: AppProps): App => {
  const values = configuration(input);
  const app = new App({ ...props, context: { ...flags, ...props?.context } });
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
