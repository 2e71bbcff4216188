// `npm run docs`: writes docs/generated/ from the contract, and the SQL of all calls from a test that makes them.

import { binOf, inRoot } from './places.mjs'
import { run } from './processes.mjs'

const statements = inRoot('apps', 'server', 'test', 'rights', 'round-trips.test.ts')

export async function command(node, parameters) {
  const code = await run(node, [inRoot('apps', 'server', 'src', 'generate-docs.ts'), ...parameters])
  if (code !== 0 || parameters.includes('--check')) return code
  return run(node, [binOf('vitest'), 'run', statements, '--update'])
}
