import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import type { Aws } from '../../../local/operators/aws.ts';
import { eventFunctions, type Invoke, redriveCloud } from '../../../local/operators/redrive-cloud.ts';
import { stacks } from '../../lib/stacks.ts';

interface Letter {
  readonly id: string;
  readonly source: string;
  readonly target?: string;
}

/** An account with some lost files and dead letters; notes what it is asked to change. */
const account = ({ files = 0, letters = [] }: { files?: number; letters?: readonly Letter[] }) => {
  const changes: string[] = [];
  let waiting = letters;
  const messages = () => {
    const Messages = waiting.slice(0, 10).map(({ id, source, target }) => ({
      MessageId: id,
      ReceiptHandle: `handle-${id}`,
      Body: JSON.stringify({ source, id }),
      ...(target !== undefined && { MessageAttributes: { TARGET_ARN: { StringValue: target, DataType: 'String' } } }),
    }));
    waiting = waiting.slice(10);
    return Messages.length === 0 ? undefined : { Messages };
  };
  const aws: Aws = async ([service, operation, ...words]) => {
    const url = words[words.indexOf('--queue-url') + 1];
    switch (`${service} ${operation}`) {
      case 'cloudformation describe-stacks':
        return {
          Stacks: [
            {
              Outputs: [
                { OutputKey: 'LostFiles', OutputValue: 'lost' },
                { OutputKey: 'DeadLetters', OutputValue: 'dead' },
              ],
            },
          ],
        };
      case 'cloudformation list-stack-resources':
        return {
          StackResourceSummaries: ['eventsexecutionendedF3', 'eventssweepworkflows79', 'eventsfilecreated52'].map(
            (id) => ({
              LogicalResourceId: id,
              ResourceType: 'AWS::Lambda::Function',
              PhysicalResourceId: `function ${id}`,
            }),
          ),
        };
      case 'sqs list-dead-letter-source-queues':
        return { queueUrls: [`source of ${url}`] };
      case 'sqs get-queue-attributes':
        return { Attributes: { QueueArn: `arn of ${url}`, ApproximateNumberOfMessages: `${files}` } };
      case 'sqs receive-message':
        return messages();
      default:
        changes.push([operation, ...words].join(' '));
        return undefined;
    }
  };
  return { aws, changes };
};

describe('the redrive in the cloud', () => {
  it('moves lost files to the queue that is named, since EventBridge’s own have no source', async () => {
    const { aws, changes } = account({ files: 3 });
    expect(await redriveCloud(aws, async () => undefined, 'service')).toEqual({ files: 3, events: 0, failures: [] });
    expect(changes).toEqual([
      'start-message-move-task --source-arn arn of lost --destination-arn arn of source of lost',
    ]);
  });

  it('leaves an empty queue of lost files alone', async () => {
    const { aws, changes } = account({});
    await redriveCloud(aws, async () => undefined, 'service');
    expect(changes).toEqual([]);
  });

  it('hands each event to the function it was meant for, and takes it out of the queue', async () => {
    const { aws, changes } = account({
      letters: [
        { id: '1', source: 'aws.states' },
        { id: '2', source: 'aws.events' },
        { id: '3', source: 'aws.states', target: 'arn:the-rule-says' },
      ],
    });
    const invoked: [string, string][] = [];
    const invoke: Invoke = async (name, event) => {
      invoked.push([name, JSON.parse(event).id]);
      return undefined;
    };
    expect(await redriveCloud(aws, invoke, 'service')).toMatchObject({ events: 3 });
    expect(invoked).toEqual([
      ['function eventsexecutionendedF3', '1'],
      ['function eventssweepworkflows79', '2'],
      ['arn:the-rule-says', '3'],
    ]);
    expect(changes).toEqual(
      ['1', '2', '3'].map((id) => `delete-message --queue-url dead --receipt-handle handle-${id}`),
    );
  });

  it('keeps what fails again, says why, and goes on with the rest', async () => {
    const letters = Array.from({ length: 12 }, (_, index) => ({ id: `${index}`, source: 'aws.states' }));
    const { aws, changes } = account({ letters });
    const invoke = async (_: string, event: string) => (JSON.parse(event).id === '4' ? 'Unhandled: no' : undefined);
    const { events, failures } = await redriveCloud(aws, invoke, 'service');
    expect({ events, failures }).toEqual({ events: 11, failures: ['4: Unhandled: no'] });
    expect(changes.filter((change) => change.endsWith('handle-4'))).toEqual([]);
  });

  it('refuses a stack that is not the service’s', async () => {
    const aws: Aws = async () => ({ Stacks: [{ Outputs: [] }] });
    await expect(redriveCloud(aws, async () => undefined, 'data')).rejects.toThrow(
      'stack data has no output LostFiles',
    );
  });

  it('finds both functions and both outputs in the template of the service', () => {
    const template = Template.fromStack(stacks().service);
    const functions = Object.keys(template.findResources('AWS::Lambda::Function')).map((id) => id.toLowerCase());
    for (const prefix of Object.values(eventFunctions))
      expect(functions.filter((id) => id.startsWith(prefix))).toHaveLength(1);
    expect(Object.keys(template.findOutputs('*'))).toEqual(expect.arrayContaining(['LostFiles', 'DeadLetters']));
  });
});
