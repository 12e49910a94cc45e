/** The programs of all functions as one asset: any change deploys all functions again. */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lazy } from 'aws-cdk-lib';
import { Code, type CodeConfig } from 'aws-cdk-lib/aws-lambda';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';

export class Programs extends Code {
  readonly isInline = false;
  readonly #folder: string;
  readonly #settings = new Map<string, string>();
  #asset: Asset | undefined;

  /** `folder`: what lib/bundles wrote. Installations may share it, so nothing is written there. */
  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  /** Values for settings.json, which all functions share. Throws where a name already has another value. */
  addSettings(settings: Readonly<Record<string, string>>): void {
    if (this.#asset !== undefined)
      throw new Error('a function is made after the upload of the programs: its settings would be missing there');
    for (const [name, value] of Object.entries(settings)) {
      if ((this.#settings.get(name) ?? value) !== value)
        throw new Error(`two functions have different values of ${name}: give one of them another name (lib/grants)`);
      this.#settings.set(name, value);
    }
  }

  /** Adds the asset to the cloud assembly, when all functions have given their settings. */
  upload(scope: Construct): void {
    const folder = mkdtempSync(join(tmpdir(), 'toscanini-programs-'));
    try {
      cpSync(this.#folder, folder, { recursive: true });
      const settings = Object.fromEntries([...this.#settings].sort());
      writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
      this.#asset = new Asset(scope, 'Programs', { path: folder });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  override bind(): CodeConfig {
    return {
      s3Location: {
        bucketName: Lazy.string({ produce: () => this.#asset?.s3BucketName }),
        objectKey: Lazy.string({ produce: () => this.#asset?.s3ObjectKey }),
      },
    };
  }
}
