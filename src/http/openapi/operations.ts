/** Every route in words and schemas. A route that is missing here does not compile. */

import { checkQuery } from '../checks/checks.ts';
import { attemptListQuery } from '../deployments/attempt-list.ts';
import { creationQuery, newDeploymentQuery } from '../deployments/create-deployment.ts';
import { creation } from '../deployments/creation.ts';
import { deletionQuery } from '../deployments/delete-deployment.ts';
import { deploymentListQuery } from '../deployments/deployment-list.ts';
import { logQuery } from '../deployments/log.ts';
import { resetQuery, resetting } from '../deployments/reset-deployment.ts';
import { retrying } from '../deployments/retry-deployment.ts';
import { rollingBack } from '../deployments/rollback-deployment.ts';
import { settingQuery } from '../deployments/settings.ts';
import { timelineQuery } from '../deployments/timeline.ts';
import { updating } from '../deployments/update-deployment.ts';
import { versionQuery, versionsQuery } from '../deployments/versions.ts';
import { labelling } from '../labels/labels.ts';
import { lifetime } from '../lifetime/lifetime.ts';
import { deploymentQuery } from '../pipeline/ended-query.ts';
import { protection } from '../protection/protection.ts';
import { action, actionQuery } from '../resources/act-on-resource.ts';
import { resourceListQuery } from '../resources/resource-list.ts';
import type { routes } from '../routes.ts';
import { inspecting, inspectionQuery } from '../templates/inspect.ts';
import { viewQuery } from '../view/view.ts';
import { moveOperations } from './moves.ts';
import { change, list, type Operation, one, taggedList } from './operation.ts';
import { operatorOperations } from './operators.ts';
import { runOperations } from './runs.ts';
import { scheduleOperations } from './schedules.ts';
import { teamOperations } from './team.ts';

type FunctionName = (typeof routes)[number]['function'];

const endedToo =
  'With `ended=true` also of a deployment that has ended, as long as the installation keeps a record of it; else that is 404.';

