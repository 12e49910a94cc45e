/** Puts the program of a function into the cloud assembly. */

import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { FileSystem, Stage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** Text files by name. */
type Files = Readonly<Record<string, string>>;

/**
 * The code of a function: the folder of its bundle, with the files that only this installation has. Installations share the
 * folder, so nothing is written there. The assembly gets links: the CDK would copy 100 MB in 2,100 files, which takes a second.
 */
export const staged = (scope: Construct, folder: string, files: Files): Code => {
  const assembly = Stage.of(scope)?.assetOutdir;
  if (assembly === undefined) throw new Error(`${scope.node.path} is in no app: only an app has a cloud assembly`);
  const assetHash = digestOf(`${FileSystem.fingerprint(folder)}${JSON.stringify(files)}`);
  // the name that the CDK gives it; what is already there the CDK does not copy
  const target = join(assembly, `asset.${digestOf(assetHash)}`);
  if (!existsSync(target)) place(folder, files, target);
  return Code.fromAsset(folder, { assetHash });
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The folder gets its name only when it is complete, since a synthesis may be interrupted. */
const place = (folder: string, files: Files, target: string): void => {
  mkdirSync(dirname(target), { recursive: true });
  const own = mkdtempSync(`${target}-new-`);
  chmodSync(own, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name);
    const to = join(own, relative(folder, from));
    if (entry.isDirectory()) mkdirSync(to, { recursive: true });
    else link(from, to);
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
  renameSync(own, target);
};

/** A copy, where the assembly is on another disk, or the disk has no links. */
const link = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
};
