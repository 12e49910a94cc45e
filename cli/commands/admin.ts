import { buildRouteMap } from '@stricli/core';
import { briefs } from '../briefs.ts';
import { dependenciesCommand } from './dependencies.ts';
import { dropCommand, lettersCommand, redriveCommand } from './letters.ts';
import { movesCommand } from './moves.ts';
import { pauseCommand, resumeCommand } from './pause.ts';
import { drainCommand, providersCommand } from './providers.ts';

/** What only administrators of the installation may ask for. */
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
  },
  docs: { brief: briefs.admin },
});
