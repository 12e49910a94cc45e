/** Vitest's order of files, but projects come as the configuration lists them; vitest itself goes by their names. */

import { BaseSequencer, type TestSpecification } from 'vitest/node';

export class ProjectsInOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names = this.ctx.projects.map(({ name }) => name);
    const place = ({ project }: TestSpecification): number => names.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
