import { buildRouteMap } from '@stricli/core';
import { briefs } from '../briefs.ts';
import { dependenciesCommand } from './dependencies.ts';
import { dropCommand, lettersCommand, redriveCommand } from './letters.ts';
import { movesCommand } from './moves.ts';
import { pauseCommand, resumeCommand } from './pause.ts';
import { drainCommand, providersCommand } from './providers.ts';
import { subscribeCommand, unsubscribeCommand, webhooksCommand } from './webhooks.ts';

/** What only administrators of the installation may ask for, and of webhooks managers of groups too. */
export const adminCommands = buildRouteMap({
  routes: {
    providers: providersCommand,
    drain: drainCommand,
    moves: movesCommand,
    dependencies: dependenciesCommand,
    letters: lettersCommand,
    redrive: redriveCommand,
    drop: dropCommand,
    pause: pauseCommand,
    resume: resumeCommand,
    webhooks: webhooksCommand,
    subscribe: subscribeCommand,
    unsubscribe: unsubscribeCommand,
  },
  docs: { brief: briefs.admin },
});
