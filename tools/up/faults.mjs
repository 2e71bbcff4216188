// `npm run test:faults`: breaks the running product in every known way; arguments select scenarios, `--seed=` repeats a run.
import { inRoot } from './places.mjs'
import { run } from './processes.mjs'

export const command = (node, words) => run(node, [inRoot('faults', 'run.ts'), ...words])
