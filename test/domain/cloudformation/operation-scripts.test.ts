import { describe, expect, it } from 'vitest';
import { faultsOf, interpreterOf, pathOf } from '../../../src/domain/cloudformation/software/operation-scripts.ts';
import type { Operation, Script } from '../../../src/tosca/topology.ts';

const interpreter = (file: string, more: Partial<Script> = {}) => interpreterOf({ file, ...more });

describe('what runs a script', () => {
  it.each([
    ['a.sh', 'shell'],
    ['a.BASH', 'shell'],
    ['a.py', 'python'],
    ['play.yml', 'ansible'],
    ['https://example.org/play.yaml?at=1#top', 'ansible'],
    ['a.sh.rb', undefined],
    ['Makefile', undefined],
    ['archive.tar.gz', undefined],
  ])('is known by the name of its file: %s by %s', (file, expected) => {
    expect(interpreter(file)).toBe(expected);
  });

  it.each([
    ['tosca.artifacts.Implementation.Bash', 'shell'],
    ['my.Shell', 'shell'],
    ['my.Shell.Fish', undefined],
    ['tosca.artifacts.Implementation.Python', 'python'],
    ['my.Python.Three', undefined],
    ['my.Ansible.Playbook', 'ansible'],
    ['tosca.artifacts.File', 'python'],
    ['tosca.artifacts.Implementation', 'python'],
    ['tosca.artifacts.Root', 'python'],
    ['my.File.Puppet', undefined],
  ])('is known by the type of the artifact before its name: a.py of %s by %s', (type, expected) => {
    expect(interpreter('a.py', { type })).toBe(expected);
  });

  it.each([
    ['#!/bin/sh\necho', 'shell'],
    ['---\n- hosts: all', 'ansible'],
    ['# a play\n- hosts: all', 'ansible'],
    ['- name: play', 'ansible'],
    ['echo "- hosts: all"', 'shell'],
    [undefined, 'shell'],
  ])('is known by the text of one that the template holds: %j by %s', (text, expected) => {
    expect(interpreter('inline', text === undefined ? {} : { text })).toBe(expected);
  });
});

describe('where a file lies on the machine', () => {
  it.each([
    [{ file: 'inline', text: '' }, 'script'],
    [{ file: './scripts//a.sh', text: '' }, 'scripts/a.sh'],
    [{ file: '/etc/a.sh', text: '' }, 'etc/a.sh'],
    [{ file: 'https://example.org/b/a.sh?x=1', url: 'https://example.org/b/a.sh?x=1' }, 'b/a.sh'],
    [{ file: 'HTTPS://example.org/a.sh', url: 'https://example.org/a.sh' }, 'a.sh'],
    // its address is another one, so that the template's name counts
    [{ file: 'b/a.sh', url: 'https://example.org/archive/b/a.sh' }, 'b/a.sh'],
    [{ file: 'https://example.org/a.sh', text: '' }, 'https:/example.org/a.sh'],
  ])('%j: %s', (file, path) => {
    expect(pathOf(file)).toBe(path);
  });
});

const operation = (script: Partial<Script>, inputs = {}): Operation => ({
  ...{ interface: 'Standard', name: 'create', inputs },
  script: { file: 'a.sh', text: 'true', ...script },
});

describe('why an operation cannot run', () => {
  it('is nothing where bash, Python or Ansible can run it', () => {
    expect(faultsOf(operation({}, { port: 80, _Name2: '' }), ['URL'])).toEqual([]);
    expect(faultsOf(operation({ file: 'a.py' }), [])).toEqual([]);
    expect(
      faultsOf(operation({ file: 'a.yml', roles: ['ada.nginx,1.2', 'git+https://example.org/a/b@v1'] }), ['x']),
    ).toEqual([]);
    expect(faultsOf(operation({ file: 'inline' }), [])).toEqual([]);
  });

  it('is another interpreter', () => {
    expect(faultsOf(operation({ file: 'a.rb' }), [])).toEqual([
      'is a.rb, and only scripts for bash and Python and playbooks of Ansible can run',
    ]);
    expect(faultsOf(operation({ file: 'a.sh', type: 'my.Puppet' }), [])[0]).toMatch(/^is a\.sh \(my\.Puppet\), and/);
  });

  it('is a file that nobody has, its own or one that it needs', () => {
    const gone = { file: 'gone.sh' };
    expect(faultsOf({ ...operation({}), script: gone }, [])).toEqual([
      'needs the file gone.sh, whose text is neither in the template nor in its archive',
    ]);
    const dependencies = [gone, { file: 'b.sh', text: '' }, { file: 'c.sh', url: 'https://example.org/c.sh' }];
    expect(faultsOf(operation({ dependencies }), [])).toHaveLength(1);
  });

  it('is a file outside of its folder', () => {
    const dependencies = ['../a', 'b/../../c', '/', 'd..e', './f'].map((file) => ({ file, text: '' }));
    expect(faultsOf(operation({ dependencies }), []).map((fault) => fault.split(',')[0])).toEqual([
      ...['has the file ../a', 'has the file b/../../c', 'has the file /'],
    ]);
  });

  it('is a name that could be a command: of a role, an input or an output', () => {
    expect(faultsOf(operation({ file: 'a.yml', roles: ['a; reboot', 'a', 'b c'] }), [])).toEqual([
      ...['a; reboot', 'b c'].map((role) => `names the role ${role}, which is none of Ansible Galaxy`),
    ]);
    expect(faultsOf(operation({}, { 'a-b': '', '1a': '', a1: '' }), [])).toEqual([
      ...['a-b', '1a'].map((name) => `has the input ${name}, which is no name of a variable: letters, digits and _`),
    ]);
    expect(faultsOf(operation({}), ['a', 'x y'])).toEqual(['gives the output x y, which is no name of a variable']);
  });

  it('is an output of a Python script', () => {
    expect(faultsOf(operation({ file: 'a.py' }), ['URL'])).toEqual([
      'is a Python script, and outputs come only from bash and Ansible',
    ]);
  });
});
