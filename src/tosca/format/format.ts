/**
 * One layout for templates: two blanks a level, one empty line at most, no blanks at the end of a line, LF. Only blanks and line
 * ends change. No value is written again, so that `0644`, twenty digits and folded texts stay what they are.
 */

import { EVENT_ID, type Event, getScalarValue } from 'js-yaml';
import { attempt } from '../yaml/events.ts';
import { withoutByteOrderMark } from '../yaml/source.ts';
import { laidOut } from './layout.ts';

/** `line` is from 1; 0: nobody can say which. */
export type Formatted =
  | { readonly is: 'formatted'; readonly text: string }
  | { readonly is: 'refused'; readonly line: number; readonly why: string };

const refused = (line: number, why: string): Formatted => ({ is: 'refused', line, why });

/** Never throws. Refuses a text that is no YAML, or whose meaning the new layout would change. */
export const formatted = (given: string): Formatted => {
  const unified = withoutByteOrderMark(given).replaceAll('\r\n', '\n');
  const returns = unified.indexOf('\r');
  if (returns >= 0) return refused(lineAt(unified, returns), 'a line ends with a carriage return alone');
  const before = attempt(unified);
  if ('error' in before) return refused((before.error.mark?.line ?? -1) + 1, before.error.reason);
  const text = laidOut(before.text, before.events, before.shifted);
  const after = attempt(text);
  const isSame = 'events' in after && isOnlyMoved(unified, text) && meaningOf(before) === meaningOf(after);
  return isSame
    ? { is: 'formatted', text }
    : refused(0, 'it is laid out in a way that cannot be changed without changing its meaning');
};

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const isOnlyMoved = (one: string, other: string): boolean => one.replaceAll(/\s/g, '') === other.replaceAll(/\s/g, '');

/** Every node, with its style, anchor, tag and the text of its value: as exact as YAML can be read. */
const meaningOf = ({ text, events }: { readonly text: string; readonly events: readonly Event[] }): string =>
  JSON.stringify(events.map((event) => meaningOfEvent(event, text)));

const meaningOfEvent = (event: Event, text: string): readonly unknown[] => {
  if (event.type === EVENT_ID.POP) return [event.type];
  if (event.type === EVENT_ID.DOCUMENT) return [event.type, event.explicitStart, event.explicitEnd, event.directives];
  const anchor = text.slice(event.anchorStart, event.anchorEnd);
  if (event.type === EVENT_ID.ALIAS) return [event.type, anchor];
  const node = [event.type, anchor, text.slice(event.tagStart, event.tagEnd), event.style];
  return event.type === EVENT_ID.SCALAR ? [...node, getScalarValue(text, event)] : node;
};
