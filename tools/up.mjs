// The entry point of the repository: `node tools/up.mjs start|dev|test|test:watch|faults|mutation|check|bench|docs|seed` installs missing packages and continues with the pinned Node.
// Written for Node 20 without installed packages: built-in modules only, here and in tools/up/.

import { ensureInstalled } from './up/install.mjs'
import { findNode } from './up/node.mjs'

const commands = {
  start: () => import('./up/start.mjs'),
  dev: () => import('./up/dev.mjs'),
  test: () => import('./up/test.mjs'),
  'test:watch': async () => ({ command: (await import('./up/test.mjs')).watch }),
  faults: () => import('./up/faults.mjs'),
  mutation: () => import('./up/mutation.mjs'),
  check: () => import('./up/check.mjs'),
  bench: () => import('./up/bench.mjs'),
  docs: () => import('./up/docs.mjs'),
  seed: () => script('seed.ts'),
  load: async () => ({ command: (await import('./up/bench.mjs')).load }),
  'test:plans': () => script('plans.ts'),
}

/** They need none of the packages for tests and checks. */
const runsProduct = new Set(['start', 'dev'])

/** A program in bench/ that is not a benchmark. */
const script = async (file) => {
  const { script } = await import('./up/bench.mjs')
  return { command: script(file) }
}

const [name = '', ...rest] = process.argv.slice(2)
if (!Object.hasOwn(commands, name)) {
  console.error(`Usage: node tools/up.mjs ${Object.keys(commands).join('|')}`)
  process.exit(2)
}
try {
  await ensureInstalled({ dev: !runsProduct.has(name) })
  const node = findNode()
  const { command } = await commands[name]()
  process.exitCode = await command(
    node,
    rest.filter((word) => word !== '--'),
  )
} catch (error) {
  console.error(error.isSentence ? error.message : error)
  process.exitCode = 1
}
