import type { GroupWebhooks, WebhooksOfGroup } from '../../domain/publishing/group-webhooks.ts';
import { digestOf } from './digest.ts';
import { itemsUnder } from './query.ts';
import { switchItem } from './switch-item.ts';
import type { TablePorts } from './table.ts';

const partition = 'webhooks';

/** One item for each group that has some, all in one partition: who hands over events reads them at once. */
export const groupWebhooks = (ports: TablePorts): GroupWebhooks => ({
  all: async () => (await itemsUnder(ports, partition)).map(({ webhooks }) => webhooks as WebhooksOfGroup),
  ofGroup: ({ group, issuer }) => switchItem(ports, { pk: partition, sk: digestOf(issuer, group) }, 'webhooks'),
});
