import { describe, expect, it } from 'vitest';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { metadataShownTo, shownTo, textShownTo } from '../../../../src/domain/deployments/record/disclosure.ts';
import { people } from '../../../http/requests.ts';
import { sampleDeployment } from '../../../http/samples.ts';

const deployment = sampleDeployment({
  userGroup: 'physics',
  status: 'CREATE_FAILED',
  statusReason: 'the cloud refused "hunter2", and postgres://app:s3same@db.example too',
  callback: 'https://me:s3same@hooks.example/x?token=s3same',
  parameters: { greeting: 'hunter2', db: { password: 's3same' }, flavor: 'small' },
  secretInputs: ['greeting'],
  outputs: { who: { greeting: 'hel', name: 'olga' }, note: 'say hunter2', admin_password: 4711, flavor: 'small' },
  secretOutputs: [{ at: ['who', 'greeting'], is: 'secret' }],
});

const readers = [
  ['olga', true],
  ['ada', true],
  ['mia', false],
] as const;

describe('what is shown of a deployment', () => {
  it.each(readers)('to %s', (who, seesSecrets) => {
    const { outputs, statusReason, callback } = shownTo(people[who], deployment);
    expect({ outputs, statusReason, callback }).toEqual(
      seesSecrets
        ? { outputs: deployment.outputs, statusReason: deployment.statusReason, callback: deployment.callback }
        : {
            outputs: {
              who: { greeting: '********', name: 'olga' },
              note: 'say ********',
              admin_password: '********',
              flavor: 'small',
            },
            statusReason: 'the cloud refused "********", and postgres://********@db.example too',
            callback: 'https://********@hooks.example/x?token=********',
          },
    );
  });

  it('says why an output is hidden, and to nobody who sees it', () => {
    const secretTexts = ['t0ken-of-web'];
    const parameters = { ...deployment.parameters, access: 's3same' };
    const outputs = { ...deployment.outputs, web: 'see t0ken-of-web', key: 'AKIAIOSFODNN7EXAMPLE' };
    const more = { ...deployment, secretTexts, outputs, parameters, secretInputs: ['greeting', 'access'] };
    const { hiddenOutputs = [] } = shownTo(people.mia, more);
    expect(hiddenOutputs.map(({ output }) => output)).toEqual(['who', 'note', 'admin_password', 'web', 'key']);
    expect(new Set(hiddenOutputs.map(({ reason }) => reason)).size).toBe(5);
    expect(hiddenOutputs.find(({ output }) => output === 'note')?.reason).toContain('"greeting"');
    expect(JSON.stringify(hiddenOutputs)).not.toMatch(/hunter2|s3same|t0ken|AKIA/);
    expect(shownTo(people.olga, more)).not.toHaveProperty('hiddenOutputs');
    expect(shownTo(people.mia, { ...more, outputs: { flavor: 'small' } })).not.toHaveProperty('hiddenOutputs');
  });

  it.each(readers)('in words and in metadata to %s', (who, seesSecrets) => {
    const text = 'started with hunter2 and s3same in small';
    const expected = seesSecrets ? text : 'started with ******** and ******** in small';
    expect(textShownTo(people[who], deployment, text)).toBe(expected);
    expect(metadataShownTo(people[who], deployment, { note: text })).toEqual({ note: expected });
  });

  it('takes an input without a value for no secret, and says nothing of a failure that is over', () => {
    const { statusReason: _, ...standing } = deployment;
    const texts = { operationId: deployment.operation.id, text: 'in short\nits log' };
    const shown = shownTo(people.mia, { ...standing, parameters: { db: null }, statusReasonWithLogs: texts });
    expect(shown.parameters).toEqual({ db: null });
    expect(shown).not.toHaveProperty('statusReason');
    expect(shownTo(people.olga, { ...standing, statusReasonWithLogs: texts })).not.toHaveProperty('statusReason');
  });

  it('has no secret of one that an earlier release made, by the names of its inputs', () => {
    const { secretInputs: _, secretOutputs: __, ...earlier }: Deployment = deployment;
    const parameters = { api_key: 'hunter2' };
    expect(shownTo(people.mia, { ...earlier, parameters }).outputs).toMatchObject({
      note: 'say ********',
      admin_password: '********',
    });
  });
});
