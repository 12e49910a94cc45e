import { App, type AppProps, Aspects, Tags } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Bundles } from './bundles/bundles.ts';
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
 * Without bundles the templates are there to be looked at: so the laptop and the tests build it.
 */
export const buildApp = (input: ConfigurationInput, props?: AppProps & { readonly bundles?: Bundles }): App => {
  const values = configuration(input);
  const app = new App({ ...props, context: { ...flags, ...props?.context } });
  const data = new DataStack(app, 'toscanini-data', values, { description: 'Toscanini: tables, files and secrets' });
  new ServiceStack(app, 'toscanini-service', {
    configuration: values,
    data,
    bundles: props?.bundles,
    description: 'Toscanini: API, functions and workflows',
  });
  Tags.of(app).add('application', 'toscanini');
  Aspects.of(app).add(new AwsSolutionsChecks());
  return app;
};
