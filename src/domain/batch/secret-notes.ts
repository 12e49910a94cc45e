/**
 * What can be seen of the secrets of a job without asking for them. Whether they exist is not asked: anybody could find out by plans
 * which secrets others have (docs/decisions/0101).
 */

/** ARN of a secret of Secrets Manager or of a parameter, or the name of a parameter [Batch API reference, Secret.valueFrom]. */
const reference =
  /^(?:arn:[a-z-]{3,20}:(?:secretsmanager|ssm):[a-z0-9-]{1,30}:\d{12}:(?:secret:|parameter\/)|\/?(?=[\w./-]{1,2048}$))([^:]*)/;

const ofInstallation = 'toscanini-containers/';

/** Notes about the secrets of a job, by the names of their variables. */
export const secretNotes = (secrets: { readonly [variable: string]: string }): readonly string[] =>
  Object.entries(secrets).flatMap(([variable, from]) => {
    const name = reference.exec(from)?.[1];
    if (name === undefined)
      return [
        `names for the secret ${variable} no ARN of Secrets Manager or Parameter Store: AWS Batch will not start it`,
      ];
    return name.startsWith(ofInstallation)
      ? []
      : [
          `reads the secret ${variable}, whose name does not begin with ${ofInstallation}: it starts only where the provider's execution role may read it`,
        ];
  });
