/** The dashboard in a real browser. One service and one browser serve all of it, since both take long to start. */

import { describe } from 'vitest';
import { describeInBrowser } from './chromium.ts';
import { dashboardForTests } from './dashboard.ts';
import { lifeOfADeployment } from './deployment.suite.ts';
import { jobs } from './jobs.suite.ts';
import { lists } from './lists.suite.ts';
import { many } from './many.suite.ts';
import { newDeployments } from './new.suite.ts';
import { schedules } from './schedules.suite.ts';
import { settings } from './settings.suite.ts';
import { strangers } from './strangers.suite.ts';
import { tabs } from './tabs.suite.ts';
import { unread } from './unread.suite.ts';
import { updates } from './update.suite.ts';
import { views } from './views.suite.ts';

describeInBrowser('the dashboard', () => {
  const dashboard = dashboardForTests();
  // first, since it finds a service that has deployed nothing yet
  describe('the life of a deployment', () => lifeOfADeployment(dashboard));
  describe('a new deployment', () => newDeployments(dashboard));
  describe('lists', () => lists(dashboard));
  describe('views and pins', () => views(dashboard));
  describe('many deployments', () => many(dashboard));
  describe('an update', () => updates(dashboard));
  describe('settings and versions', () => settings(dashboard));
  describe('schedules', () => schedules(dashboard));
  describe('jobs', () => jobs(dashboard));
  describe('what is not read', () => unread(dashboard));
  describe('tabs', () => tabs(dashboard));
  describe('strangers', () => strangers(dashboard));
});
