/** Tasks whose file was renamed after release 0.1.0, with the name that the file had there. */
const namesOf010: Readonly<Record<string, string>> = {
  'tasks/poll-action': 'tasks/follow-action',
  'tasks/poll-update': 'tasks/follow-update',
  'tasks/remove-deployment': 'tasks/forget-deployment',
};

/**
 * The id of the construct of functions/<name>.ts. It never changes, also when the file is renamed: an execution that
 * started before an upgrade calls the function by the name that CloudFormation made of this id, and would find none.
 */
export const constructId = (name: string): string => (namesOf010[name] ?? name).replaceAll('/', '-');
