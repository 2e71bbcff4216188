// The order of test files in `npm run test:watch`: those nearest to the file that was changed last come first, so that a failure is soon shown.

import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer } from 'vitest/node'
import { root } from './places.mjs'

export class NearestFirst extends BaseSequencer {
  async sort(specifications) {
    const sorted = await super.sort(specifications)
    const changed = this.ctx.config.watch ? findChangedLast() : undefined
    return changed ? sorted.toSorted((a, b) => distance(a.moduleId, changed) - distance(b.moduleId, changed)) : sorted
  }
}

/** The number of folders between two files, and a little more for another name. */
export function distance(file, other) {
  const [one, two] = [file, other].map((path) => path.split(/[\\/]/))
  const shared = one.findIndex((part, index) => part !== two[index])
  if (shared === -1) return 0
  const isTestOf = one.at(-1).split('.')[0] === two.at(-1).split('.')[0]
  return one.length + two.length - 2 * shared - (isTestOf ? 1 : 0)
}

/** Of the files that differ from the last commit; undefined if none does. */
function findChangedLast() {
  const parameters = ['ls-files', '--modified', '--others', '--exclude-standard']
  const names = execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const files = names.map((name) => join(root, name))
  const times = new Map(files.map((file) => [file, statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0]))
  return files.toSorted((a, b) => times.get(b) - times.get(a))[0]
}
