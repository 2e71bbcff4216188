// `npm run test:faults`: breaks the running product in every known way; arguments select scenarios, `--seed=` repeats a run.

import { ensureServerBuilt } from './builds.mjs'
import { inRoot } from './places.mjs'
import { run } from './processes.mjs'

export async function command(node, words) {
  await ensureServerBuilt(node)
  return run(node, [inRoot('faults', 'run.ts'), ...words])
}
