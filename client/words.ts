/** Refusals name routes and members of the API. A face says what people see there instead. */

/** A route as messages write it, the command that calls it, and where the dashboard has it. The longer ones come first. */
const routes: readonly (readonly [RegExp, string, string])[] = [
  [/\bPOST \/deployments\/\{[\w]+\}\/retry\b/g, 'toscanini retry', '"Try again" on its page'],
  [/\bPOST \/deployments\/\{[\w]+\}\/checks\b/g, 'toscanini drift', '"Check" in its tab Checks'],
  [/\bPUT \/deployments\/\{[\w]+\}\/protection\b/g, 'toscanini protect ID --off', 'in the settings on its page'],
  [/\bPUT \/deployments\/\{[\w]+\}\/lifetime\b/g, 'toscanini extend ID', 'the settings on its page'],
  [/\bPUT \/deployments\/\{[\w]+\}\/office-hours\b/g, 'toscanini hours ID', 'the settings on its page'],
  [/\bPUT \/deployments\/\{[\w]+\}\/transfer\b/g, 'toscanini give ID', '"Give away" on its page'],
  [/\bPUT \/deployments\/\{[\w]+\}\/labels\b/g, 'toscanini label ID', 'the settings on its page'],
  [/\bPUT \/deployments\/\{[\w]+\}/g, 'toscanini update', '"Update" on its page'],
  [
    /\bPOST \/schedules\/\{[\w]+\}\/backfills\b/g,
    'toscanini schedules backfill',
    '"Backfill" on the page of the schedule',
  ],
  [/\bGET \/schedules\/[\w{}-]+\/backfills\b/g, 'toscanini schedules backfills', 'the page of the schedule'],
  [/\bGET …\/versions\b/g, 'toscanini versions ID', 'the page of its versions'],
  [/\bGET …\/resources\b/g, 'toscanini show ID --json', 'its page'],
  [/\bGET \/deployments\b/g, 'toscanini ls', 'the list of deployments'],
  [/\bGET \/schedules\b/g, 'toscanini schedules list', 'the list of schedules'],
  [/\bGET \/approvals\/\{[\w]+\}/g, 'toscanini approvals ID', 'the approval'],
  [/\bGET \/approvals\b/g, 'toscanini approvals', 'the list of approvals'],
  [/\bGET \/dead-letters\b/g, 'toscanini admin letters', 'the page of operations'],
  [/\bGET \/providers\b/g, 'toscanini admin providers', 'the page of providers'],
  [/\bGET \/webhooks\b/g, 'toscanini admin webhooks', 'the list of webhooks'],
  [/\bGET \/catalog\b/g, 'toscanini catalog list', 'the catalog'],
];

/** A member of a request, the flag, and what the forms of the dashboard call it. */
const members: readonly (readonly [RegExp, string, string])[] = [
  [/\bgive it a value in parameters\b/g, 'give it a value with -i NAME=VALUE', 'give it a value'],
  [/\bits value in parameters\b/g, 'its value', 'its value'],
  [/\buserGroup\b/g, '--group', 'the group'],
  [/\bmaxProvidersRetry\b/g, '--max-providers', 'the number of providers'],
  [/\bproviderTimeoutMins\b/g, '--provider-timeout', 'the time limit of each provider'],
  [/\btimeoutMins\b/g, '--timeout', 'the time limit'],
  [/\bkeepLastAttempt\b/g, '--keep-last', '"keep the last attempt"'],
  [/\bfileExpression\b/g, '--files', 'the expression for files'],
  [/\breplicationExpression\b/g, '--replicate', 'the expression for copies'],
  [/\bofficeHours\.exceptions(?:\.\d+|\[\d+\])?\.(?:date|start|stop)\b/g, '--except', 'the other day'],
  [/\bofficeHours\.exceptions(?:\.\d+|\[\d+\])?/g, '--except', 'the other days'],
  [/\bofficeHours\.timeZone\b/g, 'the time zone of the hours', 'the time zone'],
  [/\bofficeHours\.days\b(?:\.\d+|\[\d+\])?/g, 'the days of the hours', 'the days'],
  [/\bofficeHours\.(start|stop)\b/g, 'the $1 of the hours', 'the $1'],
  [/\bofficeHours\b/g, 'the office hours', 'the office hours'],
  [/\bnumberOfReplicas\b/g, '--replicas', 'the number of copies'],
];

const said = (message: string, at: 1 | 2): string =>
  [...routes, ...members].reduce((text, words) => text.replaceAll(words[0], words[at]), message);

/** As the command line calls them. */
export const inWordsOfCommands = (message: string): string => said(message, 1);

/** As the dashboard calls them. */
export const inWordsOfPages = (message: string): string => said(message, 2);
