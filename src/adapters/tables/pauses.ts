import type { Pauses } from '../../domain/operators/pause.ts';
import { pauseKey } from './keys.ts';
import { switchItem } from './switch-item.ts';
import type { TablePorts } from './table.ts';

export const pauses = (ports: TablePorts): Pauses => switchItem(ports, pauseKey, 'pause');
