import { render } from 'preact';
import { App } from './app.tsx';
import { watchKeys } from './keyboard.ts';
import { startTheme } from './parts/theme.ts';
import { startClock } from './parts/time.tsx';
import { watchAddress } from './router/address.ts';
import { startSession } from './session/session.ts';

startTheme();
startClock();
watchAddress();
watchKeys();
const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no element #app');
render(<App />, place);
void startSession();
