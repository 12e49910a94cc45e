import type { Command, RouteMap } from '@stricli/core';
import type { briefs } from './briefs.ts';
import type { CliContext } from './context.ts';

export type CommandName = keyof typeof briefs;

/** Each command is loaded when it is called. */
export const commands: { readonly [name in CommandName]: () => Promise<Command<CliContext> | RouteMap<CliContext>> } = {
  check: async () => (await import('./commands/check.ts')).checkCommand,
  fmt: async () => (await import('./commands/fmt.ts')).fmtCommand,
  plan: async () => (await import('./commands/plan.ts')).planCommand,
  deploy: async () => (await import('./commands/deploy.ts')).deployCommand,
  up: async () => (await import('./commands/up.ts')).upCommand,
  update: async () => (await import('./commands/update.ts')).updateCommand,
  retry: async () => (await import('./commands/retry.ts')).retryCommand,
  rollback: async () => (await import('./commands/versions.ts')).rollbackCommand,
  delete: async () => (await import('./commands/delete.ts')).deleteCommand,
  watch: async () => (await import('./commands/change.ts')).followCommand,
  ls: async () => (await import('./commands/list.ts')).listCommand,
  show: async () => (await import('./commands/show.ts')).showCommand,
  output: async () => (await import('./commands/show.ts')).outputCommand,
  inputs: async () => (await import('./commands/show.ts')).inputsCommand,
  logs: async () => (await import('./commands/history.ts')).logsCommand,
  events: async () => (await import('./commands/history.ts')).eventsCommand,
  attempts: async () => (await import('./commands/history.ts')).attemptsCommand,
  jobs: async () => (await import('./commands/jobs.ts')).jobsCommand,
  versions: async () => (await import('./commands/versions.ts')).versionsCommand,
  graph: async () => (await import('./commands/graph.ts')).graphCommand,
  open: async () => (await import('./commands/open.ts')).openCommand,
  template: async () => (await import('./commands/show.ts')).templateCommand,
  start: async () => (await import('./commands/change.ts')).startCommand,
  stop: async () => (await import('./commands/change.ts')).stopCommand,
  ssh: async () => (await import('./commands/ssh.ts')).sshCommand,
  drift: async () => (await import('./commands/drift.ts')).driftCommand,
  protect: async () => (await import('./commands/change.ts')).protectCommand,
  label: async () => (await import('./commands/label.ts')).labelCommand,
  extend: async () => (await import('./commands/extend.ts')).extendCommand,
  reset: async () => (await import('./commands/change.ts')).resetCommand,
  login: async () => (await import('./commands/login.ts')).loginCommand,
  logout: async () => (await import('./commands/login.ts')).logoutCommand,
  whoami: async () => (await import('./commands/login.ts')).whoamiCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  configuration: async () => (await import('./commands/doctor.ts')).configurationCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
  schedules: async () => (await import('./commands/schedules.ts')).scheduleCommands,
  catalog: async () => (await import('./commands/catalog.ts')).catalogCommands,
  policy: async () => (await import('./commands/policy.ts')).policyCommands,
  context: async () => (await import('./commands/contexts.ts')).contextCommands,
};
