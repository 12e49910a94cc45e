import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import { compressed, located, tar, tarball, zip } from './archives.ts';
import { noImports } from './fixtures.ts';

const main =
  'tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: { template_name: x, template_version: 1.0.0 }\n';
const files = { 'main.yaml': main };
const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`f${index}`, '']));
const large = { 'main.yaml': main, 'a.bin': 'x'.repeat(12_000_000), 'b.bin': 'x'.repeat(12_000_000) };
const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

const refusal = async (text: string): Promise<string | undefined> => {
  const { ok, problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  return ok ? undefined : problems.map(({ code, message }) => `${code}: ${message}`).join('\n');
};

describe('an archive that is a little odd', () => {
  it.each([
    ['has files that are not compressed', zip(files, { method: 0 })],
    ['was written as a stream', zip(files, { flags: 0x0008, streamed: true })],
    ['says its names are UTF-8', zip({ 'main.yaml': main, 'größe.txt': '' }, { flags: 0x0800 })],
    ['has its sizes in the fields of zip64', located(zip(files, { large: true }))],
    ['was made on Unix', zip(files, { mode: 0o100644 })],
    ['has folders', zip({ 'types/': '', ...files })],
    ['has a comment at its end', Buffer.concat([bytesOf(zip(files)), Buffer.from('made by hand')]).toString('base64')],
    ['has an archive inside', zip({ ...files, 'inner.zip': zip(large) })],
    ['has paths with dots', tarball({ './main.yaml': main })],
    [
      'has folders, as a tarball',
      Buffer.concat([tar({ 'types/': '' }, { kind: '5' }).subarray(0, 512), tar(files)]).toString('base64'),
    ],
    [
      'has names that are long',
      Buffer.concat([
        tar({ '././@LongLink': `${'d/'.repeat(80)}a.txt\0` }, { kind: 'L' }).subarray(0, 1_024),
        tar({ short: 'x', ...files }),
      ]).toString('base64'),
    ],
  ])('is read when it %s', async (_, text) => {
    expect(await refusal(text)).toBeUndefined();
  });
});

describe('an archive made to hurt', () => {
  it.each([
    [
      'points outside of itself',
      zip({ ...files, '../evil.yaml': 'x' }),
      /csar-invalid: .*"\.\.\/evil\.yaml" points outside of the archive/,
    ],
    ['points outside of itself further in', zip({ ...files, 'a/../../evil.yaml': 'x' }), /points outside/],
    ['has an absolute path', zip({ ...files, '/etc/passwd': 'x' }), /points outside/],
    ['has a path of Windows', zip({ ...files, 'a\\..\\b': 'x' }), /points outside/],
    ['leads up with the separators of Windows', zip({ ...files, '..\\evil.yaml': 'x' }), /points outside/],
    ['is absolute with the separators of Windows', zip({ ...files, '\\etc\\passwd': 'x' }), /points outside/],
    ['has a drive', zip({ ...files, 'C:evil': 'x' }), /points outside/],
    ['has a NUL in a name', zip({ ...files, 'a\0b': 'x' }), /points outside/],
    ['has a link', zip({ ...files, link: '/etc/passwd' }, { mode: 0o120777 }), /is a link or a device/],
    ['has a file twice', zip(files, { twice: 'main.yaml' }), /two files "main\.yaml"/],
    ['has a file twice, by another spelling', zip({ ...files, './main.yaml': 'x' }), /two files "main\.yaml"/],
    ['is encrypted', zip(files, { flags: 0x0001 }), /is encrypted/],
    ['is encrypted strongly', zip(files, { flags: 0x0041 }), /is encrypted/],
    ['is compressed by another method', zip(files, { method: 12 }), /method 12; only deflate is supported/],
    ['has a checksum that is wrong', zip(files, { checksum: 1 }), /"main\.yaml" is damaged: its checksum/],
    ['has less than it says', zip(files, { claim: 10_000 }), /its checksum or size/],
    [
      'has more than it says',
      zip({ 'a.yaml': 'x'.repeat(1_000_000) }, { claim: 10 }),
      /csar-limit: .*larger than the archive.s directory says/,
    ],
    [
      'has another name before the file',
      zip(files, { localName: 'nain.yaml' }),
      /another name in the archive.s directory: "nain\.yaml"/,
    ],
    ['is a bomb', zip({ 'a.yaml': 'x'.repeat(30_000_000) }), /csar-limit: .*more than 20000000 bytes/],
    ['is a bomb in pieces', zip(large), /csar-limit/],
    ['has too many files', zip(many), /csar-limit: .*1001 files; at most 1000/],
    ['is cut off', zip(files).slice(0, 100), /not a zip file, or it is cut off/],
    ['has a directory that is damaged', zip(files).replace(/.{60}$/, 'A'.repeat(60)), /csar-invalid/],
    ['is not valid base64', `${zip(files)}!`, /not valid base64/],
    ['points outside of itself, as a tarball', tarball({ ...files, '../evil.yaml': 'x' }), /points outside/],
    ['is absolute, as a tarball', tarball({ ...files, '/etc/passwd': 'x' }), /points outside/],
    ['has a link, as a tarball', tarball({ link: '' }, { kind: '2' }), /is a link or a device/],
    ['has a hard link, as a tarball', tarball({ link: '' }, { kind: '1' }), /is a link or a device/],
    ['has a device, as a tarball', tarball({ tty: '' }, { kind: '3' }), /is a link or a device/],
    ['says it is larger, as a tarball', tarball(files, { size: 9_999 }), /cut off/],
    ['says it is larger than any, as a tarball', tarball(files, { size: 0o77777777777 }), /cut off/],
    ['has a header that is damaged', tarball(files, { broken: true }), /one of its headers is damaged/],
    ['is a bomb, as a tarball', compressed({ ...files, 'a.bin': 'x'.repeat(30_000_000) }), /csar-limit/],
    ['is a larger bomb, as a tarball', gzipSync(Buffer.alloc(60_000_000)).toString('base64'), /csar-limit/],
    ['has too many files, as a tarball', compressed(many), /csar-limit: .*more than 1000 files/],
    ['is cut off, as a tarball', compressed(files).slice(0, 60), /cannot be unpacked/],
    ['is compressed nothing', gzipSync('').toString('base64'), /it has 0/],
  ])('is refused when it %s', async (_, text, message) => {
    expect(await refusal(text)).toMatch(message);
  });

  it('never makes the processor throw, whichever byte is changed', async () => {
    for (const original of [bytesOf(zip(files)), gzipSync(tar(files))]) {
      for (let at = 0; at < original.length; at += 1) {
        const changed = Buffer.from(original);
        changed[at] = (changed[at] ?? 0) ^ 0x55;
        const { problems } = await processTemplate(changed.toString('base64'), { inputs: {}, imports: noImports });
        expect(problems.map(({ code }) => code)).not.toContain('processing-failed');
      }
    }
  });
});