export const operations: { readonly [F in FunctionName]: Operation } = {
  'deployments/list': {
    summary: 'List deployments',
    description:
      'Those of the caller; of a group that the caller is in, with `userGroup`; all of them, for an administrator, ' +
      'who may name a group of another issuer as `<group>@<issuer>`. ' +
      'Newest first. Follow `next` to walk them: it costs the same at any depth. `excludedStatus` leaves out those in the ' +
      'statuses of its comma list, `status` lists only those in its statuses, `name` and `q` only those that they fit; of more than 2,000 deployments the total then counts the others too, a page may be shorter ' +
      'than asked for, and the walk has ended when there is no `next`. ' +
      '`status=DELETE_COMPLETE` lists those that have ended instead, as long as the installation keeps a record of them; its total is ' +
      `the most that there can be, and it has no ETag. ${taggedList}`,
    query: deploymentListQuery,
    ...list({ json: 'DeploymentPage' }),
  },
  'deployments/create': {
    summary: 'Create a deployment',
    description:
      'The template is checked at once, and the answer names every problem; the rest happens after the answer. With ' +
      '`dryRun=true` nothing is made: the answer shows what would happen. With `adopt=<provider>/<infrastructure>` nothing is ' +
      'made either: what stands there becomes the infrastructure of the deployment, if the template describes it, and if the ' +
      "caller's own token lists it there, or the caller had the deployment that was removed by force. A stack that Toscanini " +
      'has made, named by its name, is for administrators. Nothing of it is changed. ' +
      'It is 403 for what is not theirs, and 409 where it differs or belongs to a deployment already.',
    query: newDeploymentQuery,
    body: creation,
    ...change,
    answers: { 200: { json: 'CreationDryRun' }, 201: { json: 'Deployment' } },
  },
  'deployments/get': {
    summary: 'Read a deployment',
    description: `${endedToo} Its \`ending\` says when and how; neither outputs nor inputs are kept.`,
    query: deploymentQuery,
    ...one({ json: 'Deployment' }),
  },
  'deployments/view': {
    summary: 'Read all that a page about a deployment shows',
    description:
      'In one compact answer: state, provider, attempts that failed, nodes of the template, and the state of every resource. ' +
      'Its ETag changes whenever anything in it does, and also with each event and each piece of the log, so an unchanged ' +
      'deployment costs one small read. `topology=false` leaves the nodes out.',
    query: viewQuery,
    ...one({ json: 'DeploymentView' }),
  },
  'deployments/update': {
    summary: 'Update a deployment',
    description:
      'The template is replaced, the parameters are merged over those of before. The size of a machine that stays is altered ' +
      'in place, and disks are added to it. What cannot be altered in place is refused (400, with node, property, old and new ' +
      'value), unless `replace` names the node: then its machines are removed and made anew. With `dryRun=true` nothing is ' +
      'changed: the answer shows what would happen, with every changed property.',
    query: creationQuery,
    body: updating,
    ...change,
    answers: { 200: { json: 'UpdateDryRun' }, 202: 'nothing' },
  },
  'deployments/retry': {
    summary: 'Continue or repeat a creation that failed',
    description:
      'From CREATE_FAILED, under the same id and name. What stands at the provider, such as what `keepLastAttempt` kept, is ' +
      'completed, as an update would; otherwise, and with `anew`, what is left is removed and the providers are tried again. ' +
      'What the body leaves out is as before: a `template` replaces the one that failed, `parameters` are merged over those of ' +
      'before. With `dryRun=true` nothing is changed: the answer shows what would happen.',
    query: creationQuery,
    body: retrying,
    mayLackBody: true,
    ...change,
    answers: { 200: { json: 'RetryDryRun' }, 202: 'nothing' },
  },
  'versions/list': {
    summary: 'List the versions of a deployment',
    description: `Each accepted template with its inputs is one: who asked for it, when and why. The newest first; the last 50 are kept, and the one in force. ${endedToo}`,
    query: versionsQuery,
    answers: { 200: { json: 'VersionList' } },
  },
  'versions/get': {
    summary: 'Read a version of a deployment, or compare it with another one',
    description: `Its template and its inputs. Secrets are told only by the version with which they were given. With \`compareWith\` also what is other than in that version, and what an update from there does. ${endedToo} Secrets are taken out of its template, and nothing is compared.`,
    query: versionQuery,
    answers: { 200: { json: 'Version' } },
  },
  'deployments/rollback': {
    summary: 'Go back to a version of a deployment',
    description:
      'An update with the template and exactly the inputs of that version; it brings another version. The value of a secret is kept ' +
      'only while it is in force, or the next one is not complete: else `parameters` have to give it (400). With `dryRun=true` nothing is ' +
      'changed: the answer shows what would happen.',
    query: creationQuery,
    body: rollingBack,
    ...change,
    answers: { 200: { json: 'UpdateDryRun' }, 202: 'nothing' },
  },
  ...runOperations,
  'deployments/reset': {
    summary: 'Reset a deployment whose deletion is stuck',
    description:
      'From DELETE_IN_PROGRESS to DELETE_FAILED; then it can be deleted again. With `dryRun=true` nothing is changed: ' +
      'the answer shows what would happen.',
    query: resetQuery,
    body: resetting(),
    ...change,
    answers: { 200: { json: 'ResetDryRun' }, 204: 'nothing' },
  },
  'deployments/delete': {
    summary: 'Delete a deployment',
    description:
      'What was made for it is destroyed after the answer; then it is gone. A body is ignored. With `dryRun=true` nothing ' +
      'is destroyed: the answer shows what would happen.',
    query: deletionQuery,
    ...change,
    answers: { 200: { json: 'DeletionDryRun' }, 204: 'nothing' },
  },
  'deployments/extrainfo': {
    summary: 'Read the properties of the virtual machines of a deployment',
    description: 'JSON as text: `{"vmProperties": [...]}`. It holds secrets, so only owner and administrators read it.',
    ...one('text'),
  },
  'deployments/log': {
    summary: 'Read the infrastructure log of a deployment',
    description: `It may hold secrets, so only owner and administrators read it. The header \`X-Log-Next\` says from where to read on: with it as \`after\` the answer has only what was added. ${endedToo} Secrets are taken out of it.`,
    query: logQuery,
    ...one('text'),
  },
  'deployments/template': {
    summary: 'Read the template of a deployment',
    description: `The text as it was submitted, whatever \`Accept\` says. Others than owner and administrators read \`********\` in the place of each \
secret that is written into it, and of an archive the entry definitions.`,
    ...one('text'),
  },
  'deployments/inputs': {
    summary: 'Read the inputs of a deployment',
    description:
      'What the template in force declares, with the values that it has. They hold secrets, so only owner and administrators read ' +
      'them; `secret` marks what a page should hide.',
    ...one({ json: 'Inputs' }),
  },
  'deployments/events': {
    summary: 'List what happened to a deployment',
    description: `Newest first. With \`after\`, which is the name of an event, those that were written after it, in the order in which they were written. ${endedToo}`,
    query: timelineQuery,
    answers: { 200: { json: 'EventPage' } },
  },
  'deployments/attempts': {
    summary: 'List the providers that were tried for a deployment',
    description:
      'What became of each, and what it said last. Newest first. A later attempt at the infrastructure of an earlier one, by an ' +
      'update, is the same attempt. It goes when the deployment goes.',
    query: attemptListQuery,
    answers: { 200: { json: 'AttemptPage' } },
  },
  'deployments/ranking': {
    summary: 'Read which providers may be tried for a deployment',
    description:
      'In their order, and why others may not: of the operation in progress, or else of the one that brought the template. Empty until ' +
      'it is ranked.',
    ...one({ json: 'Ranking' }),
  },
  'protection/change': {
    summary: 'Protect a deployment, or take its protection off',
    description:
      'A protected deployment cannot be deleted, nor updated so that a node is removed or a machine is replaced: 409. The view says ' +
      'whether it is protected. The change has a new ETag. With `dryRun=true` nothing is changed.',
    query: settingQuery,
    body: protection(),
    ...change,
    answers: { 200: { json: 'ProtectionDryRun' }, 204: 'nothing' },
  },
  'labels/change': {
    summary: 'Change the labels of a deployment',
    description:
      'The body has all labels that it then has: `{}` takes them off. What was made gets them as tags with the next update. The change has a ' +
      'new ETag. With `dryRun=true` nothing is changed.',
    query: settingQuery,
    body: labelling(),
    ...change,
    answers: { 200: { json: 'LabelsDryRun' }, 204: 'nothing' },
  },
  'lifetime/change': {
    summary: 'Change when a deployment ends',
    description:
      '`{"ttl": "2d"}` is that long from now on, `{"expiresAt": null}` takes the end away, where the installation allows that. At its end it is ' +
      'deleted; before, its owner is told. The change has a new ETag. With `dryRun=true` nothing is changed.',
    query: settingQuery,
    body: lifetime(),
    ...change,
    answers: { 200: { json: 'LifetimeDryRun' }, 204: 'nothing' },
  },
  'checks/list': {
    summary: 'Read what the checks of a deployment found',
    description:
      'The check in progress, the result of the last one, and what has drifted: what stands is compared with what was asked for. ' +
      'The list of deployments has a line of it with `drift=true`, the view always.',
    ...one({ json: 'Checks' }),
  },
  'costs/get': {
    summary: 'Read what a deployment costs',
    description:
      'Part by part, at the list prices of the plan that was carried out last; `now` leaves out the part of machines that costs nothing while they are stopped. ' +
      'The list of deployments has a line of it with `cost=true`, the view always.',
    answers: { 200: { json: 'DeploymentCost' } },
  },
  'checks/create': {
    summary: 'Check what stands',
    description:
      'In CREATE_COMPLETE, UPDATE_COMPLETE and UPDATE_FAILED. A body is ignored. The check begins within three minutes, and changes nothing at the ' +
      'provider; `GET …/checks` tells how far it is. A finding that is new changes the ETag, the timeline and calls the callback. ' +
      'With `dryRun=true` nothing is checked: the answer shows what would be looked at.',
    query: checkQuery,
    ...change,
    answers: { 200: { json: 'CheckDryRun' }, 202: 'nothing' },
  },
  'resources/list': {
    summary: 'List the resources of a deployment',
    query: resourceListQuery,
    answers: { 200: { json: 'ResourcePage' } },
  },
  'resources/act': {
    summary: 'Start or stop a virtual machine',
    description:
      'Of a node whose type derives from tosca.nodes.Compute. With `dryRun=true` nothing is done: the answer shows what would happen.',
    query: actionQuery,
    body: action,
    ...change,
    answers: { 200: { json: 'ActionDryRun' }, 202: 'nothing' },
  },
  'resources/get': { summary: 'Read a resource of a deployment', ...one({ json: 'Resource' }) },
  ...scheduleOperations,
  ...teamOperations,
  ...operatorOperations,
  ...moveOperations,
  'configuration/get': {
    summary: 'Read the addresses of the services that this one uses',
    ...one({ json: 'Configuration' }),
  },
  'configuration/login': { summary: 'Read where users log in', ...one({ json: 'LoginList' }) },
  'catalog/list': {
    summary: 'List the templates that the installation offers',
    description: 'Those whose `allowed_groups` have the caller, in the order of their names.',
    ...one({ json: 'Catalog' }),
  },
  'catalog/get': { summary: 'Read a template of the catalog', ...one({ json: 'CatalogEntry' }) },
  'templates/inspect': {
    summary: 'Examine a template',
    description:
      'What it declares and what is wrong with it, without a deployment: no provider is asked, and nothing is made. A template that is wrong is ' +
      'answered like any other, with its problems.',
    query: inspectionQuery,
    body: inspecting,
    answers: { 200: { json: 'Inspection' } },
  },
  'configuration/me': { summary: 'Read whom the service takes the caller for', ...one({ json: 'Me' }) },
  'configuration/info': { summary: 'Read name and version of the service', ...one({ json: 'Info' }) },
  'configuration/openapi': { summary: 'Read this description', ...one('any JSON') },
};
